"""Memory of a call that lies in none of its processes: files without a name in memory, and what System V keeps. Linux alone.

A file made by memfd_create, or one below /dev/shm, takes memory from when it is written; only what a process has mapped of it and
looked at is counted as that process's. A segment or queue of System V belongs to no process at all.
"""

import os
import re

CLONE_NEWIPC = 0x08000000
IPC_RMID = 0
IN_MEMORY = ("/memfd:", "/dev/shm/")
# A mapping's first line: addresses, rights, offset, device, inode, name.
MAPPING = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) \S+ ([0-9a-f]+) (\S+) (\d+) +(/(?:memfd:|dev/shm/|SYSV).*)$", re.MULTILINE)
PART = re.compile(r"^Pss: +(\d+)", re.MULTILINE)


def own_system_v():
    """Moves this process to a place where System V keeps things for the call alone and drops them with it; False where it may not."""
    try:
        import ctypes

        return ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWIPC) == 0
    except (ImportError, OSError, AttributeError):
        return False


def rows(name):
    """Of /proc/sysvipc: each a dictionary by the heading's words."""
    try:
        heading, *lines = read_text(f"/proc/sysvipc/{name}").splitlines()
    except (OSError, ValueError):
        return []
    words = heading.split()
    return [dict(zip(words, map(int, line.split()))) for line in lines]


class SystemV:
    """Segments of shared memory and queues: all that can be seen where they are the call's own, else those its processes made."""

    def __init__(self, is_own):
        self.is_own = is_own
        self.makers = set()

    def saw(self, pids):
        if not self.is_own:
            self.makers.update(pids)

    def segments(self):
        return [row for row in rows("shm") if self.is_own or row["cpid"] in self.makers]

    def sizes(self):
        """Bytes by key."""
        sizes = {f"SYSV:{row['shmid']}": row.get("rss", row["size"]) for row in self.segments()}
        if self.is_own:
            sizes["queues"] = sum(row["cbytes"] for row in rows("msg"))
        return sizes

    def remove(self):
        """Segments outlive whoever made them. Where they are the call's own they end with it."""
        if self.is_own or not self.makers:
            return
        import ctypes

        shmctl = ctypes.CDLL(None).shmctl
        for row in self.segments():
            shmctl(row["shmid"], IPC_RMID, None)


def key(device, inode, name):
    return f"SYSV:{inode}" if name.startswith("/SYSV") else f"{device}:{inode}"


def open_files(pid):
    """Bytes by key of the files in memory that a process has open. Raises PermissionError where it lets nobody look."""
    sizes = {}
    for number in os.listdir(f"/proc/{pid}/fd"):
        path = f"/proc/{pid}/fd/{number}"
        try:
            name = os.readlink(path)
            if name.startswith(IN_MEMORY):
                found = os.stat(path)
                device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}"
                sizes[key(device, found.st_ino, name)] = found.st_blocks * 512
        except OSError:
            continue
    return sizes


def read_text(path):
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "replace")


def mapped_files(pid):
    """Of files in memory that a process has mapped, how much of them: nobody can ask for the size of one that is open no more."""
    sizes = {}
    for begin, end, offset, device, inode, name in MAPPING.findall(read_text(f"/proc/{pid}/maps")):
        if not name.startswith("/SYSV"):
            found = key(device, inode, name)
            sizes[found] = max(sizes.get(found, 0), int(offset, 16) + int(end, 16) - int(begin, 16))
    return sizes


def part_of(pid, keys):
    """Bytes that count as the process's own memory, and are counted under these keys as well."""
    try:
        text = read_text(f"/proc/{pid}/smaps")
    except OSError:
        return 0
    parts = 0
    for found in MAPPING.finditer(text):
        part = PART.search(text, found.end()) if key(*found.groups()[3:]) in keys else None
        parts += int(part.group(1)) * 1024 if part else 0
    return parts


def in_shared_memory():
    """Bytes of all shared memory of the machine."""
    try:
        with open("/proc/meminfo", "rb") as file:
            for line in file:
                if line.startswith(b"Shmem:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return 0


class Unmapped:
    """What a call holds besides its processes' own memory."""

    def __init__(self, has_own_system_v):
        self.system_v = SystemV(has_own_system_v)
        self.before = in_shared_memory()

    def look(self, pids):
        """Bytes by key, and whether all processes let themselves be looked at."""
        sizes, mapped, is_all_seen = self.system_v.sizes(), {}, True
        for pid in pids:
            try:
                sizes.update(open_files(pid))
                mapped.update(mapped_files(pid))
            except PermissionError:
                is_all_seen = False
            except OSError:
                continue
        return {**mapped, **sizes}, is_all_seen

    def grown(self):
        """Bytes that the machine's shared memory has grown by since the call began, whoever did it."""
        return in_shared_memory() - self.before
