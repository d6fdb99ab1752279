import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { onSurroundingsNews } from "./on-surroundings-news.ts";

const skills = [["skills", "list"], { type: "query" }];

function listen() {
  const queries = new QueryClient();
  const heard = { times: 0 };
  queries.getQueryCache().subscribe(
    onSurroundingsNews(() => {
      heard.times += 1;
    }),
  );
  return { queries, heard };
}

test("a list that is read for the first time, or says the same again, is no news; another one is", () => {
  const { queries, heard } = listen();
  queries.setQueryData(skills, [{ name: "tables", isUsable: true }]);
  queries.setQueryData(skills, [{ name: "tables", isUsable: true }]);
  expect(heard.times).toBe(0);
  queries.setQueryData(skills, [{ name: "tables", isUsable: false }]);
  expect(heard.times).toBe(1);
});

test("a list that is out of date is news, of servers and providers as well, and nothing else is", async () => {
  const { queries, heard } = listen();
  for (const [count, name] of ["skills", "mcp", "providers"].entries()) {
    const key = [[name, "list"], {}];
    queries.setQueryData(key, []);
    await queries.invalidateQueries({ queryKey: key });
    expect(heard.times).toBe(count + 1);
  }
  queries.setQueryData([["runs", "list"], {}], []);
  await queries.invalidateQueries({ queryKey: [["runs", "list"], {}] });
  queries.setQueryData(["xray", 1], {});
  await queries.invalidateQueries({ queryKey: ["xray", 1] });
  expect(heard.times).toBe(3);
});
