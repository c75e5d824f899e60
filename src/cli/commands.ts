import { assign, ASSIGN_USAGE } from "./gateway/assign.ts";
import { createKey, CREATE_KEY_USAGE } from "./gateway/createKey.ts";
import { createStoreCommand, CREATE_STORE_USAGE } from "./gateway/createStore.ts";
import { exportCommand, EXPORT_USAGE } from "./gateway/export.ts";
import { mark, MARK_USAGE } from "./gateway/mark.ts";
import { resolve, RESOLVE_USAGE } from "./gateway/resolve.ts";
import { NEVER_CHANGES, setStore, SET_STORE_USAGE } from "./gateway/setStore.ts";
import { STORE_OPTIONS } from "./gateway/storeOptions.ts";
import { verify, VERIFY_USAGE } from "./gateway/verify.ts";
import type { Command } from "./command.ts";
import type { Entry } from "./help.ts";

/** Every command by its words. `takes` are its options; "*" means that it reads them itself. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    run: later(async () => (await import("./gateway/serve.ts")).serve),
    about: "start Crosstill: the sandbox, unless CROSSTILL_MODE=live (this is the default)",
    takes: [],
    usage: "serve",
  },
  network: {
    run: later(async () => (await import("./network/serve.ts")).serveNetwork),
    about:
      "start the intent service alone (docs/tutorials/run-the-intent-service.md); --bare shows only what the contract shows",
    takes: ["bare"],
    usage: "network [--bare]",
  },
  "network seed": {
    run: later(async () => (await import("./network/seed.ts")).networkSeed),
    about: "write a new seed for the intent service",
    takes: ["file"],
    usage: "network seed --file <file>",
  },
  "network accounts": {
    run: later(async () => (await import("./network/accounts.ts")).networkAccounts),
    about: "print the accounts that the intent service pays from",
    takes: [],
    usage: "network accounts",
  },
  "network deploy": {
    run: later(async () => (await import("./network/deploy.ts")).networkDeploy),
    about: "deploy the intent service's contracts on every configured chain; again: nothing happens",
    takes: [],
    usage: "network deploy",
  },
  "network keys": {
    run: later(async () => (await import("./network/keys.ts")).networkKeys),
    about: "make, revoke or list the intent service's API keys; it may run beside the service",
    takes: ["*"],
    usage: "network keys create --name <name> | revoke <beginning of the key> | list",
  },
  "network audit": {
    run: later(async () => (await import("./network/audit.ts")).networkAudit),
    about: "compare the intent service's books with the chains, to the unit; it may run beside the service",
    takes: ["adopt", "withdrawn", "yes"],
    usage: "network audit [--adopt | --withdrawn] [--yes]",
  },
  "network fees": {
    run: later(async () => (await import("./network/fees.ts")).networkFees),
    about: "tell what applications have earned (app fees), and order that it is paid",
    takes: ["*"],
    usage:
      "network fees list | history <wallet> | pay <wallet> --chain <id> [--to <address>] [--amount <dollars>] [--yes]",
  },
  "network refund": {
    run: later(async () => (await import("./network/refund.ts")).networkRefund),
    about: "refund a deposit that nothing else could be done with; it may run beside the service",
    takes: ["*"],
    usage: "network refund <requestId> --to <address> [--yes]",
  },
  migrate: {
    run: later(async () => (await import("./gateway/migrate.ts")).migrateDatabase),
    about: "bring the database up to date",
    takes: [],
    usage: "migrate",
  },
  backup: {
    run: later(async () => (await import("./gateway/backup.ts")).backup),
    about: "write everything that the database holds into a file; the server may run",
    takes: ["*"],
    usage: "backup [--network] [file]",
  },
  restore: {
    run: later(async () => (await import("./gateway/restore.ts")).restoreCommand),
    about: "fill a new, empty database from a backup",
    takes: ["*"],
    usage: "restore [--network] <file>",
  },
  recover: {
    run: later(async () => (await import("./gateway/recover.ts")).recover),
    about: "after restoring: read back from the journal what was issued since; shows it, --yes writes it",
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
    takes: ["store", "name", "logo", ...NEVER_CHANGES, ...STORE_OPTIONS],
    usage: SET_STORE_USAGE,
  },
  export: {
    run: exportCommand,
    about: "write a file for accountants (docs/reference/exports.md); it may run beside the server",
    takes: ["*"],
    usage: EXPORT_USAGE,
  },
  audit: {
    run: later(async () => (await import("./gateway/audit.ts")).audit),
    about:
      "check every invariant of the gateway's books; exits with 1 when one is broken; the server may run",
    takes: ["json"],
    usage: "audit [--json]",
  },
  reconcile: {
    run: later(async () => (await import("./gateway/reconcile.ts")).reconcileCommand),
    about:
      "compare the books of a range of time with the service and the chains (docs/how-to/reconcile.md); exits with 1 when a difference is unexplained, with 2 when a source could not be asked; the server may run",
    takes: ["from", "to", "store", "json"],
    usage: "reconcile --from <date> --to <date> [--store <id>] [--json]",
  },
  replay: {
    run: later(async () => (await import("./gateway/replay.ts")).replay),
    about: "derive every invoice again from what was observed, or under another policy; changes nothing",
    takes: ["policy"],
    usage: "replay [--policy <file.json>]",
  },
  inbox: {
    run: later(async () => (await import("./gateway/inbox.ts")).printInbox),
    about: "list what needs a person, and unattributed funds; it may run beside the server",
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
    about: "assign unattributed funds to an invoice; it may run beside the server",
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
    run: later(async () => (await import("./gateway/ownerLink.ts")).ownerLink),
    about:
      "print a one-time link that makes the owner's account or resets its password; it may run beside the server",
    takes: [],
    usage: "owner link",
  },
  "stores domain": {
    run: later(async () => (await import("./gateway/storeDomain.ts")).storeDomain),
    about: "prove the domain that a store's addresses are signed with; it may run beside the server",
    takes: ["store", "domain"],
    usage: "stores domain --store <id> --domain <shop.example>|none",
  },
  "signing key": {
    run: later(async () => (await import("./gateway/signingKey.ts")).signingKey),
    about: "print the public key that payers check addresses with, and its fingerprint",
    takes: [],
    usage: "signing key",
  },
  "signing renew": {
    run: later(async () => (await import("./gateway/signingKey.ts")).signingRenew),
    about:
      "put a new key in the place of a lost or stolen one; needs --yes, and the server to be started again",
    takes: ["yes"],
    usage: "signing renew --yes",
  },
  verify: {
    run: verify,
    about: "check the signature of an address and its amount; exits with 1 when it is not genuine",
    takes: ["*"],
    usage: VERIFY_USAGE,
  },
  prove: {
    run: later(async () => (await import("./gateway/prove.ts")).prove),
    about:
      "write the signed proof pack of an invoice; it may run beside the server (docs/reference/proof-format.md)",
    takes: ["*"],
    usage: "prove <invoice> [--out <file>]",
  },
  pay: {
    run: later(async () => (await import("./sandbox/pay.ts")).pay),
    about: "pay an invoice of the running sandbox",
    takes: ["*"],
    usage: "pay <invoice id or checkout link> [--method <id>] [--wait]",
  },
  "payouts pay": {
    run: later(async () => (await import("./gateway/payoutsPay.ts")).payoutsPay),
    about: "pay a refund or another payout through the intent service, signed by your own key",
    takes: ["*"],
    usage: "payouts pay <payout> [--key-file <file>]",
  },
  demo: {
    run: later(async () => (await import("./sandbox/demo.ts")).demo),
    about: "pay many invoices in the sandbox and compare every unit with the chain",
    takes: ["invoices"],
    usage: "demo [--invoices 200]",
  },
};

/** A command with lazily loaded code: there is much of it, and each needs another part. */
function later(load: () => Promise<Command>): Command {
  return async (invocation) => (await load())(invocation);
}
