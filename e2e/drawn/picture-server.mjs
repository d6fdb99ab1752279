// An MCP server whose tools are always the same: it stands on pictures, and nobody calls it.
import { createInterface } from "node:readline";

const query = { type: "string", description: "Words that are looked for." };
const key = { type: "string", description: "Key of an entry, as a search answers it." };
const tools = [
  { name: "search", description: "Find entries of the library.", inputSchema: schemaOf({ query }) },
  { name: "read_entry", description: "Read one entry with its notes.", inputSchema: schemaOf({ key }) },
  {
    name: "add_note",
    description: "Write a note on an entry.",
    inputSchema: schemaOf({ key, note: { type: "string" } }),
    annotations: { readOnlyHint: false },
  },
].map((tool) => ({ annotations: { readOnlyHint: true }, ...tool }));

function schemaOf(properties) {
  return { type: "object", properties, required: Object.keys(properties) };
}

function resultOf({ method, params }) {
  if (method === "initialize")
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "library", version: "1" },
    };
  if (method === "tools/list") return { tools };
  return method === "ping" ? {} : undefined;
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, ...request } = JSON.parse(line);
  if (id === undefined) return;
  const result = resultOf(request);
  const answer = result ? { result } : { error: { code: -32601, message: `Unknown ${request.method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
