import type { Budget } from "../../contract/budget.ts";
import type { Agent, ModelChoice, OrgDocument, ReportingLine } from "../../contract/org-document.ts";
import { findLead, findOrgProblems, type OrgProblem } from "../../contract/org-graph.ts";
import type { AgentXray, OrgXray, XrayScope } from "../../contract/org-xray.ts";

/** What one model call costs at worst. */
export interface CallPrice {
  /** US dollars for a call with a full context and a long answer. */
  readonly perCall: number;
  /** US dollars for a token at most: what a budget of tokens comes to. */
  readonly perToken: number;
}

export interface XrayFacts extends XrayScope {
  /** Undefined where the price is not known; zero where a call costs nothing. */
  price(model: ModelChoice): CallPrice | undefined;
  /** Whether what it is sent can grow too long for it, so that sessions are summed up on the way. */
  isLimited(model: ModelChoice): boolean;
  readonly pricesAsOf: string;
  /** What is wrong with the drawing and what it refers to, found elsewhere. */
  readonly problems: readonly OrgProblem[];
}

/** Numbers stop here: what is more is more than anybody can pay. */
const MOST = Number.MAX_SAFE_INTEGER;

/** Works out what an org could do at worst. Pure; takes any drawing, also one that is no tree. */
export function xrayOrg(document: OrgDocument, facts: XrayFacts): OrgXray {
  const isTree = !findOrgProblems(document).some((problem) => problem.isShape);
  const lead = isTree ? findFirst(document, facts.agentId) : undefined;
  const reach = lead ? new Reach(document, facts) : undefined;
  const root = lead && reach?.look(lead, { depth: 0, sessions: 1 });
  const agents = document.agents.map((agent) => reach?.seen.get(agent.id) ?? unreached(agent));
  const { dollars, capped, isPriced } = root ?? { dollars: 0, capped: 0, isPriced: false };
  const total = Math.min(capped, budgetDollars(facts.budget, reach?.dearestToken ?? 0));
  return {
    problems: facts.problems,
    deepest: root?.deepest ?? [],
    widest: root?.widest ?? 0,
    sessions: sum(agents.map((agent) => agent.sessions)),
    modelCalls: sum(agents.map((agent) => agent.modelCalls)),
    cost: {
      dollars: isPriced ? total : null,
      isBudgeted: total < dollars,
      unpriced: [...(reach?.unpriced ?? [])].sort(),
      pricesAsOf: facts.pricesAsOf,
    },
    agents,
  };
}

/** Who gets the task: the agent that is named, else the lead. */
function findFirst(document: OrgDocument, agentId: string | undefined): Agent | undefined {
  return agentId === undefined ? findLead(document) : document.agents.find(({ id }) => id === agentId);
}

/** What an agent and everything below it comes to. */
interface Below {
  readonly deepest: readonly string[];
  readonly widest: number;
  /** Sessions at work at once if no limit on them were drawn. */
  readonly widestUnlimited: number;
  /** US dollars by limits alone, and with the budgets of agents and lines. */
  readonly dollars: number;
  readonly capped: number;
  readonly isPriced: boolean;
}

interface Place {
  readonly depth: number;
  readonly sessions: number;
}

/** One walk down the tree, and what it met. */
class Reach {
  readonly seen = new Map<string, AgentXray>();
  readonly unpriced = new Set<string>();
  dearestToken = 0;
  readonly #below = new Map<string, readonly { readonly line: ReportingLine; readonly child: Agent }[]>();
  readonly #facts: Pick<XrayFacts, "price" | "isLimited">;

  constructor({ agents, lines }: OrgDocument, facts: Pick<XrayFacts, "price" | "isLimited">) {
    this.#facts = facts;
    const byId = new Map(agents.map((agent) => [agent.id, agent]));
    for (const line of lines) {
      const child = byId.get(line.childId);
      if (child) this.#below.set(line.parentId, [...(this.#below.get(line.parentId) ?? []), { line, child }]);
    }
  }

  look(agent: Agent, { depth, sessions }: Place): Below {
    const modelCalls = capped(sessions * this.#callsOf(agent));
    const own = this.#cost(agent, modelCalls);
    this.seen.set(agent.id, {
      agentId: agent.id,
      name: agent.name,
      depth,
      sessions,
      modelCalls,
      dollars: own.isPriced ? own.dollars : null,
    });
    // The limit counts levels from the run's root, whoever it stands at.
    const mayDelegate = depth + 1 <= agent.limits.maxDepth;
    const place = { depth: depth + 1, sessions: capped(sessions * agent.limits.maxDelegationsPerChild) };
    const parts = (mayDelegate ? (this.#below.get(agent.id) ?? []) : []).map(({ line, child }) =>
      this.#over(line, this.look(child, place)),
    );
    return join(agent, sessions, [own, parts]);
  }

  #over(line: ReportingLine, below: Below): Below {
    return {
      ...below,
      widest: Math.min(below.widest, line.maxConcurrentSessions ?? MOST),
      capped: Math.min(below.capped, budgetDollars(line.budget, this.dearestToken)),
    };
  }

  /** Model calls of one session: its turns, and between them at most a summary each of what came before (compact-session.ts). */
  #callsOf({ model, limits: { maxTurns } }: Agent): number {
    return this.#facts.isLimited(model) ? maxTurns + (maxTurns - 1) : maxTurns;
  }

  #cost(agent: Agent, calls: number): OwnCost {
    const price = this.#facts.price(agent.model);
    if (!price) {
      this.unpriced.add(`${agent.model.provider}/${agent.model.model}`);
      return { dollars: 0, capped: 0, isPriced: false };
    }
    this.dearestToken = Math.max(this.dearestToken, price.perToken);
    const dollars = calls * price.perCall;
    return {
      dollars,
      capped: Math.min(dollars, budgetDollars(agent.limits.budget, price.perToken)),
      isPriced: true,
    };
  }
}

type OwnCost = Pick<Below, "dollars" | "capped" | "isPriced">;

function join(agent: Agent, sessions: number, [own, parts]: readonly [OwnCost, readonly Below[]]): Below {
  const unlimited = Math.max(sessions, sum(parts.map((part) => part.widestUnlimited)));
  const here = Math.min(sessions, agent.limits.maxConcurrentSessions ?? MOST);
  const longest =
    parts.map((part) => part.deepest).toSorted((one, other) => other.length - one.length)[0] ?? [];
  return {
    deepest: [agent.name, ...longest],
    // Whoever waits for others is not at work; with limits on both, some may wait while others work.
    widest: Math.min(unlimited, capped(here + sum(parts.map((part) => part.widest)))),
    widestUnlimited: unlimited,
    dollars: own.dollars + sum(parts.map((part) => part.dollars)),
    capped: own.capped + sum(parts.map((part) => part.capped)),
    isPriced: own.isPriced || parts.some((part) => part.isPriced),
  };
}

function budgetDollars(budget: Budget | undefined, perToken: number): number {
  const byTokens = budget?.tokens === undefined ? Number.POSITIVE_INFINITY : budget.tokens * perToken;
  return Math.min(budget?.cost ?? Number.POSITIVE_INFINITY, byTokens);
}

function unreached(agent: Agent): AgentXray {
  return { agentId: agent.id, name: agent.name, depth: 0, sessions: 0, modelCalls: 0, dollars: 0 };
}

function capped(count: number): number {
  return Math.min(count, MOST);
}

function sum(counts: readonly number[]): number {
  return capped(counts.reduce((total, count) => total + count, 0));
}
