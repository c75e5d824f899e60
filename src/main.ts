#!/usr/bin/env node
import { randomBytes } from "node:crypto";
import { CommandFailure } from "./cli/command.ts";
import { COMMANDS } from "./cli/commands.ts";
import { readArguments } from "./cli/arguments.ts";
import { findCommand, readHelp } from "./cli/help.ts";
import { pooledRandom } from "./values/ids.ts";
import { printErrors } from "./cli/printErrors.ts";
import { USAGE } from "./cli/usage.ts";
import { createSteadyClock } from "./runtime/steadyClock.ts";
import { VERSION } from "./runtime/version.ts";

/** The command line, and the only file that uses the real clock, real randomness and the environment. */
async function main(): Promise<void> {
  process.umask(0o077); // files contain keys and financial data: readable by this user only
  outliveReaders();
  const words = process.argv.slice(2);
  if (["version", "--version", "-v"].includes(words[0] ?? "")) return print(VERSION);
  const help = readHelp(words);
  if (help !== undefined) return print(help);
  const name = findCommand(words);
  const args = words.slice(words.length === 0 ? 0 : name.split(" ").length);
  if (USAGE[name] === name) readArguments(args, name); // it takes none
  const clock = createSteadyClock(Date.now, () => performance.now());
  await COMMANDS[name].run({
    args,
    env: process.env,
    clock,
    outsideTime: clock,
    random: pooledRandom(randomBytes),
    print,
    note: (text) => void process.stderr.write(`${text}\n`),
    show: process.stderr.isTTY ? (text) => void process.stderr.write(`\r\u001B[K${text}`) : undefined,
    startedAt: clock() - Math.round(process.uptime() * 1000),
    onStop: stopOnSignals,
  });
}

/**
 * The reader of the output may leave early ("| head"): the rest of the output is dropped, and the work is
 * finished. Any other write error is an error.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const IMPATIENT_MS = 1_000; // npm passes a Ctrl-C on that the terminal has sent already: within this time it is the same one

const STOP_WITHIN_MS = 10_000; // a kill -9 would lose nothing either, and process managers send one soon

/** The first signal stops in order, in ten seconds at most; another one, later, ends the process at once (its children with it). */
function stopOnSignals(stop: () => void): void {
  let firstAt: number | undefined;
  const hear = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      stop();
      setTimeout(endUnfinished, STOP_WITHIN_MS).unref();
    } else if (performance.now() - firstAt > IMPATIENT_MS) process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, hear);
}

function endUnfinished(): void {
  process.stderr.write("Stopping took too long. What was under way goes on after the next start.\n");
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${printErrors(error)}\n`);
  process.exit(error instanceof CommandFailure ? error.exitCode : 1);
});
