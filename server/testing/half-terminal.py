"""Runs a command at a terminal, with this process's own standard output, and ends as it did.

Which of its ends are the terminal is the first argument, numbers joined by commas; the others are this process's own. What
is typed comes from standard input, what the terminal shows goes to standard error.
"""

import os
import pty
import select
import subprocess
import sys

ends = {int(end) for end in sys.argv[1].split(",")}
terminal, inside = pty.openpty()
child = subprocess.Popen(
    sys.argv[2:],
    stdin=inside if 0 in ends else subprocess.DEVNULL,
    stdout=inside if 1 in ends else None,
    stderr=inside if 2 in ends else None,
    start_new_session=True,
)
os.close(inside)
sources = [terminal, 0]
while terminal in sources:
    for source in select.select(sources, [], [])[0]:
        try:
            data = os.read(source, 65536)
        except OSError:
            # Nobody has the other end of the terminal any more.
            data = b""
        if not data:
            sources.remove(source)
        else:
            os.write(terminal if source == 0 else 2, data)
sys.exit(child.wait())
