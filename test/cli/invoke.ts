import { createHash } from "node:crypto";
import { CommandFailure, type Command } from "../../src/cli/command.ts";

/** What a command said: its result, what stands beside it, and the sentence with which it failed, if it did; its exit code. */
export type Said = Readonly<{ result: string; notes: string; error: string | undefined; code: number }>;

let drawn = 0;

/** Runs a command as main.ts does, on a clock and with chance of the test's own. */
export async function invoke(
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  now: () => number = () => 1_800_000_000_000,
): Promise<Said> {
  const result: string[] = [];
  const notes: string[] = [];
  let error: string | undefined;
  let code = 0;
  try {
    await command({
      ...{ args, env, clock: now, startedAt: now(), onStop: () => {} },
      random: (length) => createHash("shake256", { outputLength: length }).update(`${drawn++}`).digest(),
      print: (text) => result.push(text),
      note: (text) => notes.push(text),
    });
  } catch (failure) {
    error = (failure as Error).message;
    code = failure instanceof CommandFailure ? failure.exitCode : 1;
  }
  return { result: result.join("\n"), notes: notes.join("\n"), error, code };
}
