import { describeMcpServerBook } from "../testing/mcp-book-contract.ts";
import { createMemoryMcpBook } from "../testing/mcp-memory-book.ts";

describeMcpServerBook(async () => createMemoryMcpBook());
