"""What is compiled after an install, so that nobody waits for it later."""

from pathlib import Path

import bowerbird
from bowerbird.workspace.kernels import MODULES

SOURCE = Path(bowerbird.__file__).parent


def test_every_module_of_compiled_code_is_compiled_by_the_doctor():
    compiled = {
        ".".join(("bowerbird", *file.relative_to(SOURCE).with_suffix("").parts))
        for file in SOURCE.rglob("*.py")
        if "@compiled(" in file.read_text("utf-8")
    }

    assert compiled == set(MODULES)
