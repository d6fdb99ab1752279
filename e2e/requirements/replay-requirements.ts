import type { Requirement } from "./requirement.ts";

const pictures = { reader: "watcher", spec: "run-pictures.spec.ts" } as const;
const replay = { reader: "watcher", spec: "replay.spec.ts" } as const;
const timeline = { reader: "watcher", spec: "timeline.spec.ts" } as const;

/** What is promised to people who look back at a run, and of how a run looks. */
export const replayRequirements: readonly Requirement[] = [
  {
    ...replay,
    promise: "Earlier moments are a drag of the mouse away.",
    story: "the playhead is dragged to an earlier moment and past the end, which is now again",
  },
  {
    ...replay,
    promise: "Replay keeps to the speed that is chosen.",
    story: "at each speed a second of playing shows as many seconds of the run",
  },
  {
    ...replay,
    promise: "Replay is of events alone: no request is made, and it plays only when asked to.",
    story: "playing that has come to its end does not begin again by itself, and none of it asks the server",
  },
  {
    ...replay,
    promise: "Every earlier moment can be looked at, event by event or played.",
    story: "an earlier moment is stepped through event by event and played at another speed",
  },
  {
    ...replay,
    promise: "Earlier moments are reached, played and left with the keyboard.",
    story: "the playhead is moved, played and brought back to the end by keys alone",
  },
  {
    ...timeline,
    promise: "A run is replayed on a phone and with large letters as on a desk, with or without a mouse.",
    story: "a narrow page opens the whole timeline: its playhead, steps, speeds and lanes, by keys alone",
  },
  {
    ...timeline,
    promise: "What an agent did and for how long is read off its lane without seeing it.",
    story:
      "the stretches of a lane are walked and read by keys, lead to their moment, and are named under the mouse",
  },
  {
    ...timeline,
    promise: "On a page of any width one sees what a run has used, and can write to its agents.",
    story:
      "what a run has used is in view on a phone, and the box for a message is one entry of its menu away",
  },
  {
    ...timeline,
    promise: "The canvas of a run makes room for a larger timeline, and only where all of it was in view.",
    story: "a larger timeline hides no card that was in view, and leaves alone who looks at something nearer",
  },
  {
    ...pictures,
    promise:
      "A run at work looks the same as when its looks were settled, in both themes, now and at any earlier moment.",
    story: "a run at work looks as it did, now and at an earlier moment",
  },
  {
    ...pictures,
    promise: "Between a phone and a desk a run shows all its figures, and nothing lies over a question.",
    story: "a run at work looks as it did in a window of half a desk, and all its figures can be read",
  },
  {
    ...pictures,
    promise: "A run at work is as clear on a phone.",
    story: "a run at work looks as it did on a phone",
  },
  {
    ...pictures,
    promise: "What a run came to, or why it did not, is what one sees first.",
    story: "runs that are over look as they did",
  },
  {
    ...pictures,
    promise: "The run list keeps its looks, wide and narrow, light and dark.",
    story: "the run list looks as it did",
  },
  {
    ...pictures,
    promise: "The comparison of two runs keeps its looks.",
    story: "two runs side by side look as they did",
  },
  {
    ...pictures,
    promise: "Approvals and news from agents keep their looks.",
    story: "the inbox looks as it did",
  },
  {
    ...pictures,
    promise: "What a model was sent is laid out by its sources.",
    story: "what a model was sent looks as it did",
  },
  {
    ...pictures,
    promise: "Strangers see a run as clearly as its owners do.",
    story: "a shared run looks as it did, and a link that leads nowhere",
  },
  {
    ...pictures,
    promise: "What a run could come to is told before it begins.",
    story: "the X-ray before a run looks as it did",
  },
  {
    ...pictures,
    promise: "What happened in a run, and the files of it, keep their looks, wide and narrow.",
    story: "what happened and what was written look as they did",
  },
  {
    ...pictures,
    promise: "A run that is held says so on each card and at its top.",
    story: "a run that is held looks as it did",
  },
  {
    ...pictures,
    promise: "What holds an agent back in a run is read off the line to it.",
    story: "a line of a run says what it holds back, as it does in the editor, beside what went over it",
  },
  {
    ...pictures,
    promise: "What people allowed, denied and answered can be looked up.",
    story: "what was answered looks as it did",
  },
  {
    ...pictures,
    promise: "Nobody watches a run wait again: replay leaves out what is only waiting.",
    story: "a minute in which every agent waits is left out when a run is played with waiting skipped",
  },
  {
    ...pictures,
    promise: "A state in a wrong colour does not pass unseen.",
    story: "a state that is drawn in another colour is seen on the picture of a run",
  },
];
