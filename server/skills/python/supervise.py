"""Runs one function call or one program, and sees to it that nothing of it stays behind.

    supervise.py call                 the request is on standard input, the answer goes to descriptor 3 (see call.py)
    supervise.py exec PROGRAM ARG...  plain standard streams

A `call` may wait for its request: everything that is needed for any skill has been imported by then, and nothing of a skill.

Descriptor 4 is the lifeline: when its other end is closed (the caller ends the call, or is itself killed), everything
the call started is killed. On Linux that includes processes that moved to another session: this process is made their
reaper, so that orphans come here. Ends with the child's exit code, or 128 + signal.
"""

import os
import select
import signal
import sys
import time

RESULT, LIFELINE = 3, 4
PR_SET_CHILD_SUBREAPER = 36


sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from limits import limit, limit_processor_time, limit_resources  # noqa: E402

# How many processes there may be at a time; set in a sandbox alone, which counts and shows no others.
PROCESS_LIMIT = int(os.environ.pop("OPENHIVE_PROCESS_LIMIT", "0"))
CPU_SECONDS = int(os.environ.pop("OPENHIVE_CPU_SECONDS", "0"))
COUNT_EVERY = 0.1


def become_reaper():
    if not sys.platform.startswith("linux"):
        return False
    try:
        import ctypes

        return ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    except (ImportError, OSError, AttributeError):
        return False


def children():
    """Processes whose parent is this one."""
    found, me = [], os.getpid()
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", "rb") as stat:
                fields = stat.read().rpartition(b")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == me:
            found.append(int(entry))
    return found


def reap():
    """Takes the ended children away; False when no child is left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
        return True
    except ChildProcessError:
        return False


def kill_rest(is_reaper):
    if not is_reaper:
        return
    until = time.monotonic() + 5
    while reap() and time.monotonic() < until:
        for pid in children():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.005)


def run_child(arguments):
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    limit_resources()
    if PROCESS_LIMIT:
        limit("RLIMIT_NPROC", PROCESS_LIMIT)
    if CPU_SECONDS:
        limit_processor_time(CPU_SECONDS)
    # Set by a sandbox; a call has the same variables with and without one.
    os.environ.pop("PWD", None)
    if arguments[0] == "exec":
        os.close(RESULT)
        try:
            os.execvp(arguments[1], arguments[1:])
        except OSError as error:
            os.write(2, f"{arguments[1]}: {error.strerror}\n".encode())
            os._exit(127)
    import call

    call.main()
    sys.exit(0)


def end_when_too_many():
    """The kernel's own limit does not hold for root. The end of this process ends the sandbox and all that is in it."""
    if sum(entry.isdigit() for entry in os.listdir("/proc")) > PROCESS_LIMIT:
        os.write(2, f"Stopped: it had more than {PROCESS_LIMIT} processes.\n".encode())
        os._exit(128 + signal.SIGKILL)


def watch(child, wake):
    """Waits for the child's end or the caller's; gives the child's wait status, or None when the caller has gone."""
    while True:
        ready = select.select([LIFELINE, wake], [], [], COUNT_EVERY if PROCESS_LIMIT else None)[0]
        if LIFELINE in ready:
            return None
        if PROCESS_LIMIT:
            end_when_too_many()
        if wake not in ready:
            continue
        os.read(wake, 512)
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status


def main():
    is_reaper = become_reaper()
    if sys.argv[1] == "call":
        import call  # noqa: F401
    wake, wake_writer = os.pipe()
    os.set_blocking(wake_writer, False)
    signal.set_wakeup_fd(wake_writer)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    child = os.fork()
    if child == 0:
        signal.set_wakeup_fd(-1)
        for descriptor in (wake, wake_writer, LIFELINE):
            os.close(descriptor)
        run_child(sys.argv[1:])
    os.close(RESULT)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    status = watch(child, wake)
    kill_rest(is_reaper)
    if status is None:
        os.killpg(0, signal.SIGKILL)
    os._exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))


main()
