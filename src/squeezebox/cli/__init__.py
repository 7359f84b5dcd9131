"""The command line: `squeezebox` and its commands. Imports everything below the faces.

`commands` says what there is, `inputs` what may be given, `output` how answers look. Here
is what all commands share: every way to end, with its exit status and its one sentence.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import typer
from typer.main import get_command

from ..errors import IllegalAction, SetupError, TextError
from ..solver.notice import when_compiling
from . import (  # noqa: F401  # their commands join the others
    coaching,
    measuring,
    playing,
    reading,
    solving,
    surveying,
    terminal,
    trainer,
    training,
)
from .commands import DoesNotHold, app
from .inputs import Refused
from .output import ReaderGone

__all__ = ["app", "main"]

DONE, DOES_NOT_HOLD, WRONG_CALL, INTERRUPTED = 0, 1, 2, 130
LONGEST_SENTENCE = 600

# What Typer raises for a wrong call; the class has no public name of its own.
_WrongUse: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (by default the program's own).

    Returns the exit status: 0 done, 1 only from `verify` when a record doesn't hold, 2 when
    the call or its input was wrong, which one sentence on standard error explains.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            # Whatever a terminal's encoding can't show becomes a question mark.
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    if sys.stdout is None:
        return _complain("there is nowhere to write the answer to: standard output is closed")
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except (ReaderGone, BrokenPipeError):
        _forget_output()
        return DONE
    except OSError as error:
        _forget_output()
        return _complain(f"the answer can't be written: {error.strerror or error}")
    return status


def _run(arguments: Sequence[str] | None) -> int:
    """Run the command; every way to end becomes an exit status."""
    when_compiling(_say_why_it_takes_long)
    try:
        status = get_command(app).main(
            None if arguments is None else list(arguments),
            prog_name="squeezebox",
            standalone_mode=False,
        )
    except DoesNotHold:
        return DOES_NOT_HOLD
    except (Refused, TextError, SetupError, IllegalAction) as error:
        return _complain(str(error))
    except _WrongUse as error:
        command = getattr(getattr(error, "ctx", None), "command_path", "squeezebox")
        return _complain(error.format_message(), command)  # type: ignore[attr-defined]
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except MemoryError:
        return _complain("there is not enough memory for this")
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # while a help text was shown
            raise ReaderGone from None
        status = end.code
    if status == 1:  # Typer's own end where its completion doesn't know the shell
        return WRONG_CALL
    return int(status or DONE)


def _say_why_it_takes_long() -> None:
    """Tell a person who waits; a script's answers and errors stay as they are."""
    with suppress(OSError, AttributeError, ValueError):
        if sys.stderr.isatty():
            sys.stderr.write("Compiling what searches: once after installing, up to a minute …\n")
            sys.stderr.flush()


def _complain(message: str, command: str = "squeezebox") -> int:
    """Say in one line what was wrong."""
    line = " ".join(message.split())
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
    if len(line) > LONGEST_SENTENCE:
        line = line[:LONGEST_SENTENCE] + "…"
    with suppress(OSError, AttributeError):  # it may be closed, or never have been open
        sys.stderr.write(f"{command}: {line}\n")
        sys.stderr.flush()
    return WRONG_CALL


def _forget_output() -> None:
    """Let nothing more be written, so that the end of the program doesn't fail on it again."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
