import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Command } from "../../src/cli/command.ts";
import { assign } from "../../src/cli/gateway/assign.ts";
import { createStoreCommand } from "../../src/cli/gateway/createStore.ts";
import { printInbox } from "../../src/cli/gateway/inbox.ts";
import { mark } from "../../src/cli/gateway/mark.ts";
import { resolve } from "../../src/cli/gateway/resolve.ts";
import { setStore } from "../../src/cli/gateway/setStore.ts";
import { dismiss, refund } from "../../src/cli/gateway/unattributed.ts";
import { advanceInvoice } from "../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { disc } from "../gateway/domain/branding/images.ts";
import { issue } from "../gateway/http/merchant.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { invoke, type Said } from "./invoke.ts";

const REFUND = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const WHO = ["--by", "Ada", "--reason", "agreed by phone"];

type Listed = Readonly<{ items: readonly object[]; unattributed: readonly object[] }>;

/** Everything here happens while the server runs on the same database. */
describe("a merchant's commands", function () {
  this.timeout(60_000);
  let sandbox: SandboxApp;
  let settle: string;

  before(async () => {
    sandbox = await startSandboxApp();
    const { settlement } = sandbox.app.sandbox!.file;
    settle = `${settlement.chainId}:${settlement.currency}:${settlement.recipient}`;
  });
  after(() => sandbox.close());

  const run = (command: Command, args: readonly string[]): Promise<Said> =>
    invoke(command, args, { DATA_DIR: sandbox.dataDir, PORT: new URL(sandbox.url).port }, sandbox.clock);
  const create = (...options: readonly string[]) =>
    run(createStoreCommand, [
      "--name",
      "Tea",
      "--settle",
      settle,
      "--refund",
      `${BITCOIN_CHAIN_ID}:${REFUND}`,
      ...options,
    ]);
  const newStore = async (...options: readonly string[]): Promise<string> => {
    const { result, error } = await create(...options);
    return /Store id {3}(\S+)/.exec(result)?.[1] ?? `refused: ${error}`;
  };
  const settingsOf = async (id: string) => (await sandbox.app.gateway.persistence.stores.load(id))!.settings;

  describe("stores create", () => {
    it("says in one line all that is missing", async () => {
      const { error } = await run(createStoreCommand, ["--settle", "1:0x1:0x2"]);
      expect(error).to.equal(
        '--name and --refund are missing. "crosstill stores create --help" says what it takes.',
      );
    });

    it("takes a whole policy, in percent and in amounts of the settlement coin", async () => {
      const id = await newStore(
        ...[
          "--preset",
          "top-up",
          "--tolerance",
          "1.5",
          "--tolerance-floor",
          "0.50",
          "--underpaid",
          "keep-open",
        ],
        ...["--overpaid", "hold", "--late-from", "95", "--evidence", "hash", "--strict-addresses", "on"],
        ...["--confirmations", "10000=6,1000=2", "--minutes", "30", "--margin=2"],
      );
      const settings = await settingsOf(id);
      expect(settings).to.include({ strictAddresses: true, invoiceMinutes: 30, marginBps: 200 });
      expect(settings.refunds).to.deep.equal({ [BITCOIN_CHAIN_ID]: REFUND });
      expect(settings.policy).to.deep.equal({
        ...{ preset: "top-up", toleranceBps: 150, toleranceFloor: 500_000n, underpaid: "keepOpen" },
        ...{ overpaid: "hold", lateFromBps: 9_500, evidence: "hash" },
        confirmations: [
          { from: 1_000_000_000n, need: 2 },
          { from: 10_000_000_000n, need: 6 },
        ],
      });
    });

    it("takes the policy in the API's words as well", async () => {
      const id = await newStore(
        ...["--toleranceFloor", "0.50", "--lateFrom=95", "--underpaid", "keepOpen", "--confirmations", "3"],
      );
      expect((await settingsOf(id)).policy).to.deep.equal({
        ...{ toleranceFloor: 500_000n, lateFromBps: 9_500, underpaid: "keepOpen" },
        confirmations: [{ from: 0n, need: 3 }],
      });
    });

    it("without a policy is a shop", async () => {
      expect((await settingsOf(await newStore())).policy).to.deep.equal({});
    });

    const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
      [["--preset", "bank"], /--preset expects shop or top-up; got "bank"/],
      [["--tolerance", "101"], /--tolerance expects a percentage such as 1\.5/],
      [["--tolerance-floor", "0.1234567"], /--tolerance-floor expects an amount of USDC/],
      [["--underpaid", "keepopen"], /--underpaid expects keep-open, accept or hold/],
      [["--evidence", "sure"], /--evidence expects reported, hash or verified/],
      [["--confirmations", "1000:2"], /--confirmations expects <from amount>=<number/],
      [["--confirmations", "1000=0"], /from 1 to 100/],
      [["--strict-addresses", "yes"], /--strict-addresses expects on or off/],
      [["--mail-invoices", "yes"], /--mail-invoices expects on or off/],
      [
        ["--mail-reminder", "0"],
        /--mail-reminder expects none, or how many minutes .*, from 1 to 525600; got "0"/,
      ],
      [["--mail-address-days", "4000"], /--mail-address-days expects for how many days, from 1 to 3650/],
      [["--minutes", "0"], /--minutes expects how long a price is held/],
      [["--name", "Tea\u202egnp.exe"], /--name expects a name .* without control and format characters/],
      [["--name", "Tea\u0007"], /--name expects a name/],
      [["--lateFrom", "101"], /--late-from expects a percentage/],
      [["--late-from"], /--late-from expects a value/],
      [["--refund", "8253038:nonsense"], /--refund expects <chainId>:<address/],
    ];
    for (const [options, said] of WRONG) {
      it(`refuses ${options.join(" ")} and says what is expected`, async () => {
        expect((await create(...options)).error).to.match(said);
      });
    }
  });

  describe("stores set", () => {
    it("changes what it is told and nothing else, and prints before and after", async () => {
      const id = await newStore("--tolerance", "1", "--evidence", "hash");
      const { result } = await run(setStore, ["--store", id, "--underpaid", "hold", "--minutes", "20"]);
      expect(result.split("\n")).to.deep.equal([
        "policy: shop, tolerance 1%, evidence hash → shop, tolerance 1%, underpaid hold, evidence hash",
        "minutes: 15 → 20",
      ]);
      expect(await settingsOf(id)).to.deep.include({
        invoiceMinutes: 20,
        policy: { toleranceBps: 100, underpaid: "hold", evidence: "hash" },
      });
      expect((await run(setStore, ["--store", id, "--minutes", "20"])).result).to.equal("Nothing changed.");
    });

    it("with a preset forgets what was said before it, but not the evidence", async () => {
      const id = await newStore("--tolerance", "1", "--evidence", "hash");
      const { result } = await run(setStore, ["--store", id, "--preset", "top-up"]);
      expect(result).to.equal("policy: shop, tolerance 1%, evidence hash → top-up, evidence hash");
    });

    it("changes what is mailed, and for how long addresses are kept", async () => {
      const id = await newStore("--mail-reminder", "10");
      expect((await settingsOf(id)).mail).to.deep.equal({ invoices: false, remindMinutes: 10, keepDays: 90 });
      const said = ["--mail-invoices", "on", "--mail-reminder", "none", "--mail-address-days", "30"];
      const { result } = await run(setStore, ["--store", id, ...said]);
      expect(result.split("\n")).to.deep.equal([
        "mail invoices: off → on",
        "mail reminder: 10 minutes → none",
        "mail address days: 90 → 30",
      ]);
      const { mail } = await settingsOf(id);
      expect([mail.invoices, mail.remindMinutes, mail.keepDays]).to.deep.equal([true, undefined, 30]);
    });

    it("changes its name, what it shows of itself, and what differs between plugins", async () => {
      const id = await newStore();
      const said = [
        "--name=Coffee",
        "--support-url",
        "mailto:help@shop.example",
        "--one-invoice-per-order",
        "on",
      ];
      const { result } = await run(setStore, ["--store", id, ...said]);
      expect(result.split("\n").map((line) => line.replace(/^name: .* →/, "name →"))).to.deep.equal([
        ...[
          "name → Coffee",
          "support url: none → mailto:help@shop.example",
          "one invoice per order: off → on",
        ],
      ]);
      expect((await run(setStore, ["--store", id, "--website", "ftp://x"])).error).to.include(
        "--website expects",
      );
      const { error } = await run(setStore, ["--store", id, "--name", "Coffee\u2066"]);
      expect(error).to.include("--name expects a name").and.not.to.include("\u2066");
    });

    it("changes its colour and its logo, which it makes of a file", async () => {
      const id = await newStore();
      const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), "crosstill-logo-")), "logo.png");
      await fs.writeFile(file, disc(200));
      const dressed = await run(setStore, ["--store", id, "--color", "#0F3B21", "--logo", file]);
      expect(dressed.result).to.equal("color: none → #0F3B21\nlogo: none → 96 × 96 pixels");
      expect((await run(setStore, ["--store", id, "--logo", file])).result).to.equal("Nothing changed.");
      await fs.writeFile(file, "<svg/>");
      expect((await run(setStore, ["--store", id, "--logo", file])).error).to.include("got an SVG");
      expect((await run(setStore, ["--store", id, "--color", "red"])).error).to.include("--color expects");
      const plain = await run(setStore, ["--store", id, "--color", "none", "--logo", "none"]);
      expect(plain.result).to.equal("color: #0F3B21 → none\nlogo: 96 × 96 pixels → none");
      await fs.rm(path.dirname(file), { recursive: true });
    });

    it("changes where it is paid, writes it into the audit log and tells the owners, unless that takes two people", async () => {
      const id = await newStore("--tolerance-floor", "0.5");
      const { settlement } = await settingsOf(id);
      const recipient = `0x${"77".repeat(20)}`;
      const to = `${settlement.chainId}:${settlement.currency}:${recipient}`;
      const { result } = await run(setStore, ["--store", id, "--settle", to]);
      const where = (address: string) => `${settlement.symbol} on ${settlement.chainName} to ${address}`;
      expect(result).to.equal(`settlement: ${where(settlement.recipient)} → ${where(recipient)}`);
      const after = await settingsOf(id);
      expect(after.settlement).to.deep.equal({ ...settlement, recipient });
      expect(after.formerSettlements?.map((one) => one.settlement)).to.deep.equal([settlement]);
      expect(after.policy.toleranceFloor).to.equal(500_000n);
      const { auditLog } = sandbox.app.gateway.persistence;
      const [entry] = (await auditLog.list({ limit: 5 })).filter(({ action }) => action === "store.settlement_changed");
      expect([entry?.actor.kind, entry?.before, entry?.after]).to.deep.equal(["command", settlement, after.settlement]);
      expect((await run(setStore, ["--store", id, "--settle", to])).result).to.equal("Nothing changed.");
      expect((await run(setStore, ["--store", id, "--settle", "1:0x1:0x2"])).error).to.include("Expected the merchant's own EVM address");
      const { stores } = sandbox.app.gateway.persistence;
      const store = (await stores.load(id))!;
      const payoutLimit = { amount: "10", currency: "USD" };
      await stores.change(store, { name: store.name, settings: { ...store.settings, payoutLimit } });
      expect((await run(setStore, ["--store", id, "--settle", settle])).error).to.include("take two people");
      expect((await settingsOf(id)).settlement.recipient).to.equal(recipient);
    }); // prettier-ignore

    it("seals what it tells with the keys in the database where they are there, and makes no key file", async () => {
      const MASTER_KEY = "cd".repeat(32);
      const shared = await startSandboxApp({ isFirst: true, env: { MASTER_KEY } });
      try {
        const { stores, checkpoints } = shared.app.gateway.persistence;
        const { storeId, dataDir } = shared;
        const { settlement } = (await stores.load(storeId))!.settings;
        const env = { DATA_DIR: dataDir, PORT: new URL(shared.url).port };
        const to = `${settlement.chainId}:${settlement.currency}:0x${"77".repeat(20)}`;
        const set = ["--store", storeId, "--settle", to];
        expect((await invoke(setStore, set, env, shared.clock)).error).to.include("Set MASTER_KEY_FILE");
        expect((await stores.load(storeId))!.settings.settlement, "nothing was changed").to.deep.equal(
          settlement,
        );
        const { error, result } = await invoke(setStore, set, { ...env, MASTER_KEY }, shared.clock);
        expect([error, result]).to.satisfy(() => result.startsWith("settlement: "));
        expect((await fs.readdir(dataDir)).filter((name) => name.endsWith(".key"))).to.deep.equal([]);
        expect(await checkpoints.read("secrets key")).to.equal(undefined);
      } finally {
        await shared.close();
      }
    });

    it("takes effect for the next invoice of the running server, and not for those that were issued", async () => {
      const before = await issue(sandbox);
      const { result } = await run(setStore, ["--store", sandbox.storeId, "--overpaid", "hold"]);
      expect(result).to.include("overpaid hold");
      const after = await issue(sandbox);
      const policyOf = (made: object) =>
        (made as { crosstill: { policy: { overpaid: string } } }).crosstill.policy;
      expect(policyOf(after).overpaid).to.equal("hold");
      const { body } = await sandbox.get(`/invoices/${before.id}`);
      expect(policyOf(body as object).overpaid).to.equal("accept");
    });

    it("of a store that there is not, or without one, says so", async () => {
      expect((await run(setStore, ["--store", "nobody", "--minutes", "20"])).error).to.include(
        "There is no store nobody",
      );
      expect((await run(setStore, ["--minutes", "20"])).error).to.include(
        '--store is missing. "crosstill stores set --help" says what it takes.',
      );
    });
  });

  describe("the inbox", () => {
    const outpoint = `${"ef".repeat(32)}:0`;

    it("is empty, and says so", async () => {
      expect((await run(printInbox, [])).result).to.equal("Nothing needs you.");
      expect((await run(printInbox, ["--store", "nobody"])).error).to.include("There is no store nobody");
    });

    it("lists what needs a person, each with the command's words, until it is resolved", async () => {
      const { id } = await issue(sandbox, { metadata: { orderId: "tea 7" } });
      const at = sandbox.clock();
      const invoice = (await sandbox.app.gateway.persistence.invoices.load(id))!;
      const offer = invoice.facts.offers[0]!;
      const place = { outpoint: `${"aa".repeat(32)}:0`, address: offer.depositAddress };
      const origin = { chainId: offer.chainId, currency: offer.currency, value: offer.input / 2n };
      const inBlock = { confirmations: 1, blockHash: "aa" };
      const gateway = sandbox.app.gateway;
      await advanceInvoice(gateway, id, { kind: "output", at, sentBy: at, ...place, ...origin, ...inBlock });
      await advanceInvoice(gateway, id, { kind: "tick", at: at + 86_400_000, sightedAt: 0 });
      const { result } = await run(printInbox, ["--store", sandbox.storeId]);
      expect(result).to.match(
        new RegExp(
          `invoice ${id} \\(New\\)  order "tea 7"  stalled 12\\.\\d+ USDC  key stalled:${place.outpoint}`,
        ),
      );
      const json = JSON.parse(
        (await run(printInbox, ["--json", "--store", sandbox.storeId])).result,
      ) as Listed;
      const { body: listed } = (await sandbox.get("/crosstill/inbox")) as { body: Listed };
      expect(json.items).to.deep.equal(listed.items.map((item) => ({ storeId: sandbox.storeId, ...item })));
      expect(json.items[0]).to.include({ invoiceId: id, orderId: "tea 7" });
      const key = `stalled:${place.outpoint}`;
      expect((await run(resolve, [id, "nonsense", ...WHO])).error).to.include(key);
      expect((await run(resolve, [id, key, "--by", "Ada"])).error).to.include(
        "--reason is missing. Usage: crosstill resolve",
      );
      expect((await run(resolve, [id, key, ...WHO, "--force"])).error).to.include("Unknown: --force");
      expect((await run(resolve, [id, key, ...WHO])).result).to.include("Resolved");
      const again = await run(resolve, [id, key, "--by", "Bob", "--reason", "me too"]);
      expect(again.result).to.equal(`${key} of invoice ${id} was already resolved by Ada; nothing changed.`);
      expect((await run(printInbox, [])).result).to.equal("Nothing needs you.");
    });

    it("lists money that nobody could attribute, until it is assigned", async () => {
      const { id } = await issue(sandbox);
      const at = sandbox.clock();
      await sandbox.app.gateway.persistence.unattributed.keep({
        ...{ chainId: BITCOIN_CHAIN_ID, outpoint, address: REFUND, currency: BTC_CURRENCY, value: 150_000n },
        ...{
          storeId: sandbox.storeId,
          lastInvoiceId: undefined,
          height: 1,
          blockHash: "bb",
          blockTime: at,
          seenAt: at,
        },
      });
      const place = `${BITCOIN_CHAIN_ID}:${outpoint}`;
      expect((await run(printInbox, [])).result).to.include(`unattributed ${place}  0.0015 BTC at ${REFUND}`);
      const json = JSON.parse((await run(printInbox, ["--json"])).result) as Listed;
      const { body: listed } = (await sandbox.get("/crosstill/inbox")) as { body: Listed };
      expect(json.unattributed).to.deep.equal([{ storeId: sandbox.storeId, ...listed.unattributed[0] }]);
      expect((await run(assign, [place, id])).error).to.include("--by is missing");
      expect((await run(assign, ["nonsense", id, ...WHO])).error).to.include(
        "Expected an unattributed deposit",
      );
      const said = await run(assign, [place, id, ...WHO]);
      expect(said.result).to.include(`Assigned ${place} to invoice ${id}, which is New`);
      const again = await run(assign, [place, id, "--by", "Bob", "--reason", "me too"]);
      expect(again.error).to.equal(undefined);
      expect(again.result).to.equal(
        `${place} was already assigned to invoice ${id} by Ada; nothing changed.`,
      );
      expect((await run(printInbox, [])).result).to.equal("Nothing needs you.");
    });

    it("refunds money at the shop's own address, none at a deposit address, and takes off what is not a payment", async () => {
      const at = sandbox.clock();
      const [lost, own] = ["5a", "5b"].map((byte) => `${byte.repeat(32)}:0`) as [string, string];
      for (const outpoint of [lost, own])
        await sandbox.app.gateway.persistence.unattributed.keep({
          ...{
            chainId: BITCOIN_CHAIN_ID,
            outpoint,
            address: REFUND,
            currency: BTC_CURRENCY,
            value: 150_000n,
          },
          ...{ storeId: sandbox.storeId, lastInvoiceId: undefined, height: 1, blockHash: "bb" },
          blockTime: at,
          seenAt: at,
          ...(outpoint === lost ? { sender: "bcrt1-sender" } : {}),
        });
      const place = (outpoint: string) => `${BITCOIN_CHAIN_ID}:${outpoint}`;
      expect((await run(refund, ["nonsense", REFUND, ...WHO])).error).to.include(
        "Expected unattributed funds",
      );
      expect((await run(refund, [place(lost), "nowhere", ...WHO])).error).to.include("nowhere");
      const [said, again] = [
        await run(refund, [place(lost), REFUND, ...WHO]),
        await run(refund, [place(lost), REFUND, ...WHO]),
      ];
      expect(said.result).to.match(/^The refund of \S+ is payout \w+ \(AwaitingApproval\)\./);
      expect(again.result).to.equal(said.result);
      const atDeposit = await run(refund, [place(own), REFUND, ...WHO]);
      expect(atDeposit.error).to.include("converts what comes to a deposit address");
      expect((await run(dismiss, [place(lost), ...WHO])).error).to.include("refunded or dismissed already");
      expect((await run(dismiss, [place(own), ...WHO])).result).to.include("is not a payment");
      expect((await run(printInbox, [])).result).to.not.include("unattributed");
    });

    it("an invoice is marked by a person's word", async () => {
      const { id } = await issue(sandbox);
      expect((await run(mark, [id, "paid", ...WHO])).error).to.include(
        "Expected an invoice and settled or invalid",
      );
      expect((await run(mark, ["nobody", "settled", ...WHO])).error).to.include("There is no invoice nobody");
      expect((await run(mark, [id, "settled", ...WHO])).result).to.equal(
        `Invoice ${id} is Settled (Marked).`,
      );
      const again = await run(mark, [id, "settled", "--by", "Bob", "--reason", "me too"]);
      expect(again.result).to.equal(`Invoice ${id} was already marked Settled by Ada; nothing changed.`);
      const { body } = await sandbox.get(`/invoices/${id}`);
      expect(body).to.deep.include({ status: "Settled", additionalStatus: "Marked" });
      expect(body).to.have.nested.property("crosstill.marks[0].reason", "agreed by phone");
    });
  });
});
