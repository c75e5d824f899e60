#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { assign, ASSIGN_USAGE } from "./commands/assign.ts";
import { audit } from "./commands/audit.ts";
import { backup } from "./commands/backup.ts";
import { createKey, CREATE_KEY_USAGE } from "./commands/createKey.ts";
import { createStoreCommand, CREATE_STORE_USAGE } from "./commands/createStore.ts";
import { demo } from "./commands/demo.ts";
import { printInbox } from "./commands/inbox.ts";
import { mark, MARK_USAGE } from "./commands/mark.ts";
import { migrateDatabase } from "./commands/migrate.ts";
import { networkAccounts } from "./commands/networkAccounts.ts";
import { networkAudit } from "./commands/networkAudit.ts";
import { networkDeploy } from "./commands/networkDeploy.ts";
import { networkKeys } from "./commands/networkKeys.ts";
import { networkRefund } from "./commands/networkRefund.ts";
import { networkSeed } from "./commands/networkSeed.ts";
import { ownerLink } from "./commands/ownerLink.ts";
import { pay } from "./commands/pay.ts";
import { payoutsPay, PAYOUTS_PAY_USAGE } from "./commands/payoutsPay.ts";
import { recover } from "./commands/recover.ts";
import { replay } from "./commands/replay.ts";
import { resolve, RESOLVE_USAGE } from "./commands/resolve.ts";
import { restoreCommand } from "./commands/restore.ts";
import { serve } from "./commands/serve.ts";
import { serveNetwork } from "./commands/serveNetwork.ts";
import { NEVER_CHANGES, setStore, SET_STORE_USAGE } from "./commands/setStore.ts";
import { STORE_OPTIONS } from "./commands/storeOptions.ts";
import { findCommand, readHelp, type Entry } from "./commands/help.ts";
import { printErrors } from "./commands/printErrors.ts";

const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))).version;

/** The command line. The only file that knows the real clock, real randomness and the environment. `takes` are its options. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    run: serve,
    about: "start Crosstill: the sandbox, unless CROSSTILL_MODE=live (this is the default)",
    takes: [],
    usage: "serve",
  },
  network: {
    run: serveNetwork,
    about: "start the intent service alone (docs/network.md); --bare shows only what the contract shows",
    takes: ["bare"],
    usage: "network [--bare]",
  },
  "network seed": {
    run: networkSeed,
    about: "write a new seed for the intent service",
    takes: ["file"],
    usage: "network seed --file <file>",
  },
  "network accounts": {
    run: networkAccounts,
    about: "print the accounts that the intent service pays from",
    takes: [],
    usage: "network accounts",
  },
  "network deploy": {
    run: networkDeploy,
    about: "deploy the intent service's contracts on every configured chain; again: nothing happens",
    takes: [],
    usage: "network deploy",
  },
  "network keys": {
    run: networkKeys,
    about: "make, revoke or list the intent service's API keys; it may run beside the service",
    takes: ["*"],
    usage: "network keys create --name <name> | revoke <beginning of the key> | list",
  },
  "network audit": {
    run: networkAudit,
    about: "compare the intent service's books with the chains, to the unit; it may run beside the service",
    takes: ["adopt", "withdrawn", "yes"],
    usage: "network audit [--adopt | --withdrawn] [--yes]",
  },
  "network refund": {
    run: networkRefund,
    about: "refund a deposit that nothing else could be done with; it may run beside the service",
    takes: ["*"],
    usage: "network refund <requestId> --to <address> [--yes]",
  },
  migrate: { run: migrateDatabase, about: "bring the database up to date", takes: [], usage: "migrate" },
  backup: {
    run: backup,
    about: "write everything that the database holds into a file; the server may run",
    takes: ["*"],
    usage: "backup [--network] [file]",
  },
  restore: {
    run: restoreCommand,
    about: "fill a new, empty database from a backup",
    takes: ["*"],
    usage: "restore [--network] <file>",
  },
  recover: {
    run: recover,
    about: "after restoring: read back from the journal what was handed out since; shows it, --yes writes it",
    takes: ["yes", "without-journal"],
    usage: "recover [--yes] [--without-journal]",
  },
  "stores create": {
    run: createStoreCommand,
    about: "make a merchant's store and its first API key",
    takes: ["name", "settle", ...STORE_OPTIONS],
    usage: CREATE_STORE_USAGE,
  },
  "stores set": {
    run: setStore,
    about: "change a store's settings, and say what changed; it may run beside the server",
    takes: ["store", "name", ...NEVER_CHANGES, ...STORE_OPTIONS],
    usage: SET_STORE_USAGE,
  },
  audit: {
    run: audit,
    about:
      "check every invariant of the gateway's books; exits with 1 when one is broken; the server may run",
    takes: ["json"],
    usage: "audit [--json]",
  },
  replay: {
    run: replay,
    about: "derive every invoice again from what was observed, or under another policy; changes nothing",
    takes: ["policy"],
    usage: "replay [--policy <file.json>]",
  },
  inbox: {
    run: printInbox,
    about: "list what needs a person, and money that nobody could attribute; it may run beside the server",
    takes: ["store", "json"],
    usage: "inbox [--store <id>] [--json]",
  },
  resolve: {
    run: resolve,
    about: "take something off the inbox that you have dealt with; it may run beside the server",
    takes: ["*"],
    usage: RESOLVE_USAGE,
  },
  assign: {
    run: assign,
    about: "give money that nobody could attribute to an invoice; it may run beside the server",
    takes: ["*"],
    usage: ASSIGN_USAGE,
  },
  mark: {
    run: mark,
    about: "set an invoice's state by your own word; it may run beside the server",
    takes: ["*"],
    usage: MARK_USAGE,
  },
  "keys create": {
    run: createKey,
    about: "make another API key; it may run beside the server",
    takes: ["store", "label", "permissions", "expires"],
    usage: CREATE_KEY_USAGE,
  },
  "owner link": {
    run: ownerLink,
    about:
      "print a one-time link that makes the owner's account or resets its password; it may run beside the server",
    takes: [],
    usage: "owner link",
  },
  pay: {
    run: pay,
    about: "pay an invoice of the running sandbox",
    takes: ["*"],
    usage: "pay <invoice id or checkout link> [--method <id>] [--wait]",
  },
  "payouts pay": {
    run: payoutsPay,
    about: "pay a refund or another payout through the intent service, signed by your own key",
    takes: ["*"],
    usage: PAYOUTS_PAY_USAGE,
  },
  demo: {
    run: demo,
    about: "pay many invoices in the sandbox and compare every unit with the chain",
    takes: ["invoices"],
    usage: "demo [--invoices 200]",
  },
};

async function main(): Promise<void> {
  process.umask(0o077); // everything that is written holds keys or money's whereabouts: nobody else may read it
  outliveReaders();
  const words = process.argv.slice(2);
  if (["version", "--version", "-v"].includes(words[0] ?? "")) return print(VERSION);
  const help = readHelp(COMMANDS, words);
  if (help !== undefined) return print(help);
  const { name, command } = findCommand(COMMANDS, words);
  const args = words.slice(words.length === 0 ? 0 : name.split(" ").length);
  refuseUnknown(command, args);
  await command.run({
    args,
    env: process.env,
    clock: Date.now,
    random: (length) => randomBytes(length),
    print,
    note: (text) => void process.stderr.write(`${text}\n`),
    startedAt: Date.now() - Math.round(process.uptime() * 1000),
    onStop: stopOnSignals,
  });
}

/** A misspelt option must not be passed over in silence. */
function refuseUnknown({ takes, usage: line }: Entry, args: readonly string[]): void {
  if (takes.includes("*")) return;
  const unknown = args.filter((arg, index) => {
    const before = args[index - 1];
    const isValue = before?.startsWith("--") && !before.includes("=") && !arg.startsWith("--");
    return !isValue && !takes.some((option) => arg === `--${option}` || arg.startsWith(`--${option}=`));
  });
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(" ")}. Usage: crosstill ${line}`);
}

/**
 * Whoever reads the output may leave early ("| head"): the rest is said to nobody, and what was begun is finished. Any other
 * failure to write is one.
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
