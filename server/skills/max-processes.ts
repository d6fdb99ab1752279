/** Of one call or one installation at a time, in a sandbox. */
export const MAX_PROCESSES = 256;
