import { sessionWord } from "../canvas/card-model.ts";
import { askedText } from "../question/asked-text.ts";
import { openQuestions } from "../view/open-questions.ts";
import { statusLook } from "../view/run-status.ts";
import type { RunView, SessionView } from "../view/run-view.ts";
import { sessionName } from "../view/session-name.ts";

/** Something that those who only listen should hear of. */
export interface RunNews {
  /** `state`: what the selected agent does now. */
  readonly kind: "end" | "failure" | "failed" | "waiting" | "done" | "state";
  /** Whom it is about. */
  readonly name: string;
  readonly text: string;
}

interface Interest {
  /** The session that is looked at: of it every state is news. */
  readonly selectedId: string | undefined;
  /** What happened before that is past, not news: in milliseconds since the epoch. */
  readonly since: number;
}

/** What happened from one picture of a run to the next. The end of the run says it all. */
export function newsBetween(
  before: RunView,
  after: RunView,
  { selectedId, since }: Interest,
): readonly RunNews[] {
  if (after.finishedAt !== null)
    return before.finishedAt === null && after.finishedAt >= since ? [endOf(after)] : [];
  const known = new Set(before.questions.map(({ waitId }) => waitId));
  const waiting = openQuestions(after)
    .filter(({ waitId, askedAt }) => !known.has(waitId) && askedAt >= since)
    .map((question): RunNews => {
      const { agentName: name } = question;
      return { kind: "waiting", name, text: `${name} waits for you: ${askedText(question)}` };
    });
  const changed = after.order
    .map((id) => after.sessions[id])
    .filter((session) => session !== undefined)
    .filter(
      ({ sessionId, state, stateSince }) =>
        before.sessions[sessionId]?.state !== state && stateSince >= since,
    );
  return [
    ...waiting,
    ...changed.flatMap((session) => stateOf(after, session, session.sessionId === selectedId)),
  ];
}

function stateOf(view: RunView, session: SessionView, isSelected: boolean): readonly RunNews[] {
  const { state } = session;
  const name = sessionName(view, session);
  const text = `${name}, ${sessionWord(session).toLowerCase()}`;
  if (state === "done" || state === "failed") return [{ kind: state, name, text }];
  // What it waits for is news by itself.
  return isSelected && state !== "waiting-person" ? [{ kind: "state", name, text }] : [];
}

function endOf(view: RunView): RunNews {
  const { status, error, orgName: name } = view;
  if (status === "failed") return { kind: "failure", name, text: `The run failed. ${error ?? ""}`.trim() };
  return { kind: "end", name, text: `The run is over: ${statusLook(view).word.toLowerCase()}` };
}
