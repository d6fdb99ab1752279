import { authorRequirements } from "./requirements/author-requirements.ts";
import { designerRequirements } from "./requirements/designer-requirements.ts";
import { everyoneRequirements } from "./requirements/everyone-requirements.ts";
import { keyboardRequirements } from "./requirements/keyboard-requirements.ts";
import { operatorRequirements } from "./requirements/operator-requirements.ts";
import { replayRequirements } from "./requirements/replay-requirements.ts";
import type { Requirement } from "./requirements/requirement.ts";
import { watcherRequirements } from "./requirements/watcher-requirements.ts";

/** Every promise, whoever it is made to. */
export const requirements: readonly Requirement[] = [
  ...designerRequirements,
  ...keyboardRequirements,
  ...watcherRequirements,
  ...replayRequirements,
  ...authorRequirements,
  ...operatorRequirements,
  ...everyoneRequirements,
];
