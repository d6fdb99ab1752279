import type { McpConnection } from "./connection.ts";

/**
 * A connection whose tool list is without these values: what a server says of its tools is remembered, shown and sent to models, and
 * one that repeats what it was given must not give it away. What calls give out is searched elsewhere.
 */
export function withoutValues(connection: McpConnection, values: Iterable<string>): McpConnection {
  const hidden = [...values];
  if (hidden.length === 0) return connection;
  return {
    ...connection,
    async listTools(maximum, signal) {
      const text = JSON.stringify(await connection.listTools(maximum, signal));
      // As it stands inside a text of JSON.
      const written = hidden.map((value) => JSON.stringify(value).slice(1, -1));
      return JSON.parse(written.reduce((shown, value) => shown.replaceAll(value, "***"), text));
    },
  };
}
