/** What OpenHive promises to people at a browser, and the story that holds it to each promise. */
export interface Requirement {
  /** Who is promised it. */
  readonly reader: "designer" | "watcher" | "skill author" | "everyone" | "operator";
  readonly promise: string;
  /** A file of this folder. */
  readonly spec: string;
  /** Title of the story in that file, word for word. */
  readonly story: string;
}

const designer = { reader: "designer", spec: "designer.spec.ts" } as const;
const canvas = { reader: "designer", spec: "designer-canvas.spec.ts" } as const;
const outline = { reader: "designer", spec: "designer-outline.spec.ts" } as const;
const faults = { reader: "designer", spec: "editor-faults.spec.ts" } as const;
const history = { reader: "designer", spec: "designer-history.spec.ts" } as const;
const pictures = { reader: "designer", spec: "pictures.spec.ts" } as const;
const orgs = { reader: "designer", spec: "orgs.spec.ts" } as const;
const watcher = { reader: "watcher", spec: "watcher.spec.ts" } as const;
const influence = { reader: "watcher", spec: "influence.spec.ts" } as const;
const tools = { reader: "watcher", spec: "run-tools.spec.ts" } as const;
const long = { reader: "watcher", spec: "long-run.spec.ts" } as const;
const author = { reader: "skill author", spec: "skill-author.spec.ts" } as const;
const operator = { reader: "operator", spec: "protection.spec.ts" } as const;
const rules = { reader: "operator", spec: "rules.spec.ts" } as const;
const everyone = { reader: "everyone", spec: "pages.spec.ts" } as const;

export const requirements: readonly Requirement[] = [
  {
    ...history,
    promise: "Versions of an org are named, compared with what is there now, and restored.",
    story: "a version is named, looked at beside what is there now, and brought back",
  },
  {
    ...history,
    promise: "Every key of the canvas that the help names does what it says.",
    story: "keys make, copy, select, remove and find agents, and start the run",
  },
  {
    ...faults,
    promise:
      "A part of the editor that cannot be loaded says so and comes later: the page and its edits stay.",
    story:
      "while no script can be loaded every part of the editor says so, the page stays, and all come when they can",
  },
  {
    ...pictures,
    promise: "The main states of the editor look as they did when somebody last looked at them.",
    story: "a card that stands eight pixels beside its place is seen on the picture",
  },
  {
    ...pictures,
    promise: "On a first visit no page scrolls sideways, cuts or spills text, or covers a control.",
    story: "every other page is laid out without a fault on a first visit, wide and narrow",
  },
  {
    ...rules,
    promise: "What agents may call can depend on whose model they are.",
    story: "rules for one provider's models are written on the rules page and hold for every agent",
  },
  {
    ...orgs,
    promise:
      "An org begins as a template, is looked through before it runs, is duplicated, and travels as an archive of files.",
    story: "a template becomes an org that is seen through, duplicated, exported and imported again",
  },
  {
    ...designer,
    promise:
      "Agents are dragged out of the palette, lines are drawn between them, and a reload shows the same.",
    story: "an org is built with the mouse and is there again after a reload",
  },
  {
    ...designer,
    promise: "Everything the mouse does on the canvas can be done with keys, a grant too.",
    story: "an org is built with the keyboard alone",
  },
  {
    ...designer,
    promise: "A skill dropped on an agent is granted to it; its cost is said first and a reload shows it.",
    story: "a skill is granted by dropping it on a card, which says what it costs",
  },
  {
    ...designer,
    promise: "A loop and a second parent cannot be drawn; the reason is at the cursor.",
    story: "a line that would make a loop is refused with its reason at the cursor",
  },
  {
    ...designer,
    promise: "Every edit can be undone and done again.",
    story: "everything can be undone and done again, and a deletion offers it at once",
  },
  {
    ...designer,
    promise: "What is typed about an agent is saved by itself.",
    story: "what is typed in the inspector is kept",
  },
  {
    ...designer,
    promise: "Two people who save the same org lose nothing of either.",
    story: "a stale save in a second tab shows both versions and loses neither",
  },
  {
    ...designer,
    promise: "Edits survive a server that does not answer.",
    story: "edits that cannot be saved are kept in the browser and offered after a reload",
  },
  {
    ...canvas,
    promise: "Several cards are selected with a frame, brought level and spread evenly.",
    story: "a frame selects, the selection is brought level and spread, and one undo takes it back",
  },
  {
    ...canvas,
    promise: "A dragged card snaps level with others, and stays there when it is let go.",
    story: "a dragged card snaps level with its neighbour along a guide",
  },
  {
    ...canvas,
    promise: "Groups hold cards, light up for what is dropped in, move and fold as one.",
    story:
      "a group holds what is dropped in it, moves with it, folds to one card and is there after a reload",
  },
  {
    ...canvas,
    promise: "What is below an agent can be folded away; the count stays in view.",
    story: "what is below an agent is folded away with its count, and a search unfolds it",
  },
  {
    ...canvas,
    promise: "An org is laid out top down or left to right, and new agents follow.",
    story: "the org is laid out top down and left to right, and keeps growing that way",
  },
  {
    ...canvas,
    promise: "Agents are copied from one org into another; a foreign clipboard changes nothing.",
    story: "agents are copied into another org, with their lines and their group",
  },
  {
    ...canvas,
    promise: "A reporting line shows its limits and the tools in effect below it.",
    story: "a line shows its limits and the rights in effect below it",
  },
  {
    ...canvas,
    promise: "Every problem that is listed leads to its place.",
    story: "the list of problems jumps to its place",
  },
  {
    ...canvas,
    promise: "The canvas is used with one finger: pan, open, menu.",
    story: "a finger pans, a tap opens the agent's sheet, a resting finger its menu",
  },
  {
    ...outline,
    promise: "The whole editing is done in the outline by keys, and announced.",
    story: "an org is built in the outline by keys alone, and every change is announced",
  },
  {
    ...outline,
    promise: "Outline and canvas are two views of one selection.",
    story: "outline and canvas show the same selection, folds and names",
  },
  {
    ...outline,
    promise: "Groups and notes need no mouse either.",
    story: "groups and notes are named and removed in the outline too",
  },
  {
    reader: "designer",
    spec: "editor-script.spec.ts",
    promise:
      "The editor loads little script before its page works, and a bounded amount until the canvas stands.",
    story: "the editor's first script and all script until its canvas stands stay within their budgets",
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
    ...tools,
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
    ...tools,
    promise: "The inbox is worked through with the keyboard.",
    story: "questions are walked and answered in the inbox by keys alone",
  },
  {
    ...tools,
    promise: "Notices of the system come only to those who asked for them.",
    story: "a notice of the system tells of a question only after it was asked for",
  },
  {
    ...tools,
    promise: "A bad connection loses nothing of a run and shows nothing twice.",
    story: "a line that is cut every second shows the same run as one that never was",
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
    promise: "Every earlier moment can be looked at, event by event or played.",
    story: "an earlier moment is stepped through event by event and played at another speed",
  },
  {
    ...tools,
    promise: "Times are the server's, whatever the browser's clock says; a run that waits is not at 0:00.",
    story: "times are right in a browser whose clock is ten minutes off, and go on while a run waits",
  },
  {
    reader: "designer",
    spec: "restart.spec.ts",
    promise: "A server that dies between two saves costs no edit.",
    story: "a server that dies between two saves loses neither, and the page goes on by itself",
  },
  {
    ...faults,
    promise: "A browser without room for drafts says so, and goes on.",
    story: "a browser without room says that edits are only on the page, and saves them when it can",
  },
  {
    ...faults,
    promise: "A hidden tab keeps nothing back, and a stale one overwrites nothing.",
    story: "a tab that is hidden saves at once, and the stale one beside it is shown both versions",
  },
  {
    ...faults,
    promise: "Groups need no mouse.",
    story: "an agent is put into a group and taken out of it by keys alone",
  },
  {
    reader: "everyone",
    spec: "odd-content.spec.ts",
    promise: "Whatever things are called, in whatever script, pages hold it.",
    story: "long names, right-to-left text, emoji and 200 agents break no page, wide or narrow",
  },
  {
    ...author,
    promise: "A skill is made and tried on its page by key, and a try is kept as an example.",
    story: "an author makes a skill, tries its function by keyboard, keeps the try as an example and runs it",
  },
  {
    ...author,
    promise: "A mend is seen line by line before it is made, and no text in a skill hides.",
    story: "a mend shows the lines that it changes, and hidden text is written out",
  },
  {
    ...author,
    promise: "A file of a skill can be read at once; its inks come when they are there.",
    story: "a file can be read while the inks of its code are on their way",
  },
  {
    reader: "skill author",
    spec: "skill-shelf.spec.ts",
    promise: "A skill goes out as an archive and comes back after a look at what would be written.",
    story: "a skill goes out as an archive, is deleted, and comes back after a look at what would be written",
  },
  {
    reader: "skill author",
    spec: "skill-shelf.spec.ts",
    promise: "Skills of a project are there when it is named, follow a new name, and go with it.",
    story:
      "skills of a project are there as soon as it is named, under a new name when renamed, and gone with it",
  },
  {
    reader: "skill author",
    spec: "skill-activation.spec.ts",
    promise: "An author sees the whole prompt and tool array before and after activation, and what differs.",
    story: "an author tries activation as an agent of an org, and what it adds is marked",
  },
  {
    reader: "skill author",
    spec: "skill-activation.spec.ts",
    promise: "Of two skills with one name the page says which counts and why; a new name is told as such.",
    story: "two folders have a skill of one name: the page says which counts, and follows a new name",
  },
  {
    ...author,
    promise: "A folder dropped in is in the palette, can be granted and computes from an attached file.",
    story:
      "a folder that is dropped in is in the palette, can be granted and computes from the attached file",
  },
  {
    ...author,
    promise: "An editor that is open follows what happens to skills.",
    story: "the editor's palette follows what happens to a skill while it is open",
  },
  {
    ...author,
    promise: "A broken skill names the file and the line; mended, it works without a restart.",
    story: "a skill that breaks says where, and is well again when it is mended, without a restart",
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
    promise: "A name re-pointed at this machine is not served.",
    story: "a request under a name that is not this server's is refused",
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
  {
    ...everyone,
    promise: "Pages can be read and used with assistive technology, in both themes.",
    story: "no page has a serious accessibility fault, in the light theme and in the dark one",
  },
  {
    ...everyone,
    promise: "Pages load from this server alone and work under their policy.",
    story: "pages load nothing that their own policy forbids and report no error",
  },
  {
    ...everyone,
    promise: "Dialogs start in their first control and close with one Esc.",
    story: "a dialog starts in its first control, closes with one Esc and gives the focus back",
  },
  {
    ...everyone,
    promise: "An icon's name shows to those who come by key.",
    story: "a tooltip names an icon for those who come by key, and does not take the Esc of what is below it",
  },
  {
    ...everyone,
    promise: "Every page fits a phone.",
    story: "no page scrolls sideways at 390 pixels",
  },
  {
    ...everyone,
    promise: "Every place is reached on a phone.",
    story: "the places that have no room on a phone are behind More",
  },
];
