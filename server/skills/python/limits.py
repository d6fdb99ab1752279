"""What a process of a skill may take of the machine."""

try:
    import resource
except ImportError:  # Windows has no such limits.
    resource = None

# Bytes of memory a process may have, bytes of a file it may write, and open files. The call's time is watched from outside.
LIMITS = {"RLIMIT_DATA": 4 << 30, "RLIMIT_FSIZE": 256 << 20, "RLIMIT_NOFILE": 1024, "RLIMIT_CORE": 0}


def limit(name, wanted, beyond=0):
    """Lowers one limit, where the system knows it; what is lower already stays. `beyond` is between a warning and the end."""
    try:
        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        lowered = [most if hard == resource.RLIM_INFINITY else min(most, hard) for most in (wanted, wanted + beyond)]
        resource.setrlimit(kind, tuple(lowered))
    except (AttributeError, OSError, ValueError):
        pass


def limit_processor_time(seconds):
    # At the first limit the process is told why (SIGXCPU). Were both the same, it would be killed without a word.
    limit("RLIMIT_CPU", seconds, beyond=1)


def limit_resources(memory=0):
    """`memory`: bytes that one process may have, where they are said."""
    if memory:
        limit("RLIMIT_DATA", memory)
    for name, wanted in LIMITS.items():
        limit(name, wanted)
