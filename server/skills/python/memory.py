"""How much memory this process and everything below it have together. Linux alone: read from /proc."""

import os
import sys
import time

try:
    import resource
except ImportError:  # Windows does not tell.
    resource = None

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
# After a close look that found less than the limit. Such looks cost the kernel a walk over all pages.
CLOSE_LOOK_EVERY = 1.0


def written(size):
    """`4 GB`, `256 MB`."""
    return f"{size >> 30} GB" if size % (1 << 30) == 0 else f"{size >> 20} MB"


def tree():
    """This process and its descendants, as far as they can be seen."""
    found, left = [], [os.getpid()]
    while left:
        pid = left.pop()
        found.append(pid)
        try:
            tasks = os.listdir(f"/proc/{pid}/task")
        except OSError:
            continue
        for task in tasks:
            try:
                with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                    left.extend(int(child) for child in file.read().split())
            except OSError:
                continue
    return found


def resident(pid):
    """Bytes in memory. What several processes share is counted for each of them."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * PAGE
    except (OSError, IndexError, ValueError):
        return 0


def proportional(pid):
    """Bytes in memory, of what is shared its part of it. Where that may not be read, all of it."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except (OSError, IndexError, ValueError):
        pass
    return resident(pid)


def largest_ended():
    """Bytes that the largest of the processes that have ended had at most; 0 where the system does not tell."""
    if resource is None:
        return 0
    size = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return size if sys.platform == "darwin" else size * 1024


class MemoryUse:
    """Compares with a limit: cheaply first, and closely only where the cheap figure is above it."""

    def __init__(self, limit):
        self.limit = limit
        self.next_close_look = 0.0
        # The most that the processes below this one had at one look.
        self.peak = 0

    def is_too_much(self):
        pids = tree()
        sizes = [resident(pid) for pid in pids]
        self.peak = max(self.peak, sum(sizes[1:]))
        if sum(sizes) <= self.limit or time.monotonic() < self.next_close_look:
            return False
        if sum(map(proportional, pids)) > self.limit:
            return True
        self.next_close_look = time.monotonic() + CLOSE_LOOK_EVERY
        return False
