import type { Compaction } from "../contract/compaction.ts";
import type { Message, ToolCall } from "../contract/message.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import { addUsage, NO_USAGE, type Usage } from "../contract/usage.ts";
import { compactedView } from "./compaction.ts";
import { type Company, companyOf } from "./company.ts";
import { messageTokens, tokensOf } from "./estimate-tokens.ts";
import {
  type ChildToOpen,
  type ClaimedSession,
  type CountedRequest,
  FenceLostError,
  type SessionNews,
  type SessionStore,
} from "./ports.ts";
import { callIdsOf } from "./transcript.ts";

/**
 * Milliseconds for which events that nobody waits for may wait for company in their commit. A crash loses what waits, as it loses the
 * model call that goes on beside it and takes a hundred times as long.
 */
const LINGER = 20;
/** The same for results of calls that may have changed something: what is lost of them is an outcome that nobody knows. */
export const SOON = 2;
/** Milliseconds for which what the last write told is as good as new: less than a person needs to see what they stop. */
const FRESH = 20;

/**
 * A claimed session while this worker advances it: its transcript in memory and the one writer of its events.
 *
 * Events are committed in the order in which they were handed over. While a commit is under way later ones collect and
 * go together in the next; those that nobody waits for linger for a moment, so that results of quick calls share a commit
 * with what comes next, or with what another session writes. Once a write was refused nothing more is written, and the signal aborts everything.
 */
export class LiveSession {
  readonly claimed: ClaimedSession;
  readonly #store: SessionStore;
  readonly #company: Company;
  readonly #freshMs: number;
  readonly #messages: Message[];
  readonly #callIds: Set<string>;
  readonly #started: Set<string>;
  readonly #lost = new AbortController();
  #waiting: RunEventBody[] = [];
  #opening: ChildToOpen[] = [];
  #writing: Promise<void> | undefined;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  /** When what lingers is written at the latest. */
  #due = Number.POSITIVE_INFINITY;
  #newsAt = performance.now();
  #failure: unknown;
  #viewTokens: number | undefined;
  /** What stands for its old turns. */
  compaction: Compaction | undefined;
  /** Its last model call as the provider counted it; undefined where nothing is known of what is sent now. */
  counted: CountedRequest | undefined;
  turns: number;
  /** Model calls since somebody last wrote to it: the parent with the task, or a person. */
  turnsSinceMessage: number;
  usage: Usage;
  /** As of the last write. */
  news: SessionNews;
  /** Budgets, as `key:unit`, that people were warned of. */
  readonly warned: Set<string>;

  /** `freshMs`: after how many milliseconds news counts as old. */
  constructor(claimed: ClaimedSession, store: SessionStore, freshMs = FRESH) {
    this.claimed = claimed;
    this.#store = store;
    this.#company = companyOf(store);
    this.#freshMs = freshMs;
    this.#messages = [...claimed.messages];
    this.#callIds = callIdsOf(claimed.messages);
    this.#started = new Set(claimed.startedCalls);
    this.compaction = claimed.compaction;
    this.counted = claimed.counted;
    this.turns = claimed.turns;
    this.turnsSinceMessage = turnsSinceMessage(claimed.messages);
    this.usage = claimed.usage;
    this.news = claimed.news;
    this.warned = new Set(claimed.warned);
  }

  /** Aborts when a write was refused. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  messages(): readonly Message[] {
    return this.#messages;
  }

  /** Ids of all calls of the transcript: what was done under one of them is never the answer to another call. */
  get callIds(): ReadonlySet<string> {
    return this.#callIds;
  }

  /** The transcript as its model sees it. */
  view(): readonly Message[] {
    return compactedView(this.#messages, this.compaction);
  }

  /** Estimated tokens of `view`: counted as messages come, so that a turn costs the same however long the session is. */
  get viewTokens(): number {
    this.#viewTokens ??= tokensOf(this.view());
    return this.#viewTokens;
  }

  /** Whether the call was begun before: by this worker or by one that is gone. */
  isStarted(call: ToolCall): boolean {
    return this.#started.has(call.callId);
  }

  /** Whether a person was asked if the call may run, before this claim: what became of it is known to whoever asked. */
  wasAsked(call: ToolCall): boolean {
    return this.claimed.askedCalls?.has(call.callId) ?? false;
  }

  /**
   * Hands an event over without waiting for the commit, which begins within so many milliseconds. Never throws; a refusal shows in
   * `lost` and in the next `append`.
   */
  emit(event: RunEventBody, within = LINGER): void {
    if (this.#failure !== undefined) return;
    this.#remember(event);
    this.#waiting.push(event);
    this.#linger(within);
  }

  /** Hands sessions over that the next commit opens below this one, within a moment. Never throws, as `emit`. */
  open(children: readonly ChildToOpen[]): void {
    if (this.#failure !== undefined || children.length === 0) return;
    this.#opening.push(...children);
    this.#linger(SOON);
  }

  /** Gives the session up without a word: nothing more is written, and whoever claims it next goes on from what is durable. */
  abandon(reason: unknown = new FenceLostError()): void {
    if (this.#failure === undefined) this.#fail(reason);
  }

  /** Resolves when the events, and all before them, are durable. */
  async append(events: readonly RunEventBody[]): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    for (const event of events) this.#remember(event);
    this.#waiting.push(...events);
    await this.flush();
  }

  /** Resolves when `news` is as good as new: a write waits for its answer only if the last one is some time ago. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#newsAt >= this.#freshMs) await this.flush();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves when everything handed over so far is durable. */
  async flush(): Promise<void> {
    this.#stopLingering();
    if (this.#hasWaiting) this.#company.writeAll();
    while (this.#hasWaiting || this.#writing !== undefined) {
      this.#writing ??= this.#write();
      await this.#writing;
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** The session as it is now, for whoever goes on with it under another claim. */
  under({ fence, news }: Pick<ClaimedSession, "fence" | "news">): ClaimedSession {
    return {
      ...this.claimed,
      fence,
      news,
      messages: this.#messages,
      turns: this.turns,
      usage: this.usage,
      startedCalls: this.#started,
      compaction: this.compaction,
      counted: this.counted,
      warned: [...this.warned],
      isResumed: true,
    };
  }

  /** Hands what is not written yet to `write`, which writes it and with it how the session leaves this worker. */
  async leave<Value>(
    write: (events: readonly RunEventBody[], opening: readonly ChildToOpen[]) => Promise<Value>,
  ): Promise<Value> {
    this.#stopLingering();
    while (this.#writing !== undefined) await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
    this.#company.writeAll();
    const { events, opening } = this.#takeWaiting();
    try {
      return await write(events, opening);
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /** Takes what people wrote meanwhile into the transcript. */
  async takeMessages(): Promise<void> {
    await this.flush();
    const texts = await this.#store.takeMessages(this.claimed);
    for (const text of texts) this.#remember({ type: "message.received", text });
    this.news = { ...this.news, waitingMessages: Math.max(0, this.news.waitingMessages - texts.length) };
  }

  /** When what lingers is written at the latest. */
  get due(): number {
    return this.#due;
  }

  get #hasWaiting(): boolean {
    return this.#waiting.length > 0 || this.#opening.length > 0;
  }

  #takeWaiting(): { readonly events: readonly RunEventBody[]; readonly opening: readonly ChildToOpen[] } {
    const taken = { events: this.#waiting, opening: this.#opening };
    this.#waiting = [];
    this.#opening = [];
    return taken;
  }

  async #write(): Promise<void> {
    const { events, opening } = this.#takeWaiting();
    try {
      if (events.length + opening.length > 0) {
        this.news = await this.#store.append(this.claimed, events, opening);
      }
      this.#newsAt = performance.now();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#writing = undefined;
    }
  }

  #fail(error: unknown): void {
    this.#failure = error;
    this.#takeWaiting();
    this.#stopLingering();
    this.#lost.abort(error);
  }

  #linger(within: number): void {
    const due = performance.now() + within;
    if (due >= this.#due) return;
    this.#stopLingering();
    this.#due = due;
    this.#lingering = setTimeout(() => void this.flush().catch(() => undefined), within);
    this.#company.join(this);
  }

  #stopLingering(): void {
    if (this.#lingering === undefined) return;
    clearTimeout(this.#lingering);
    this.#lingering = undefined;
    this.#due = Number.POSITIVE_INFINITY;
    this.#company.leave(this);
  }

  #add(message: Message): void {
    this.#messages.push(message);
    if (this.#viewTokens !== undefined) this.#viewTokens += messageTokens(message);
  }

  #remember(event: RunEventBody): void {
    switch (event.type) {
      case "turn.finished":
        this.#add(event.message);
        for (const { callId } of event.message.calls) this.#callIds.add(callId);
        this.turns += 1;
        this.turnsSinceMessage += 1;
        this.usage = addUsage(this.usage, event.usage);
        break;
      case "tool_call":
        this.#started.add(event.callId);
        break;
      case "context.compacted":
        this.#viewTokens = undefined;
        this.counted = undefined;
        this.compaction = { covers: event.covers, summary: event.summary };
        this.usage = addUsage(this.usage, event.usage ?? NO_USAGE);
        break;
      case "tool_result":
        this.#add({ role: "tool", callId: event.callId, name: event.name, result: event.result });
        break;
      case "message.received":
        this.#add({ role: "user", text: event.text });
        this.turnsSinceMessage = 0;
        break;
      default:
        break;
    }
  }
}

function turnsSinceMessage(messages: readonly Message[]): number {
  const since = messages.slice(messages.findLastIndex((message) => message.role === "user") + 1);
  return since.filter((message) => message.role === "assistant").length;
}
