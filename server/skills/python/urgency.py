"""Who comes first when a call has more processes than the machine can serve: its watcher, which is to end them.

Root alone may ask for it, and for root alone there is no other way: the kernel's own limit of processes does not hold for it.
"""

import os


def come_first():
    """Before every ordinary process, for the little that a watcher has to do. Nothing happens where it is not allowed."""
    set_policy("SCHED_RR", 1)


def be_ordinary():
    """For what a watcher starts; inherited by everything that this starts. Not for the watcher's own threads: one that waits for its
    turn while it has the interpreter's lock keeps all others waiting."""
    set_policy("SCHED_OTHER", 0)


def set_policy(name, priority):
    try:
        os.sched_setscheduler(0, getattr(os, name), os.sched_param(priority))
    except (OSError, AttributeError):
        pass
