"""How much a call has written into its working folder. A file's own size is limited by the kernel, their number and sum are not."""

import os
import threading
import time

# Seconds between two walks over the folder at least, and how much longer than a walk they are apart: it looks at each entry.
LOOK_EVERY = 1.0
REST = 20
MAX_ENTRIES = 200_000


def written(folder, most):
    """Bytes and entries below the folder, counted until either is too much."""
    size = entries = 0
    left = [folder]
    while left and size <= most and entries <= MAX_ENTRIES:
        try:
            with os.scandir(left.pop()) as found:
                for entry in found:
                    entries += 1
                    if entry.is_dir(follow_symlinks=False):
                        left.append(entry.path)
                    else:
                        size += entry.stat(follow_symlinks=False).st_blocks * 512
        except OSError:
            continue
    return size, entries


class DiskUse:
    """Looks at a folder once a second, or more seldom where that takes long, in a thread of its own."""

    def __init__(self, folder, limit):
        self.folder, self.limit = folder, limit
        self.is_over = False

    def start(self):
        if self.limit:
            threading.Thread(target=self.look, daemon=True).start()

    def look(self):
        while not self.is_over:
            start = time.monotonic()
            size, entries = written(self.folder, self.limit)
            took = time.monotonic() - start
            self.is_over = size > self.limit or entries > MAX_ENTRIES
            time.sleep(0 if self.is_over else max(LOOK_EVERY, REST * took))
