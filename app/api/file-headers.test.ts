import { describe, expect, it } from "vitest";
import { fileHeaders } from "./file-headers.ts";

const content = new Uint8Array([1, 2, 3]);
const headersOf = (name: string, mediaType = "text/csv") => fileHeaders({ name, mediaType, content });

describe("the headers of a downloaded file", () => {
  it("save it, forbid guessing its type and run nothing", () => {
    const headers = headersOf("figures.csv");
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="figures.csv"/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
    expect(headers["content-length"]).toBe("3");
  });

  it("hold no name that ends a header or a quoted string", () => {
    const value = headersOf('a"\r\nset-cookie: x=1; b.html')["content-disposition"] ?? "";
    expect(value).not.toMatch(/[\r\n]/);
    expect(() => new Headers({ "content-disposition": value })).not.toThrow();
    expect(value.split(";")).toHaveLength(3);
  });

  it("keep every character of a name in any script", () => {
    const value = headersOf("Wärme (1) 熱.csv")["content-disposition"] ?? "";
    expect(decodeURIComponent(value.split("UTF-8''")[1] ?? "")).toBe("Wärme (1) 熱.csv");
  });

  it("survive a name with half a character", () => {
    expect(() => headersOf("\ud800.txt")).not.toThrow();
  });

  it("turn a media type that is none into bytes", () => {
    expect(headersOf("x", "text/html\r\nx: y")["content-type"]).toBe("application/octet-stream");
    expect(headersOf("x", "")["content-type"]).toBe("application/octet-stream");
  });
});
