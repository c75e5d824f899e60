import { assign } from "./gateway/assign.ts";
import { createKey } from "./gateway/createKey.ts";
import { createStoreCommand } from "./gateway/createStore.ts";
import { exportCommand } from "./gateway/export.ts";
import { mark } from "./gateway/mark.ts";
import { resolve } from "./gateway/resolve.ts";
import { setStore } from "./gateway/setStore.ts";
import { dismiss, refund } from "./gateway/unattributed.ts";
import { verify } from "./gateway/verify.ts";
import type { Command, CommandEntry } from "./command.ts";
import type { CommandName } from "./usage.ts";

/** Every command by its words. */
export const COMMANDS: Readonly<Record<CommandName, CommandEntry>> = {
  serve: {
    run: later(async () => (await import("./gateway/serve.ts")).serve),
    about: "start Crosstill: the sandbox, unless CROSSTILL_MODE=live (this is the default)",
  },
  network: {
    run: later(async () => (await import("./network/serve.ts")).serveNetwork),
    about:
      "start the intent service alone (docs/tutorials/run-the-intent-service.md); --bare shows only what the contract shows",
  },
  "network seed": {
    run: later(async () => (await import("./network/seed.ts")).networkSeed),
    about: "write a new seed for the intent service",
  },
  "network accounts": {
    run: later(async () => (await import("./network/accounts.ts")).networkAccounts),
    about: "print the accounts that the intent service pays from",
  },
  "network deploy": {
    run: later(async () => (await import("./network/deploy.ts")).networkDeploy),
    about: "deploy the intent service's contracts on every configured chain; again: nothing happens",
  },
  "network keys": {
    run: later(async () => (await import("./network/keys.ts")).networkKeys),
    about: "make, revoke or list the intent service's API keys; it may run beside the service",
  },
  "network audit": {
    run: later(async () => (await import("./network/audit.ts")).networkAudit),
    about: "compare the intent service's books with the chains, to the unit; it may run beside the service",
  },
  "network fees": {
    run: later(async () => (await import("./network/fees.ts")).networkFees),
    about: "tell what applications have earned (app fees), and order that it is paid",
  },
  "network sponsor": {
    run: later(async () => (await import("./network/sponsor.ts")).networkSponsor),
    about: "say which API keys may have calls submitted, and what they have paid in for the gas",
  },
  "network refund": {
    run: later(async () => (await import("./network/refund.ts")).networkRefund),
    about: "refund a deposit that nothing else could be done with; it may run beside the service",
  },
  "network holds": {
    run: later(async () => (await import("./network/holds.ts")).networkHolds),
    about: "list the payments that are held, and serve or refund one; it may run beside the service",
  },
  conformance: {
    run: later(async () => (await import("./network/conformance.ts")).conformance),
    about:
      "check any service that claims the contract, row by row (docs/how-to/check-a-service.md); exits with 1 when a check failed, with 2 when the service could not be asked",
  },
  "network rebalance": {
    run: later(async () => (await import("./network/rebalance.ts")).networkRebalance),
    about:
      "tell how the intent service would bring its coins back within their bounds, or order a swap between them; --yes orders it",
  },
  "network treasury": {
    run: later(async () => (await import("./network/treasury.ts")).networkTreasury),
    about:
      "tell what the intent service keeps of its coins and would send to the operator's treasury, or order a transfer there; --yes orders it",
  },
  jobs: {
    run: later(async () => (await import("./gateway/jobs.ts")).printJobs),
    about: "list the processes on the database and the recurring jobs that each runs; the server may run",
  },
  migrate: {
    run: later(async () => (await import("./gateway/migrate.ts")).migrateDatabase),
    about: "bring the database up to date",
  },
  backup: {
    run: later(async () => (await import("./gateway/backup.ts")).backup),
    about: "write everything that the database holds into a file; the server may run",
  },
  restore: {
    run: later(async () => (await import("./gateway/restore.ts")).restoreCommand),
    about: "fill a new, empty database from a backup",
  },
  recover: {
    run: later(async () => (await import("./gateway/recover.ts")).recover),
    about: "after restoring: read back from the journal what was issued since; shows it, --yes writes it",
  },
  "stores create": {
    run: createStoreCommand,
    about: "make a merchant's store and its first API key",
  },
  "stores set": {
    run: setStore,
    about: "change a store's settings, and say what changed; it may run beside the server",
  },
  export: {
    run: exportCommand,
    about: "write a file for accountants (docs/reference/exports.md); it may run beside the server",
  },
  audit: {
    run: later(async () => (await import("./gateway/audit.ts")).audit),
    about:
      "check every invariant of the gateway's books; exits with 1 when one is broken; the server may run",
  },
  reconcile: {
    run: later(async () => (await import("./gateway/reconcile.ts")).reconcileCommand),
    about:
      "compare the books of a range of time with the service and the chains (docs/how-to/reconcile.md); exits with 1 when a difference is unexplained, with 2 when a source could not be asked; the server may run",
  },
  replay: {
    run: later(async () => (await import("./gateway/replay.ts")).replay),
    about: "derive every invoice again from what was observed, or under another policy; changes nothing",
  },
  inbox: {
    run: later(async () => (await import("./gateway/inbox.ts")).printInbox),
    about: "list what needs a person, and unattributed funds; it may run beside the server",
  },
  resolve: {
    run: resolve,
    about: "take something off the inbox that you have dealt with; it may run beside the server",
  },
  assign: {
    run: assign,
    about: "assign unattributed funds to an invoice; it may run beside the server",
  },
  refund: {
    run: refund,
    about: "refund unattributed funds by a payout that waits for its approval; it may run beside the server",
  },
  dismiss: {
    run: dismiss,
    about: "take unattributed funds off the inbox that are not a payment; it may run beside the server",
  },
  mark: {
    run: mark,
    about: "set an invoice's state by your own word; it may run beside the server",
  },
  "keys create": {
    run: createKey,
    about: "make another API key; it may run beside the server",
  },
  "keys list": {
    run: later(async () => (await import("./gateway/sealedKeys.ts")).keysList),
    about:
      "list the gateway's own keys in the database, which a master key seals; it may run beside the server",
  },
  "keys import": {
    run: later(async () => (await import("./gateway/sealedKeys.ts")).keysImport),
    about:
      "seal the gateway's own keys, which are in files, into the database with the master key (docs/how-to/shared-keys.md)",
  },
  "keys rotate": {
    run: later(async () => (await import("./gateway/sealedKeys.ts")).keysRotate),
    about: "replace one of the gateway's own keys in the database; it may run beside the server",
  },
  "keys rewrap": {
    run: later(async () => (await import("./gateway/sealedKeys.ts")).keysRewrap),
    about: "seal the gateway's own keys with the new master key of the settings, in the place of an old one",
  },
  "owner link": {
    run: later(async () => (await import("./gateway/ownerLink.ts")).ownerLink),
    about:
      "print a one-time link that makes the owner's account or resets its password; it may run beside the server",
  },
  "stores domain": {
    run: later(async () => (await import("./gateway/storeDomain.ts")).storeDomain),
    about: "prove the domain that a store's addresses are signed with; it may run beside the server",
  },
  "signing key": {
    run: later(async () => (await import("./gateway/signingKey.ts")).signingKey),
    about: "print the public key that payers check addresses with, and its fingerprint",
  },
  "signing renew": {
    run: later(async () => (await import("./gateway/signingKey.ts")).signingRenew),
    about:
      "put a new key in the place of a lost or stolen one; needs --yes, and the server to be started again",
  },
  verify: {
    run: verify,
    about: "check the signature of an address and its amount; exits with 1 when it is not genuine",
  },
  prove: {
    run: later(async () => (await import("./gateway/prove.ts")).prove),
    about:
      "write the signed proof pack of an invoice; it may run beside the server (docs/reference/proof-format.md)",
  },
  pay: {
    run: later(async () => (await import("./sandbox/pay.ts")).pay),
    about: "pay an invoice of the running sandbox",
  },
  "quotes compare": {
    run: later(async () => (await import("./gateway/quotesCompare.ts")).quotesCompare),
    about:
      "ask the intent service one quote by version 2 and by version 3 and show both side by side (docs/how-to/move-to-quote-v3.md); exits with 1 when one of them cannot price a payment; the server may run",
  },
  "payouts pay": {
    run: later(async () => (await import("./gateway/payoutsPay.ts")).payoutsPay),
    about: "pay a refund or another payout through the intent service, signed by your own key",
  },
  demo: {
    run: later(async () => (await import("./sandbox/demo.ts")).demo),
    about: "pay many invoices in the sandbox and compare every unit with the chain",
  },
};

/** A command with lazily loaded code: there is much of it, and each needs another part. */
function later(load: () => Promise<Command>): Command {
  return async (invocation) => (await load())(invocation);
}
