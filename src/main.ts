#!/usr/bin/env node
import { randomBytes } from "node:crypto";
import { createKey } from "./commands/createKey.ts";
import { createStoreCommand } from "./commands/createStore.ts";
import { demo } from "./commands/demo.ts";
import { migrateDatabase } from "./commands/migrate.ts";
import { pay } from "./commands/pay.ts";
import { serve } from "./commands/serve.ts";
import { serveNetwork } from "./commands/serveNetwork.ts";
import type { Command } from "./commands/command.ts";
import { printErrors } from "./commands/printErrors.ts";

/** The command line. The only file that knows the real clock, real randomness and the environment. */
const COMMANDS: Readonly<Record<string, Readonly<{ run: Command; usage: string }>>> = {
  serve: {
    run: serve,
    usage: "serve                                  start Crosstill (sandbox mode unless CROSSTILL_MODE=live)",
  },
  network: {
    run: serveNetwork,
    usage: "network                                start the intent service alone",
  },
  migrate: {
    run: migrateDatabase,
    usage: "migrate                                bring the database up to date",
  },
  "stores create": {
    run: createStoreCommand,
    usage:
      "stores create --name <name> --settle <chainId>:<currency>:<recipient> --refund <chainId>:<address>",
  },
  "keys create": { run: createKey, usage: "keys create --store <id> [--permissions <a,b,…>]" },
  pay: { run: pay, usage: "pay <invoice id or checkout link>      pay an invoice from the sandbox wallet" },
  demo: {
    run: demo,
    usage: "demo [--invoices 200]                  pay many invoices in the sandbox and check every unit",
  },
};

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const name =
    words.length === 0
      ? "serve"
      : [`${words[0]} ${words[1] ?? ""}`, words[0] ?? ""].find((key) => Object.hasOwn(COMMANDS, key));
  const command = name === undefined ? undefined : COMMANDS[name];
  if (!command || name === undefined) {
    const usages = Object.values(COMMANDS).map(({ usage }) => `  crosstill ${usage}`);
    throw new Error(`There is no command "${words.join(" ")}". The commands are:\n${usages.join("\n")}`);
  }
  await command.run({
    args: words.slice(words.length === 0 ? 0 : name.split(" ").length),
    env: process.env,
    clock: Date.now,
    random: (length) => randomBytes(length),
    print: (text) => void process.stdout.write(`${text}\n`),
    startedAt: Date.now() - Math.round(process.uptime() * 1000),
    onStop: stopOnSignals,
  });
}

const IMPATIENT_MS = 1_000; // npm passes a Ctrl-C on that the terminal has sent already: within this time it is the same one

/** The first signal stops in order; another one, later, ends the process at once (its children with it). */
function stopOnSignals(stop: () => void): void {
  let firstAt: number | undefined;
  const hear = () => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      stop();
    } else if (Date.now() - firstAt > IMPATIENT_MS) process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, hear);
}

main().catch((error: unknown) => {
  process.stderr.write(`${printErrors(error)}\n`);
  process.exit(1);
});
