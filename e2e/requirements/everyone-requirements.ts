import type { Requirement } from "./requirement.ts";

const everyone = { reader: "everyone", spec: "pages.spec.ts" } as const;

const phone = { reader: "everyone", spec: "phone.spec.ts" } as const;

const states = { reader: "everyone", spec: "page-states.spec.ts" } as const;

/** What is promised to everyone. */
export const everyoneRequirements: readonly Requirement[] = [
  {
    reader: "everyone",
    spec: "motion.spec.ts",
    promise: "Nobody waits for a page to move: what moves is there within a fifth of a second.",
    story: "no part of a page moves for longer than a fifth of a second, but what tells of work going on",
  },
  {
    ...everyone,
    promise: "Light, dark or as the system says: whoever chose is not asked again.",
    story:
      "the theme is changed by a press, is there after a reload, and follows the system again when it is told to",
  },
  {
    ...everyone,
    promise: "Letters twice as large, as set in the browser, leave every page within its window.",
    story: "pages whose letters are twice as large fit into the window",
  },
  {
    ...everyone,
    promise: "At 400 % zoom pages are read in one column.",
    story: "no page scrolls sideways at 320 pixels",
  },
  {
    ...everyone,
    promise: "In either theme, and where the system chooses the colours, the focus is seen on every page.",
    story: "whoever comes by key sees where the focus is, in either theme and in forced colours",
  },
  {
    ...everyone,
    promise: "Where the system chooses the colours, what is chosen is told by a line.",
    story: "in forced colours what is chosen, pointed at and ticked is told by a line",
  },
  {
    ...everyone,
    promise:
      "What an option of a question does, such as destroy something, is told by icon and word beside its colour.",
    story: "an option that an agent gave a look is told by icon and word, not by colour alone",
  },
  {
    ...everyone,
    promise: "Dialogs and menus are as accessible as the pages under them.",
    story: "nothing that opens over a page has a serious accessibility fault, in either theme",
  },
  {
    ...everyone,
    promise: "What an agent is and what a run did can be read by everyone, tab by tab.",
    story: "no tab of the inspector and no panel of a run has a serious accessibility fault, in either theme",
  },
  {
    reader: "everyone",
    spec: "odd-content.spec.ts",
    promise: "Whatever things are called, in whatever script, pages hold it.",
    story: "long names, right-to-left text, emoji and 200 agents break no page, wide or narrow",
  },
  {
    reader: "everyone",
    spec: "odd-content.spec.ts",
    promise: "Skills, tools and servers may be called anything as well.",
    story:
      "long names, right-to-left text and emoji break no page of skills, tools and servers, wide or narrow",
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
    promise: "A panel whose list comes late takes those who come by key into it.",
    story: "the focus goes on to the first version once a list that comes late is there",
  },
  {
    ...everyone,
    promise: "An icon's name shows to those who come by key.",
    story: "a tooltip names an icon for those who come by key, and does not take the Esc of what is below it",
  },
  {
    reader: "everyone",
    spec: "pictures.spec.ts",
    promise: "The first thing that anybody sees can be read by everyone.",
    story: "a first visit has no serious accessibility fault, in either theme",
  },
  {
    ...states,
    promise: "Nobody looks at an empty page: what is on its way has its shape there.",
    story: "a page whose content is on its way shows its shape and says so to those who listen",
  },
  {
    ...states,
    promise: "What the server cannot give is said in the place of it, with a way to ask again.",
    story: "a page whose content the server cannot give says so, and gets it when asked again",
  },
  {
    ...states,
    promise: "Without a connection every page keeps what it has, says since when, and goes on by itself.",
    story: "a page that nobody answers says that it is offline, keeps what it has, and goes on by itself",
  },
  {
    ...phone,
    promise: "Every page fits a phone.",
    story: "no page scrolls sideways at 390 pixels",
  },
  {
    ...phone,
    promise: "No page on a phone speaks of keys, and everything on it is large enough for a finger.",
    story: "pages on a phone name no key, and all that is pressed on them can be hit",
  },
  {
    ...phone,
    promise: "Dialogs, sheets, menus and panels fit a phone and are large enough for a finger.",
    story: "what opens over a page on a phone fits, can be hit, names no key and is read aloud",
  },
  {
    ...everyone,
    promise:
      "Whoever listens hears a name for every picture, and goes from heading to heading without a gap.",
    story: "whoever listens meets no picture without a name and no heading that skips a level, on any page",
  },
  {
    ...everyone,
    promise: "A run can be watched in the smallest window that zooming leaves.",
    story:
      "a run is watched in a window of 320 by 256 pixels: its canvas has room, its words are scrolled to",
  },
  {
    ...everyone,
    promise: "Every place is reached on a phone.",
    story: "the places that have no room on a phone are behind More",
  },
  {
    ...states,
    promise:
      "A turn of a model and a shared run tell whether they are on their way or could not be read, and are asked for again.",
    story:
      "a turn of a model and a shared run show their shape, say when they cannot be read, and come when asked again",
  },
  {
    reader: "everyone",
    spec: "page-fault.spec.ts",
    promise: "A fault in the frame itself is told in the product's words as well, with a way on.",
    story: "a fault in the frame around the pages is told as plainly, and everything comes when tried again",
  },
  {
    reader: "everyone",
    spec: "page-fault.spec.ts",
    promise: "A fault in one page leaves the frame around it, and every other page, as they are.",
    story:
      "a page that stopped says so inside the frame, another page is one step away, and it comes when tried again",
  },
];
