"""What a process of a skill may take of the machine."""

try:
    import resource
except ImportError:  # Windows has no such limits.
    resource = None

# Bytes of memory a process may have, bytes of a file it may write, and open files. The call's time is watched from outside.
LIMITS = {"RLIMIT_DATA": 4 << 30, "RLIMIT_FSIZE": 256 << 20, "RLIMIT_NOFILE": 1024, "RLIMIT_CORE": 0}


def limit(name, wanted):
    """Lowers one limit, where the system knows it; what is lower already stays."""
    try:
        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(kind, (most, most))
    except (AttributeError, OSError, ValueError):
        pass


def limit_resources():
    for name, wanted in LIMITS.items():
        limit(name, wanted)
