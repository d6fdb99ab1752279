"""How much memory this process and everything below it have together. Linux alone: read from /proc."""

import os
import sys
import threading
import time

import unmapped

try:
    import resource
except ImportError:  # Windows does not tell.
    resource = None

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
# After a close look that found less than the limit. Such looks cost the kernel a walk over all pages.
CLOSE_LOOK_EVERY = 1.0
# Between two looks at what lies in no process.
LOOK_ASIDE_EVERY = 0.4


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
    """
    Compares with a limit: cheaply each time it is asked, and closely in a thread of its own. Only that reads what the kernel tells
    of single mappings: a process that is just starting others can keep who reads it waiting for seconds.
    """

    def __init__(self, limit, has_own_system_v):
        self.limit = limit
        # The most that the processes below this one had at one look, with all that they hold besides.
        self.peak = 0
        self.pids = [os.getpid()]
        self.unmapped = unmapped.Unmapped(has_own_system_v)
        self.aside = {}
        self.is_over = False
        self.is_above = threading.Event()

    def start(self):
        """After the child was forked, which would have the thread's locks and not the thread."""
        threading.Thread(target=self.look_closely, daemon=True).start()

    def is_too_much(self):
        self.unmapped.system_v.saw(self.pids)
        sizes = [resident(pid) for pid in self.pids]
        aside = sum(self.aside.values())
        self.peak = max(self.peak, sum(sizes[1:]) + aside)
        if sum(sizes) + aside > self.limit:
            self.is_above.set()
        return self.is_over

    def look_closely(self):
        pause = LOOK_ASIDE_EVERY
        while True:
            self.is_above.wait(pause)
            is_above = self.is_above.is_set()
            self.is_above.clear()
            start = time.monotonic()
            self.aside, is_all_seen = self.unmapped.look(self.pids)
            # Who lets nobody look is believed while the machine has no more shared memory than before, whosever it is.
            is_hiding = not is_all_seen and self.unmapped.grown() > self.limit
            if is_hiding or (is_above and self.together() > self.limit):
                self.is_over = True
            if is_above:
                time.sleep(CLOSE_LOOK_EVERY)
            # More seldom where it takes long: a call may have many files open.
            pause = max(LOOK_ASIDE_EVERY, (time.monotonic() - start) * 10)

    def together(self):
        """Each byte once: what is mapped of a file that is counted by itself is taken off."""
        total = sum(map(proportional, self.pids)) + sum(self.aside.values())
        keys = {key for key, size in self.aside.items() if size}
        return total - sum(unmapped.part_of(pid, keys) for pid in self.pids) if keys else total
