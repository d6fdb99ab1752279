import type { Requirement } from "./requirement.ts";

const watcher = { reader: "watcher", spec: "watcher.spec.ts" } as const;
const influence = { reader: "watcher", spec: "influence.spec.ts" } as const;
const tools = { reader: "watcher", spec: "run-tools.spec.ts" } as const;
const inbox = { reader: "watcher", spec: "inbox.spec.ts" } as const;
const parts = { reader: "watcher", spec: "run-parts.spec.ts" } as const;
const compare = { reader: "watcher", spec: "compare.spec.ts" } as const;
const stacked = { reader: "watcher", spec: "stacked-card.spec.ts" } as const;
const quick = { reader: "watcher", spec: "quick-choices.spec.ts" } as const;
const drafts = { reader: "watcher", spec: "drafts.spec.ts" } as const;
const canvas = { reader: "watcher", spec: "live-canvas.spec.ts" } as const;
const long = { reader: "watcher", spec: "long-run.spec.ts" } as const;

/** What is promised to people who watch runs. */
export const watcherRequirements: readonly Requirement[] = [
  {
    reader: "watcher",
    spec: "run-tools.spec.ts",
    promise: "A run is looked at from the list with a thumb as well.",
    story: "a quick look at a run is taken from the list by touch",
  },
  {
    reader: "watcher",
    spec: "approvals.spec.ts",
    promise: "Nobody allows what they have not seen whole.",
    story: "a long request is decided on whole, and by nobody before it is there",
  },
  {
    reader: "watcher",
    spec: "approvals.spec.ts",
    promise: "Who allows something for good chooses how far it goes, and sees through whom it was asked.",
    story:
      "always goes as far as the menu beside it says, chosen by key, and the request shows through whom it comes",
  },
  {
    reader: "watcher",
    spec: "approvals.spec.ts",
    promise: "The inbox shows what came of today's requests beside those that wait.",
    story:
      "what was answered today stands below what waits in the same list, and is walked with the same keys",
  },
  {
    reader: "watcher",
    spec: "approvals.spec.ts",
    promise: "Approvals are given, as far as one likes, with a thumb.",
    story: "an approval is allowed for every agent by touch, and is found among the answers of today",
  },
  {
    reader: "watcher",
    spec: "run-tools.spec.ts",
    promise: "The list of runs is sorted by its heads, on a phone from a list.",
    story: "the run list is sorted by its heads as the server says, in the address and on a phone as well",
  },
  {
    ...watcher,
    promise:
      "The example org runs without a key, its agents change state on the canvas, and an answer stands.",
    story: "the example org is run from its editor and seen at work until its answer stands",
  },
  {
    ...watcher,
    promise:
      "A question is answered on the page, a reload shows the same picture, the answer uses the attached file.",
    story:
      "a question is answered on the page, across a reload, and the answer holds the figures of the file",
  },
  {
    ...watcher,
    promise: "A run can be stopped, and every part of the page says so.",
    story: "a run is stopped and says so everywhere",
  },
  {
    ...influence,
    promise: "A run can be paused and resumed; a message sent meanwhile survives a reload and is read.",
    story: "a paused run holds every agent, takes a message and goes on with it",
  },
  {
    ...influence,
    promise: "One agent can be stopped without stopping the run.",
    story: "one agent is stopped, and the agent above it goes on without it",
  },
  {
    ...influence,
    promise: "A run never makes more tool calls than its budget says, and says why it ended.",
    story: "a run stops at its budget and says so",
  },
  {
    ...watcher,
    promise:
      "Transcripts, files, earlier moments and what a model was sent are reached by keyboard and mouse.",
    story: "cards, transcript, files, turns and earlier moments are reached by keyboard and mouse",
  },
  {
    ...watcher,
    promise: "An address that leads to no run says so.",
    story: "a run that does not exist says so",
  },
  {
    ...inbox,
    promise: "What agents tell is in the inbox until it is read, and leads to its run.",
    story: "what an agent tells stands in the inbox until it is read, and leads to its run",
  },
  {
    ...tools,
    promise: "A run is forked from any message, changed or not; the other run stays, and both are compared.",
    story: "a run is forked from a message that is changed, and both stand side by side",
  },
  {
    ...tools,
    promise: "Any turn can be taken anew from what its model was sent, without a mouse.",
    story: "a finished run is forked from an earlier turn of the turn inspector with the keyboard",
  },
  {
    ...tools,
    promise: "A link shows one run and nothing else, cannot change it, and can be taken back.",
    story: "a link shows one run to a stranger, who can change nothing, until it is taken back",
  },
  {
    ...tools,
    promise: "The run list is up to date without a reload, and its filters survive one.",
    story: "the run list follows its runs by itself, and its filters stand in the address",
  },
  {
    ...inbox,
    promise: "The inbox is worked through with the keyboard.",
    story: "questions are walked and answered in the inbox by keys alone",
  },
  {
    ...inbox,
    promise: "Notices of the system come only to those who asked for them.",
    story: "a notice of the system tells of a question only after it was asked for",
  },
  {
    ...tools,
    promise: "A bad connection loses nothing of a run and shows nothing twice.",
    story: "a line that is cut every second shows the same run as one that never was",
  },
  {
    ...parts,
    promise: "An agent gets a task of its own: the run begins there, and the org's own task stays.",
    story: "an agent is given a task of its own, and its run begins there",
  },
  {
    ...parts,
    promise: "Who gets the task is chosen without a mouse.",
    story: "who gets the task is chosen beside it and in the palette, by keys alone",
  },
  {
    ...parts,
    promise: "What a run could do and cost at worst is read before it is started.",
    story: "the most that a run could do and cost stands beside its task before it is started",
  },
  {
    ...parts,
    promise: "A run's answer is read from the list without opening it.",
    story: "a run is looked at from the list with the space bar, and the next one with an arrow",
  },
  {
    ...parts,
    promise: "Who answers a request sees what its agent may do, and why, before deciding.",
    story: "who decides about a request sees what its agent may do, by keys and on a phone",
  },
  {
    ...canvas,
    promise: "Work and answers are seen on their way along the lines, which tell how much went over them.",
    story:
      "a message travels down its line and an answer back up, and the line counts both and grows with them",
  },
  {
    ...canvas,
    promise: "Whoever wants no motion sees none while agents work, and misses nothing.",
    story:
      "with reduced motion nothing moves while agents work, and what each of them does is told all the same",
  },
  {
    ...canvas,
    promise: "However many agents an org has, what happens to one of them costs the page one card.",
    story: "what happens to an agent draws its card anew, and no other",
  },
  {
    ...canvas,
    promise: "Whoever wants to be led to what happens is led there, and takes the view back with one move.",
    story:
      "the view follows the agent that acts once that is asked for, until its reader moves the canvas by hand",
  },
  {
    ...canvas,
    promise: "What happens in a run takes nobody away from what they look at.",
    story:
      "while nobody asks for it nothing that comes of a run moves the view or the focus, and no text a card",
  },
  {
    ...canvas,
    promise: "A large org can be watched from far away.",
    story: "a card shows what it has room for, and tells its place in the org however small it is",
  },
  {
    ...long,
    promise: "A run of twenty thousand events opens in two seconds of work, and is read to its end and back.",
    story: "a run of twenty thousand events is usable after two seconds of work",
  },
  {
    ...long,
    promise: "A run page keeps up with two hundred events a second and has time to spare.",
    story: "two hundred events a second leave a page most of its time",
  },
  {
    ...long,
    promise:
      "A line that breaks every second in the middle of a storm leaves no gap and shows nothing twice.",
    story: "a line cut every second while two hundred events a second come shows what was committed",
  },
  {
    reader: "watcher",
    spec: "restart.spec.ts",
    promise:
      "A server that dies in the middle of a run and comes back is seen on the open page, which goes on.",
    story: "a page that is open while the server is killed in the middle of a run goes on where it was",
  },
  {
    ...tools,
    promise: "A run is at hand from everywhere.",
    story: "a run is found by its task from any page, by keys alone",
  },
  {
    ...tools,
    promise: "Times are the server's, whatever the browser's clock says; a run that waits is not at 0:00.",
    story: "times are right in a browser whose clock is ten minutes off, and go on while a run waits",
  },
  {
    ...influence,
    promise: "Approvals are answered by key; a no takes a reason, which the agent reads.",
    story: "a call is denied by keys with a reason that the agent reads, and another allowed by one key",
  },
  {
    ...compare,
    promise: "Any two runs can be put side by side from the run list.",
    story: "two runs are chosen and compared without a mouse, and change sides",
  },
  {
    ...compare,
    promise: "What two runs took, cost and did is told in figures, and where each one's time went.",
    story: "what two runs took, cost and did stands side by side, with what changed from one to the other",
  },
  {
    ...compare,
    promise: "A comparison with a run that is not there says which one, and goes on with another.",
    story: "a comparison with a run that does not exist says which side is missing, and goes on with another",
  },
  {
    ...stacked,
    promise: "Who asks a person is seen on the card, also where many instances stand on it.",
    story:
      "an instance that asks a person is on its card wherever it stands, and a click or Enter leads to what it asks",
  },
  {
    ...quick,
    promise: "Two choices made faster than a slow server draws them both count.",
    story: "choices that are made at once are all kept: two filters, two runs",
  },
  {
    ...quick,
    promise: "Turns are stepped through as fast as keys are pressed.",
    story: "turns are stepped through faster than they are drawn",
  },
  {
    ...quick,
    promise: "Requests of the inbox are walked through as fast as keys are pressed.",
    story: "requests are walked through faster than they are drawn",
  },
  {
    ...quick,
    promise:
      "The search of the run list follows what else changes it, and never takes the place of where one went.",
    story: "a search that finds nothing is given up with one button, and Back does not bring it again",
  },
  {
    ...drafts,
    promise: "An answer that was begun is never lost by looking at something else first.",
    story:
      "an answer that was begun is there again after another tab, card, moment and request, until it is sent",
  },
  {
    ...drafts,
    promise: "Review leads to the question, however long the transcript is and wherever one reads in it.",
    story:
      "in a long transcript a half answer and a card that was opened outlive scrolling, and Review comes to the question",
  },
  {
    ...drafts,
    promise: "Who writes to an agent faster than a slow line sends loses no word.",
    story:
      "a message that is typed while another one is being sent stays, also in another tab, and is sent after it",
  },
  {
    ...drafts,
    promise: "The run list is paged through both ways, also from an address that was kept.",
    story: "the pages of the run list are turned back, and an address that was kept leads to the first one",
  },
  {
    ...inbox,
    promise: "A browser without notices says so and is as good as any other for the rest.",
    story: "a browser that has notices and shows none says so, and a question that comes takes no page down",
  },
  {
    reader: "watcher",
    spec: "workspace.spec.ts",
    promise: "What agents write is read and kept from the page while they go on writing.",
    story: "files of the workspace are opened and kept while agents write them, and show what they became",
  },
  {
    reader: "watcher",
    spec: "workspace.spec.ts",
    promise: "The list of files is never older than the last write.",
    story: "a look at the workspace that began before the last write is followed by another",
  },
];
