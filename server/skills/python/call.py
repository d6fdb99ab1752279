"""Calls one function of a skill: arguments as JSON from standard input, the answer as JSON to descriptor 3.

A generator's values are told while it works, each as a line `{"progress": value}` before the answer; what it returns is the
answer's value, or the list of its values when it returns nothing.

Request: `{"folder", "file", "function", "arguments"}`, and where there are some `variables` for the environment and `cpuSeconds`,
the processor time that each process may use. Answer: `{"ok": true, "value"}` or
`{"ok": false, "kind": "arguments" | "load" | "raised" | "value", "message", "frames": [...]}`.
What the function prints never touches the answer.
"""

import asyncio
import importlib
import importlib.util
import inspect
import json
import os
import sys
import traceback

from limits import limit_processor_time
from values import ArgumentProblem, ValueProblem, from_json, to_json

RESULT = 3
MAX_LINE = 20_000
MAX_PROGRESS = 1_000_000
STANDARD_MODULES = getattr(sys, "stdlib_module_names", frozenset())


def load(folder, file):
    """Imports one file of the skill, so that its neighbours and its package can be imported too."""
    path = os.path.join(folder, *file.split("/"))
    where, stem = os.path.split(path)
    name, top = stem[: -len(".py")], where
    while os.path.exists(os.path.join(top, "__init__.py")) and top != folder:
        top, package = os.path.split(top)
        name = f"{package}.{name}"
    if folder not in sys.path:
        sys.path.insert(0, folder)
    sys.path.insert(0, top)
    if "." in name:
        return importlib.import_module(name)
    name = f"skill_{name}" if name in sys.modules or name in STANDARD_MODULES else name
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def invoke(function, arguments):
    positional, named = from_json(function, arguments)
    value = function(*positional, **named)
    if inspect.isawaitable(value):
        async def wait():
            return await value

        value = asyncio.run(wait())
    if inspect.isgenerator(value):
        return drain(value)
    if inspect.isasyncgen(value):
        return asyncio.run(drain_async(value))
    return value


class Progress:
    """Tells what a generator yields, as far as the reader has room for it."""

    def __init__(self):
        self.values = []
        self.room = MAX_PROGRESS

    def add(self, value):
        value = to_json(value)
        self.values.append(value)
        line = json.dumps({"progress": value}, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace") + b"\n"
        if len(line) <= min(self.room, MAX_LINE):
            self.room -= len(line)
            view = memoryview(line)
            while view:
                view = view[os.write(RESULT, view):]


def drain(generator):
    progress = Progress()
    while True:
        try:
            progress.add(next(generator))
        except StopIteration as end:
            return progress.values if end.value is None else end.value


async def drain_async(generator):
    progress = Progress()
    async for value in generator:
        progress.add(value)
    return progress.values


def frames_of(error, folder):
    """The steps of the traceback that lie in the skill, outermost first, at most the last six."""
    frames = []
    for frame in traceback.extract_tb(error.__traceback__):
        path = os.path.realpath(frame.filename)
        if path.startswith(folder + os.sep):
            place = f"{os.path.relpath(path, folder)}, line {frame.lineno}, in {frame.name}"
            frames.append(f"{place}: {frame.line}" if frame.line else place)
    return frames[-6:]


def describe(error):
    text = "".join(traceback.format_exception_only(type(error), error)).strip()
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        text += "\nCaused by " + "".join(traceback.format_exception_only(type(cause), cause)).strip()
    return text[-4_000:]


def failure(kind, error, folder):
    return {"ok": False, "kind": kind, "message": describe(error), "frames": frames_of(error, folder)}


def answer(request):
    folder = os.path.realpath(request["folder"])
    try:
        module = load(folder, request["file"])
        function = getattr(module, request["function"])
    except BaseException as error:
        return failure("load", error, folder)
    try:
        value = invoke(function, request["arguments"])
    except ArgumentProblem as error:
        return {"ok": False, "kind": "arguments", "message": str(error), "frames": []}
    except ValueProblem as error:
        return {"ok": False, "kind": "value", "message": str(error), "frames": []}
    except BaseException as error:
        return failure("raised", error, folder)
    try:
        return {"ok": True, "value": to_json(value)}
    except ValueProblem as error:
        return {"ok": False, "kind": "value", "message": str(error), "frames": []}
    except BaseException as error:
        return failure("value", error, folder)


def main():
    request = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.set_inheritable(RESULT, False)
    os.environ.update(request.get("variables", {}))
    if "cpuSeconds" in request:
        limit_processor_time(request["cpuSeconds"])
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    sys.stderr.reconfigure(errors="backslashreplace")
    sys.argv = [request["file"]]
    caller = os.getpid()
    text = json.dumps(answer(request), ensure_ascii=False, allow_nan=False)
    # A function that forks may return more than once: its call has one answer.
    if os.getpid() != caller:
        os._exit(0)
    with os.fdopen(RESULT, "wb") as result:
        result.write(text.encode("utf-8", "backslashreplace"))
