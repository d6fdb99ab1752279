import { refusal, toolError } from "../../contract/tool-result.ts";
import type { CallStep } from "../tool.ts";

/** What an agent is told that asks where nobody is: it must not wait, and not try again. */
export const NOBODY_THERE = "This run was started without people: nobody can be asked.";

/** Refuses calls that wait for a person in a run that has none. One about which a person was asked before goes on. */
export const needPerson: CallStep = ({ tool }, context, next) => {
  if (tool.asksPeople !== true || context.scope.isUnattended !== true || context.wasAsked === true)
    return next(context);
  return Promise.resolve(
    refusal(
      "unattended",
      toolError("denied", NOBODY_THERE, "Do not ask again. Decide yourself and say what you assumed."),
    ),
  );
};
