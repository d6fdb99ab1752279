import type { Requirement } from "./requirement.ts";

const designer = { reader: "designer", spec: "designer.spec.ts" } as const;
const canvas = { reader: "designer", spec: "designer-canvas.spec.ts" } as const;
const pieces = { reader: "designer", spec: "designer-pieces.spec.ts" } as const;
const conflict = { reader: "designer", spec: "designer-conflict.spec.ts" } as const;
const view = { reader: "designer", spec: "designer-view.spec.ts" } as const;
const faults = { reader: "designer", spec: "editor-faults.spec.ts" } as const;
const history = { reader: "designer", spec: "designer-history.spec.ts" } as const;
const task = { reader: "designer", spec: "designer-task.spec.ts" } as const;
const pictures = { reader: "designer", spec: "pictures.spec.ts" } as const;
const orgs = { reader: "designer", spec: "orgs.spec.ts" } as const;

/** What is promised to people who design orgs. */
export const designerRequirements: readonly Requirement[] = [
  {
    reader: "designer",
    spec: "half-desk.spec.ts",
    promise: "Half a desk is wide enough to draw an org, describe its agents and run it.",
    story: "in a window of half a desk an org is drawn, described and run",
  },
  {
    ...pictures,
    promise: "Nobody stands before an empty list and does not know what to do.",
    story: "where nothing is left, a page says what would be there and offers the one thing that fills it",
  },
  {
    ...orgs,
    promise: "Before a run is paid for, what cannot work in it is named, and one press leads there.",
    story:
      "the X-ray names a skill that does not load and a server that fails, and leads to whoever has them",
  },
  {
    reader: "designer",
    spec: "designer.spec.ts",
    promise: "Servers and toolboxes are granted by dropping them on a card.",
    story: "a server and a toolbox are granted by dropping them on a card, and are there after a reload",
  },
  {
    reader: "designer",
    spec: "designer.spec.ts",
    promise: "What was saved stays across a reload: undo begins anew there.",
    story:
      "nothing is undone across a reload: the drawing stays as it was saved, and there is nothing to undo",
  },
  {
    reader: "designer",
    spec: "designer.spec.ts",
    promise: "No agent reports to itself, and whoever tries is told at the cursor.",
    story: "an agent is refused as its own parent, with the reason at the cursor",
  },
  {
    ...task,
    promise: "Files that are attached to the task stay until they are taken off, also after a reload.",
    story:
      "a file that is attached to the task is there after a reload and goes with the run; what is taken off stays off",
  },
  {
    ...task,
    promise: "Where a browser cannot keep an attached file, it says so when the file is attached.",
    story: "where the browser keeps nothing, whoever attaches a file is told",
  },
  {
    reader: "designer",
    spec: "person-seat.spec.ts",
    promise: "People have seats on the chart: tasks for them come to the inbox.",
    story:
      "a person's seat is put under an agent by key or by drag, and a task for it is answered in the inbox",
  },
  {
    reader: "designer",
    spec: "person-seat.spec.ts",
    promise: "Nothing of what a person is given is left out, however long it is.",
    story: "a task of many pages for a person is read whole where it is answered, and afterwards",
  },
  {
    reader: "designer",
    spec: "person-seat.spec.ts",
    promise: "A seat for a person is drawn on a phone as well.",
    story: "a person's seat is taken from the palette by touch",
  },
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
    promise:
      "The main states of the editor, and of the pages around it, look as they did when somebody last looked at them.",
    story: "a card that stands eight pixels beside its place is seen on the picture",
  },
  {
    ...pictures,
    promise: "On a first visit no page scrolls sideways, cuts or spills text, or covers a control.",
    story: "every other page is laid out without a fault on a first visit, wide and narrow",
  },
  {
    ...orgs,
    promise:
      "An org begins as a template, is looked through before it runs, is duplicated, and travels as an archive of files.",
    story: "a template becomes an org that is seen through, duplicated, exported and imported again",
  },
  {
    ...orgs,
    promise: "A copy of an org is the whole of it.",
    story: "an org that begins as a copy of another has its sample files too",
  },
  {
    ...orgs,
    promise: "Each org of the list shows its chart, however many there are.",
    story: "the card of each org shows its chart, however many orgs there are",
  },
  {
    ...designer,
    promise:
      "Agents are dragged out of the palette, lines are drawn between them, and a reload shows the same.",
    story: "an org is built with the mouse and is there again after a reload",
  },
  {
    reader: "designer",
    spec: "keys-alone.spec.ts",
    promise:
      "Everything is done with keys: drawing, granting, a line's limits, versions, a conflict, a run, an export.",
    story: "an org is made, limited, named, restored, merged, run and exported by keys alone",
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
    promise: "Of two versions of one agent either is chosen, and of two drawings either is kept whole.",
    story: "where both changed one agent, each side can be chosen, kept whole or taken whole",
  },
  {
    ...designer,
    promise: "One request that fails is not taken for an outage, and is tried again without haste.",
    story: "a save that alone is not answered is tried again at its pace, and the page is not offline",
  },
  {
    ...designer,
    promise: "Edits survive a server that does not answer.",
    story: "edits that cannot be saved are kept in the browser and offered after a reload",
  },
  {
    ...canvas,
    promise: "What can be done with an agent is one search away, wherever it stands.",
    story:
      "an agent that is found is given a child, shown with its tools and deleted from the palette, by keys alone",
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
    ...pieces,
    promise: "What is dropped in a box belongs to it, wherever it comes from.",
    story: "what is taken from the palette lights the box it is over, and belongs to it when it is let go",
  },
  {
    ...pieces,
    promise: "A line that is not drawn to the end makes nothing.",
    story: "a line that is let go over a panel, or given up by Esc, makes nothing",
  },
  {
    ...pieces,
    promise: "A folded agent stands for those it hides, whichever way it is copied.",
    story: "a folded agent is copied with those it hides, by menu, by palette and by key",
  },
  {
    ...pieces,
    promise: "Whatever stands on the canvas is brought level, alone or with others.",
    story: "notes and groups that are selected together are brought level, a group with what it holds",
  },
  {
    ...conflict,
    promise: "Undo goes on when one's own of two versions is kept, and never reaches back over a load.",
    story: "undo outlives keeping one's own drawing, and nothing brings it back once theirs was taken",
  },
  {
    ...conflict,
    promise: "No line is lost in a merge without a word.",
    story: "a merge names the line that would make a loop, and is undone in one step",
  },
  {
    ...pieces,
    promise: "Run, X-ray and versions are one search away.",
    story: "what the bar offers is found by its words too, and a new parent is chosen in the inspector",
  },
  {
    ...pieces,
    promise: "Nobody on the chart is out of reach without being told.",
    story: "an agent that stands too deep to be called is told, in the list of problems and in the X-ray",
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
    reader: "designer",
    spec: "designer-line.spec.ts",
    promise:
      "A reporting line shows its limits and the tools in effect below it, and holds back what it is told to.",
    story: "a line shows its limits and the rights in effect below it",
  },
  {
    ...canvas,
    promise: "Every problem that is listed leads to its place.",
    story: "the list of problems jumps to its place",
  },
  {
    ...canvas,
    promise:
      "What is wrong with an org is listed while it is drawn: lead, keys, skills, servers, personas, rights.",
    story: "the list of problems grows and shrinks with the drawing, and names each thing that is wrong",
  },
  {
    ...view,
    promise: "A large org is drawn once, where it stays.",
    story: "a large org is drawn once, where it stays: no line of it is made to be thrown away",
  },
  {
    ...view,
    promise: "The view is moved by mouse, wheel, pinch, Space and map, and nothing else moves with it.",
    story: "the view is moved by drag, Space, wheel, pinch and map, and the whole org fits again",
  },
  {
    ...view,
    promise: "A layout is seen to happen, and is instant for those who want less motion.",
    story:
      "cards travel to their places when the org is laid out, and stand there at once with reduced motion",
  },
  {
    ...view,
    promise: "An agent has an address, which its menu copies.",
    story: "an address opens the editor on one agent, selected and in the middle, and the menu copies it",
  },
  {
    ...view,
    promise: "The parts of the editor are walked by one key.",
    story: "F6 goes from one part of the editor to the next, and Shift with it back",
  },
  {
    ...designer,
    promise: "What is dragged onto the canvas lands where it is let go.",
    story: "a note and a group land where they are let go",
  },
  {
    reader: "designer",
    spec: "designer-tools.spec.ts",
    promise: "One tool among many is found.",
    story:
      "the tools of an agent are searched, which says when there is none, and Esc shows all of them again",
  },
  {
    ...canvas,
    promise: "The canvas is used with one finger: pan, open, menu.",
    story: "a finger pans, a tap opens the agent's sheet, a resting finger its menu, two zoom",
  },
  {
    reader: "designer",
    spec: "editor-script.spec.ts",
    promise:
      "The editor loads little script before its page works, and a bounded amount until the canvas stands.",
    story: "the editor's first script and all script until its canvas stands stay within their budgets",
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
    promise: "A browser that forbids its storage is as good as any other.",
    story: "a browser that forbids its storage shows, edits and saves an org like any other",
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
    reader: "designer",
    spec: "phone.spec.ts",
    promise: "What an org is called, its rules and its versions are changed on a phone as well.",
    story: "an org's name, rules and versions are behind its name on a phone, until something else is chosen",
  },
];
