/** Where the typed API answers. */
export const API_URL = "/api/trpc";
