import type { Requirement } from "./requirement.ts";

const operator = { reader: "operator", spec: "protection.spec.ts" } as const;
const rules = { reader: "operator", spec: "rules.spec.ts" } as const;

/** What is promised to those who host it and say what agents may do. */
export const operatorRequirements: readonly Requirement[] = [
  {
    ...rules,
    promise: "What agents may call can depend on whose model they are.",
    story: "rules for one provider's models are written on the rules page and hold for every agent",
  },
  {
    ...rules,
    promise: "Who saves rules takes nothing away that somebody else has changed meanwhile.",
    story:
      "rules that two pages change both stand, and a choice that both made is named; what nobody touched follows",
  },
  {
    reader: "operator",
    spec: "outage.spec.ts",
    promise:
      "A database that is away is named on every page with what to do, and everything goes on by itself when it is back.",
    story: "without a database the pages say what to do, and every page goes on by itself when it comes",
  },
  {
    ...operator,
    promise: "Another site's page cannot change anything through a browser.",
    story: "a change that another site's page sends is refused and changes nothing",
  },
  {
    ...operator,
    promise: "Another site's page brings nothing about by asking either, and links from it still open.",
    story: "another site's page brings nothing about by asking, and may link here",
  },
  {
    ...operator,
    promise: "A name re-pointed at this machine is not served.",
    story: "a request under a name that is not this server's is refused",
  },
  {
    ...operator,
    promise: "What is asked for is a path of this server; no answer leads to another one.",
    story: "what is asked for is a path of this server, and no answer leads elsewhere",
  },
  {
    ...operator,
    promise: "Nobody has pictures decoded or fetched by the server.",
    story: "nobody has pictures decoded or fetched here",
  },
  {
    ...operator,
    promise: "Every answer carries a policy that names no other site.",
    story: "every answer says what a page may load, and that nobody may frame it",
  },
  {
    ...operator,
    promise: "No other site can show a page in a frame.",
    story: "a page is not shown inside another site's frame",
  },
  {
    ...rules,
    promise: "Toolboxes are made, changed and deleted; built-in ones stay as they are.",
    story: "a toolbox is made, changed and deleted, and the built-in ones cannot be",
  },
  {
    ...rules,
    promise: "Whoever looks at an agent's tools sees which rule keeps one away.",
    story: "the inspector says which rule keeps a tool from an agent",
  },
  {
    ...rules,
    promise:
      "Agents and orgs have rules of their own, written in the inspector, which says what follows from them.",
    story: "rules of an agent and of its org are written in the inspector and hold at once",
  },
  {
    ...rules,
    promise: "A gated call is allowed or denied where people are, and it is written down who did.",
    story: "a call waits to be allowed, on the run's page and in the inbox, and the audit tells who did",
  },
  {
    ...rules,
    promise:
      "Keys for tools are stored by name, with the tools and hosts that may have them; no page gives one back.",
    story: "a secret is stored, changed and removed in the settings, and its value is never shown again",
  },
  {
    ...rules,
    promise: "Servers take keys by their names; only servers that may have one get it.",
    story: "a server takes a secret by its name, and its page shows the name alone",
  },
  {
    ...rules,
    promise:
      "What is refused without anybody being asked can be looked up, with the reason and the arguments.",
    story: "what a limit refuses stands in the audit among the refusals, though nobody was asked",
  },
];
