/** Of one call or one installation at a time: in a sandbox, and on Linux for calls without one. */
export const MAX_PROCESSES = 256;
