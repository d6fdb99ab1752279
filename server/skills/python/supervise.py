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

import disk  # noqa: E402
import memory  # noqa: E402
import unmapped  # noqa: E402
import urgency  # noqa: E402
from limits import limit, limit_processor_time, limit_resources  # noqa: E402

# How many processes there may be at a time.
PROCESS_LIMIT = int(os.environ.pop("OPENHIVE_PROCESS_LIMIT", "0"))
# In a sandbox, where there are no processes and nothing of System V but the call's own, and which ends with this process.
IS_CONTAINED = bool(os.environ.pop("OPENHIVE_IS_CONTAINED", ""))
CPU_SECONDS = int(os.environ.pop("OPENHIVE_CPU_SECONDS", "0"))
# Bytes of memory that all processes of the call may have together.
MEMORY_LIMIT = int(os.environ.pop("OPENHIVE_MEMORY_LIMIT", "0"))
# Bytes of a file that is written.
FILE_LIMIT = int(os.environ.pop("OPENHIVE_FILE_LIMIT", "0"))
# Bytes that its working folder may hold.
DISK_LIMIT = int(os.environ.pop("OPENHIVE_DISK_LIMIT", "0"))
LOOK_EVERY = 0.1
# Where a sandbox without a network has the way to a proxy; the call learns of it by the variables that programs know.
PROXY_SOCKET = os.environ.pop("OPENHIVE_PROXY_SOCKET", "")
PROXY_VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")


def close_inherited():
    """A server may itself have been started with files open, which its children get too: a folder among them leads out of a sandbox."""
    try:
        found = [int(name) for name in os.listdir("/proc/self/fd")]
    except OSError:
        found = range(os.sysconf("SC_OPEN_MAX") if hasattr(os, "sysconf") else 256)
    for descriptor in found:
        if descriptor > LIFELINE:
            try:
                os.close(descriptor)
            except OSError:
                pass


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


def take_ended(child):
    """The child's wait status once it has ended. Orphans that have ended are taken away on the way: they would count as processes."""
    while True:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == child:
            return status
        if not pid:
            return None


def kill_rest(is_reaper):
    if not is_reaper:
        return
    until = time.monotonic() + 5
    while reap() and time.monotonic() < until:
        # All of them, not children alone whose own come here in their turn: those would have started others meanwhile.
        for pid in memory.tree()[1:] or children():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.005)


def run_child(arguments):
    urgency.be_ordinary()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    limit_resources(MEMORY_LIMIT)
    if FILE_LIMIT:
        limit("RLIMIT_FSIZE", FILE_LIMIT)
    # Outside of a sandbox all processes of the user would count, also those that are none of the call's.
    if PROCESS_LIMIT and IS_CONTAINED:
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


def open_proxy():
    if not PROXY_SOCKET:
        return
    import forwarder

    address = forwarder.start(PROXY_SOCKET, (RESULT, LIFELINE))
    os.environ.update(dict.fromkeys(PROXY_VARIABLES, address), NODE_USE_ENV_PROXY="1")


def tell_peak(use):
    """Tells the caller the most memory that was seen, by the lifeline: no process of the call has that descriptor."""
    try:
        os.write(LIFELINE, b"%d\n" % max(memory.largest_ended(), use.peak if use else 0))
    except OSError:
        pass


def stop(reason, use):
    """Says why, as the last thing printed, and ends everything. In a sandbox the end of this process does that a second time."""
    os.write(2, f"\nStopped: {reason}\n".encode())
    kill_rest(True)
    leave(use)
    os._exit(128 + signal.SIGKILL)


def leave(use):
    """What is left to do when no process is left: what belongs to none goes as well, and the caller is told of the peak."""
    if use:
        use.unmapped.system_v.remove()
    tell_peak(use)


def is_crowded(use):
    """The kernel's own limit holds in a sandbox alone, and for root not even there."""
    if not PROCESS_LIMIT:
        return False
    if IS_CONTAINED:
        return sum(entry.isdigit() for entry in os.listdir("/proc")) > PROCESS_LIMIT
    return use is not None and len(use.pids) > PROCESS_LIMIT


def stop_crowd(use):
    """They may start faster than they can be ended one by one, and leave this process little of the processor's time."""
    if IS_CONTAINED and os.getpid() < 10:
        # All that a sandbox has, at once: none of them can start another any more.
        os.kill(-1, signal.SIGKILL)
    stop(f"it had more than {PROCESS_LIMIT} processes.", use)


def watch(child, wake, use):
    """Waits for the child's end or the caller's; gives the child's wait status, or None when the caller has gone."""
    space = disk.DiskUse(os.getcwd(), DISK_LIMIT)
    space.start()
    while True:
        ready = select.select([LIFELINE, wake], [], [], LOOK_EVERY if IS_CONTAINED or use else None)[0]
        if LIFELINE in ready:
            return None
        if use and not IS_CONTAINED:
            use.pids = memory.tree()
        # Before all that takes longer: it is a crowd that makes everything long.
        if is_crowded(use):
            stop_crowd(use)
        if use and IS_CONTAINED:
            use.pids = memory.tree()
        if use and use.is_too_much():
            stop(f"its processes together had more than {memory.written(MEMORY_LIMIT)} of memory.", use)
        if space.is_over:
            stop(f"its files together had more than {memory.written(DISK_LIMIT)}, or were more than {disk.MAX_ENTRIES}.", use)
        if wake not in ready:
            continue
        os.read(wake, 512)
        status = take_ended(child)
        if status is not None:
            return status


def main():
    close_inherited()
    is_reaper = become_reaper()
    # A sandbox has seen to it.
    has_own_system_v = IS_CONTAINED or (is_reaper and unmapped.own_system_v())
    if sys.argv[1] == "call":
        import call  # noqa: F401
    open_proxy()
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
    # Orphans of a call are found as long as they come to this process.
    use = memory.MemoryUse(MEMORY_LIMIT, has_own_system_v) if MEMORY_LIMIT and is_reaper else None
    # In a sandbox it is too late to ask: there this process was started like that.
    urgency.come_first()
    if use:
        use.start()
    status = watch(child, wake, use)
    kill_rest(is_reaper)
    if status is None:
        if use:
            use.unmapped.system_v.remove()
        os.killpg(0, signal.SIGKILL)
    leave(use)
    os._exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))


main()
