import { expect } from "chai";
import { followPayouts } from "../../../../src/gateway/usecases/payouts/followPayouts.ts";
import { claimPayout } from "../../../../src/gateway/usecases/payouts/claimPayout.ts";
import { approvePayout, markPayout } from "../../../../src/gateway/usecases/payouts/managePayouts.ts";
import { unpaidPayouts } from "../../../../src/gateway/usecases/payouts/unpaidPayouts.ts";
import { bitcoinScript } from "../../../../src/gateway/usecases/crediting/refundOf.ts";
import { payoutView } from "../../../../src/gateway/http/payouts/payoutView.ts";
import { loadPayoutPage } from "../../../../src/gateway/http/payouts/loadPayoutPage.ts";
import { refusal, shop } from "../payoutShop.ts";

const TXID = "ab".repeat(32);
const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

/** A payout in bitcoin to be paid by hand, and the one transaction that the explorer knows. */
async function bitcoinShop() {
  const world = await shop();
  const { gateway, pull, claim, persistence } = world;
  const seen = { pays: 0n, blocks: 0, isKnown: true, paidFrom: "other" }; // blocks: confirmations, the transaction's own block included
  const script = bitcoinScript(gateway, ADDRESS);
  const tx = async (txid: string) =>
    txid === TXID && seen.isKnown
      ? {
          txid,
          vin: [{ prevout: { scriptpubkey: seen.paidFrom } }],
          status:
            seen.blocks === 0
              ? { confirmed: false }
              : { confirmed: true, block_height: 100, block_time: Math.trunc(gateway.clock() / 1_000) },
          vout: [{ scriptpubkey: script, value: seen.pays }],
        }
      : undefined;
  Object.assign(gateway, { explorer: { tx, tipHeight: async () => 99 + seen.blocks } });
  Object.assign(gateway.budgets, { explorer: { takeSpare: () => true } });
  const { id } = await claimPayout(gateway, pull.id, {
    ...claim,
    destination: ADDRESS,
    methodId: "BTC-CHAIN",
  });
  const { payoutAmount = 0n } = await approvePayout(gateway, id, 0);
  seen.pays = payoutAmount;
  const record = (txHash = TXID) => markPayout(gateway, id, { state: "Completed", txHash, proof: undefined });
  const now = async () => (await persistence.payouts.load(id))!;
  const said = async () =>
    payoutView(
      await loadPayoutPage({ ...gateway, steps: { read: async () => [], report: async () => {} } }, id),
      { tx: () => undefined },
      true,
    )["said"];
  return { ...world, id, seen, record, now, said };
}

describe("a payout that is paid by hand", () => {
  it("a payout stays InProgress while a reorganisation may remove its transaction, and is Completed once it is final", async () => {
    const { gateway, seen, record, now, said } = await bitcoinShop();
    expect((await record()).state).to.equal("InProgress");
    expect(await said()).to.include(
      "The gateway has seen the transaction. A reorganisation may still remove it.",
    );
    for (seen.blocks = 0; seen.blocks < 6; seen.blocks++) {
      await followPayouts(gateway);
      expect((await now()).state).to.equal("InProgress");
    }
    await followPayouts(gateway);
    const { state, proof, named } = await now();
    expect({ state, named }).to.deep.equal({ state: "Completed", named: undefined });
    expect(proof).to.include({ evidence: "verified", txHash: TXID, amount: seen.pays });
  });

  it("the inbox lists a payout ten minutes after a reorganisation removed its transaction, until the chain shows it again", async () => {
    const { gateway, persistence, clock, seen, record, now, said, id } = await bitcoinShop();
    const inbox = async () =>
      (await unpaidPayouts(gateway, (await now()).storeId, 10)).map((payout) => payout.id);
    seen.blocks = 1;
    await record();
    seen.isKnown = false;
    await followPayouts(gateway);
    expect(await inbox(), "most transactions are in one of the next blocks again").to.deep.equal([]);
    clock.advance(10 * 60_000);
    await followPayouts(gateway);
    expect(await inbox()).to.deep.equal([id]);
    expect(await said()).to.include("a reorganisation or its wallet has removed it");
    seen.isKnown = true;
    await followPayouts(gateway);
    expect(await inbox()).to.deep.equal([]);
    seen.blocks = 6;
    await followPayouts(gateway);
    expect((await persistence.payouts.load(id))?.state).to.equal("Completed");
  });

  it("the page of a refund names the order of its invoice", async () => {
    const { gateway, id } = await bitcoinShop();
    const page = await loadPayoutPage(
      { ...gateway, steps: { read: async () => [], report: async () => {} } },
      id,
    );
    const refund = { invoiceId: "8Hq2vLm4WcXn7T", ordinal: 0, worth: 1n };
    const pullPayment = page.pullPayment && { ...page.pullPayment, refund };
    const what = (order: string | undefined) =>
      payoutView({ ...page, pullPayment, order }, { tx: () => undefined }, true)["what"];
    expect([what("2026-1187"), what(undefined)]).to.deep.equal([
      "Refund of 2026-1187",
      "Refund of invoice 8Hq2vLm4WcXn7T",
    ]);
  });

  it("is not begun by a transaction that no explorer shows, or that pays too little", async () => {
    const { seen, record, now } = await bitcoinShop();
    expect(await refusal(record("cd".repeat(32)))).to.equal("payment_not_found");
    seen.pays -= 1n;
    expect(await refusal(record())).to.equal("payment_not_found");
    expect((await now()).state).to.equal("AwaitingPayment");
  });

  it("change does not pay a payout whose address belongs to the paying wallet", async () => {
    const { gateway, seen, record } = await bitcoinShop();
    seen.blocks = 6;
    seen.paidFrom = bitcoinScript(gateway, ADDRESS)!;
    expect(await refusal(record())).to.equal("payment_not_found");
  });

  it("waits for a person where a block has the transaction and another payout was paid by it", async () => {
    const { gateway, seen, record, now, said, persistence, another } = await bitcoinShop();
    await record();
    seen.blocks = 6;
    const other = await another();
    const before = (await persistence.payouts.load(other.id))!;
    const payout = {
      ...before,
      coin: (await now()).coin,
      destination: ADDRESS,
      payoutAmount: seen.pays,
      version: before.version + 1,
    };
    await persistence.payouts.keep({
      payout: { before, after: payout },
      announcements: [],
      booked: undefined,
    });
    await markPayout(gateway, other.id, { state: "Completed", txHash: TXID, proof: undefined });
    await followPayouts(gateway);
    expect((await now()).state).to.equal("InProgress");
    expect(await said()).to.include("has not paid this payout");
  });

  it("is taken back only by somebody who says that the transaction cannot go through any more", async () => {
    const { gateway, id, record, now } = await bitcoinShop();
    await record();
    const back = { state: "AwaitingPayment", txHash: undefined, proof: undefined } as const;
    expect(await refusal(markPayout(gateway, id, back))).to.equal("invalid-state");
    await markPayout(gateway, id, { ...back, nothingUnderWay: true });
    expect(await now()).to.include({ state: "AwaitingPayment", named: undefined });
  });
});
