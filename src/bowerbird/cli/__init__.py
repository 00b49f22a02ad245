"""The command line: one module per noun; it prints, the workspace works."""
