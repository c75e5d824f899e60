import type { Random } from "../values/ids.ts";
import type { OutsideTime } from "../runtime/steadyClock.ts";
import type { Clock, Instant } from "../values/time.ts";

/** What a command gets from the process. */
export type Invocation = Readonly<{
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  outsideTime?: OutsideTime; // how other machines' clocks compare with it
  random: Random;
  print(text: string): void; // the result: standard output
  note(text: string): void; // what stands beside the result, which a script may read: standard error
  show?: ((text: string) => void) | undefined; // how far it has come, in the place of what was shown before; only to a terminal
  startedAt: Instant; // of the process
  onStop(stop: () => void): void;
}>;

export type Command = (invocation: Invocation) => Promise<void>;

/** A command, and what it does in one sentence. */
export type CommandEntry = Readonly<{ run: Command; about: string }>;

/** A failure with an exit code of its own; any other error exits with 1. */
export class CommandFailure extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

/** A command stops at a row that cannot be true. */
export function refuse(error: unknown): never {
  throw error;
}
