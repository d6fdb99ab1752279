import { toPlainJson, toVisible } from "../contract/visible-text.ts";
import type { Output } from "./output.ts";

export interface VisibleOutput extends Output {
  /** The output behind it, for data that a program reads and no person sees. */
  readonly asWritten: Output;
}

/** An output for what strangers wrote: nothing in it reaches the terminal as a command. `isJson`: what is printed is JSON. */
export function toVisibleOutput(output: Output, isJson: boolean): VisibleOutput {
  return {
    asWritten: output,
    print: (line) => output.print(isJson ? toPlainJson(line) : toVisible(line)),
    tell: (line) => output.tell(toVisible(line)),
  };
}
