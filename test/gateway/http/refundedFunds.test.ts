import { expect } from "chai";
import { auditBooks } from "../../../src/gateway/usecases/audit/auditBooks.ts";
import { makeStatement } from "../../../src/gateway/usecases/books/makeStatement.ts";
import { closingEntry, unattributedEntry } from "../../../src/gateway/domain/books/ledger.ts";
import {
  recordUnattributed,
  undoUnattributed,
} from "../../../src/gateway/usecases/crediting/noteUnattributed.ts";
import { requirePayable } from "../../../src/gateway/usecases/payouts/preparePayoutPayment.ts";
import { markPayout } from "../../../src/gateway/usecases/payouts/managePayouts.ts";
import { payoutPath } from "../../../src/gateway/http/owner/paths.ts";
import { monthOf, readMonth } from "../../../src/values/month.ts";
import { MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { download } from "../domain/exports/bookedWorld.ts";
import { readTable } from "../domain/exports/sumExports.ts";
import { NAME, PASSWORD, openVisitor, signedInAt } from "./ownerPages.ts";

const SENDER = `0x${"5e".repeat(20)}`;
const AWAY = `0x${"0b".repeat(20)}`;

describe("unattributed funds that are refunded", function () {
  this.timeout(120_000);
  let shop: SandboxApp;
  let owner: ReturnType<typeof openVisitor>;
  const inbox = () => `/owner/stores/${shop.storeId}/inbox`;

  before(async () => {
    shop = await startSandboxApp();
    await signedInAt(shop.app.gateway, shop.url);
  });
  after(() => shop.close());
  beforeEach(async () => {
    owner = openVisitor(shop.url, shop.url); // a session stays confirmed for ten minutes
    await owner.get("/owner/sign-in");
    await owner.send("/owner/sign-in", { name: NAME, password: PASSWORD });
  });

  /** Money at the store's own address that no invoice explains. */
  const arrive = async (value: bigint) => {
    const { persistence } = shop.app.gateway;
    const { settlement } = (await persistence.stores.load(shop.storeId))!.settings;
    const { chainId, currency, recipient: address } = settlement;
    const outpoint = `0x${String(value).padStart(64, "0")}:value`;
    const at = shop.clock();
    const block = { height: 3, blockHash: `block of ${value}`, blockTime: at, seenAt: at };
    const money = { chainId, outpoint, address, currency, value, sender: SENDER, storeId: shop.storeId };
    await persistence.unattributed.keep({ ...money, ...block, lastInvoiceId: undefined }, settlement);
    return { chainId, outpoint, coin: `${chainId}:${currency}` };
  };
  const load = async ({ chainId, outpoint }: Readonly<{ chainId: number; outpoint: string }>) =>
    (await shop.app.gateway.persistence.unattributed.load(chainId, outpoint))!;
  /** A reorganisation takes the block of the money out of the chain. */
  const leaveChain = async (name: Readonly<{ chainId: number; outpoint: string }>) =>
    undoUnattributed(shop.app.gateway, name.chainId, [(await load(name)).blockHash]);
  const mineAgain = async (name: Readonly<{ chainId: number; outpoint: string }>) => {
    const found = await load(name);
    const block = { height: 4, blockHash: `${found.blockHash} again`, blockTime: shop.clock() };
    await recordUnattributed(shop.app.gateway, { ...found, ...block }, { ...found });
  };
  const press = async (name: Readonly<{ chainId: number; outpoint: string }>, destination = AWAY) => {
    await owner.get(inbox());
    const form = { chainId: String(name.chainId), outpoint: name.outpoint, destination };
    const { headers, status, text } = await owner.send(`${inbox()}/refund`, form);
    expect(status, textOf(text)).to.equal(303);
    return String(headers["location"]).split("/").at(-1)!;
  };
  const marker = (id: string) => (state: "InProgress" | "AwaitingPayment" | "Completed" | "Cancelled") =>
    markPayout(shop.app.gateway, id, { state, txHash: undefined, proof: undefined });
  const act = async (id: string, what: "approve" | "cancel") => {
    const page = payoutPath(id);
    await owner.get(page);
    const { status, text } = await owner.send(`${page}/${what}`, { revision: "0" });
    expect(status, textOf(text)).to.equal(303);
  };
  const pay = async (id: string) => {
    await act(id, "approve");
    await marker(id)("Completed");
  };
  /** The statement of this month a minute later, and what the audit finds then. */
  const booksNow = async () => {
    shop.clock.advance(MINUTE_MS + SECOND_MS);
    const { gateway } = shop.app;
    const store = (await gateway.persistence.stores.load(shop.storeId))!;
    const month = readMonth(monthOf(shop.clock(), "UTC"), "UTC")!;
    const { faults, rows } = (await makeStatement(gateway, store, month))!;
    const { violations } = await auditBooks(gateway.persistence, shop.clock());
    const wrong = [...faults, ...violations.map(({ id, message }) => `${id} ${message}`)];
    return { wrong, row: rows[0] };
  };
  const fileOf = async (name: string, coin: string) => {
    const words = name === "coin-statement" ? { coin } : { currency: "USD" };
    const text = await download(shop.app.gateway.persistence, `${name}.csv`, words, shop.clock(), shop.storeId);
    return readTable(text);
  };

  it("the statement and the audit find no fault, whether a refund of unattributed funds waits, is cancelled, dismissed after it, or paid", async () => {
    const [waiting, taken, paid] = [await arrive(7_000_001n), await arrive(6_000_001n), await arrive(5_000_001n)];
    await press(waiting);
    expect(await booksNow(), "one waits").to.deep.include({ wrong: [] });
    const cancelled = await press(taken);
    await act(cancelled, "cancel");
    expect(await booksNow(), "one is cancelled").to.deep.include({ wrong: [] });
    await owner.get(inbox());
    await owner.send(`${inbox()}/not-a-payment`, { chainId: String(taken.chainId), outpoint: taken.outpoint });
    expect(await booksNow(), "and then dismissed").to.deep.include({ wrong: [] });
    await pay(await press(paid));
    const { wrong, row } = await booksNow();
    expect(wrong, "one is paid").to.deep.equal([]);
    expect(row).to.include({ closing: 7_000_001n, settled: 5_000_001n, spent: 5_000_001n, paidOut: 5_000_001n });
  });

  it("files of other programs have a receipt and a payment once the refund is paid, and neither before", async () => {
    const funds = await arrive(3_000_001n);
    const id = await press(funds);
    const amounts = async (name: string, column: string) => {
      const rows = await fileOf(name, funds.coin);
      return rows.filter((row) => Object.values(row).some((cell) => cell.includes(id))).map((row) => row[column]);
    };
    await booksNow();
    expect(await amounts("coin-statement", "Amount")).to.deep.equal([]);
    await pay(id);
    await booksNow();
    expect(await amounts("coin-statement", "Amount")).to.deep.equal(["3.000001", "-3.000001"]);
    expect(await amounts("koinly", "Received Amount")).to.deep.equal(["3.000001", ""]);
    expect(await amounts("koinly", "Sent Amount")).to.deep.equal(["", "3.000001"]);
    for (const name of ["xero-statement", "quickbooks"])
      expect(await amounts(name, "Amount"), name).to.deep.equal(["3.00", "-3.00"]);
  });

  it("a cancelled payout puts unattributed funds into the inbox again, as its page says, and they can be refunded to another address", async () => {
    const funds = await arrive(2_000_001n);
    const id = await press(funds, SENDER);
    expect((await owner.get(inbox())).text).not.to.include(funds.outpoint);
    const page = textOf((await owner.get(payoutPath(id))).text);
    expect(page).to.include("The money is then in the inbox again").and.not.include("claimed again");
    await act(id, "cancel");
    expect((await owner.get(inbox())).text).to.include(funds.outpoint);
    const other = await press(funds);
    const payout = await shop.app.gateway.persistence.payouts.load(other);
    expect([payout?.state, payout?.destination.toLowerCase()]).to.deep.equal(["AwaitingApproval", AWAY]);
    expect((await booksNow()).wrong).to.deep.equal([]);
  });

  for (const isApproved of [false, true])
    it(`a refund that is ${isApproved ? "approved and not paid" : "not approved"} is cancelled when the money that it refunds leaves the chain`, async () => {
      const funds = await arrive(isApproved ? 8_000_001n : 8_000_002n);
      const id = await press(funds);
      if (isApproved) await act(id, "approve");
      await leaveChain(funds);
      const { persistence } = shop.app.gateway;
      expect((await persistence.payouts.load(id))?.state).to.equal("Cancelled");
      expect(await load(funds)).to.include({ state: "undone" }).and.not.have.property("refundId");
      expect((await booksNow()).wrong).to.deep.equal([]);
      await mineAgain(funds);
      expect((await owner.get(inbox())).text).to.include(funds.outpoint);
      expect((await booksNow()).wrong).to.deep.equal([]);
    });

  it("a refund that was paid stays paid when its money leaves the chain, and the books have a receipt only while a block has the money", async () => {
    const funds = await arrive(9_000_001n);
    const id = await press(funds);
    await pay(id);
    const receipts = async () => {
      const { wrong } = await booksNow();
      expect(wrong).to.deep.equal([]);
      const rows = await fileOf("coin-statement", funds.coin);
      const its = rows.filter((row) => Object.values(row).some((cell) => cell.includes(id)));
      return its.map((row) => row["Amount"]).toSorted();
    };
    expect(await receipts()).to.deep.equal(["-9.000001", "9.000001"]);
    await leaveChain(funds);
    expect(await receipts()).to.deep.equal(["-9.000001", "-9.000001", "9.000001"]);
    expect((await shop.app.gateway.persistence.payouts.load(id))?.state).to.equal("Completed");
    await mineAgain(funds);
    expect(await receipts()).to.deep.equal(["-9.000001", "-9.000001", "9.000001", "9.000001"]);
    expect(await load(funds)).to.include({ state: "refunded", refundId: id, undone: 1 });
    await leaveChain(funds);
    await mineAgain(funds);
    expect(await receipts()).to.have.length(6);
    expect((await owner.get(inbox())).text).not.to.include(funds.outpoint);
  });

  it("a refund under way is neither paid anew nor booked as received while its money is on no chain", async () => {
    const funds = await arrive(9_000_002n);
    const id = await press(funds);
    await act(id, "approve");
    const mark = marker(id);
    await mark("InProgress");
    await leaveChain(funds);
    expect((await booksNow()).wrong).to.deep.equal([]);
    await mark("AwaitingPayment");
    const payout = await shop.app.gateway.persistence.payouts.load(id);
    const refusal = await requirePayable(shop.app.gateway, payout!).catch((error: unknown) => error);
    expect(String(refusal)).to.include("no longer on its chain");
    await mark("Completed");
    expect((await booksNow()).wrong).to.deep.equal([]);
    await mineAgain(funds);
    expect((await booksNow()).wrong).to.deep.equal([]);
    expect((await load(funds)).state).to.equal("refunded");
  });

  it("a refund that came back unpaid is cancelled while its money is on no chain, and the money is in the inbox once a block has it", async () => {
    const funds = await arrive(9_000_003n);
    const id = await press(funds);
    await act(id, "approve");
    const mark = marker(id);
    await mark("InProgress");
    await leaveChain(funds);
    await mark("AwaitingPayment");
    await mark("Cancelled");
    expect(await load(funds)).to.include({ state: "undone" }).and.not.have.property("refundId");
    await mineAgain(funds);
    expect((await load(funds)).state).to.equal("open");
    expect((await booksNow()).wrong).to.deep.equal([]);
  });

  it("the audit reports refunded funds that no payout refunds", async () => {
    const { persistence } = shop.app.gateway;
    const funds = await arrive(1_000_001n);
    const by = { by: "anna", reason: "none", at: shop.clock(), refundId: "no-such-payout" };
    const { coin: _, ...name } = funds;
    await persistence.payouts.keep({ announcements: [], unattributed: { ...name, refund: by } });
    expect((await booksNow()).wrong).to.deep.equal(["I-17 it is refunded, and no payout refunds it"]);
  });

  it("the statement and the audit report a receipt without a line alike", async () => {
    const { persistence } = shop.app.gateway;
    const { coin, ...name } = await arrive(4_000_001n);
    const found = (await persistence.unattributed.load(name.chainId, name.outpoint))!;
    const entries = [closingEntry(unattributedEntry(found), "refunded")];
    const booked = { booking: { entries, lines: [], assets: [] }, at: shop.clock() };
    await persistence.payouts.keep({ announcements: [], booked });
    const { wrong, row } = await booksNow();
    const said = `${coin} has ${row?.settled} settled, and the lines of its payments and receipts say ${row!.settled - 4_000_001n}.`;
    expect(wrong).to.include.members([said, `I-52 ${said}`]);
  });
}); // prettier-ignore
