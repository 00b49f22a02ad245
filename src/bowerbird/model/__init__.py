"""The words of the engine: values, ports, outcomes, events, errors. No I/O."""
