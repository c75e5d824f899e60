import { expect } from "chai";
import { keccak256 } from "viem";
import { scriptOf, type BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import { minerBitcoin } from "../../src/sandbox/accounts.ts";
import { journeyEngines, newDatabase } from "../database/databaseUrls.ts";
import { isFull } from "../support/sizes.ts";
import { startWorld, type World } from "./world.ts";

const DEPOSITS = isFull ? 40 : 12;
const TOO_LITTLE = 600; // sats: less than the fees of a bridge, and more than a refund costs

describe("the intent service from quote to outcome", () => {
  for (const engine of journeyEngines())
    describe(`on ${engine}`, () =>
      journeys(async () => startWorld(await newDatabase(engine, "network_journeys"))));
});

function journeys(start: () => Promise<World>): void {
  let world: World;
  before(async () => {
    world = await start();
  });
  after(() => world.close());
  beforeEach(() => {
    world.failures.length = 0;
    world.rpcDown = world.explorerDown = world.swallowSends = false;
  });
  afterEach(function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
  });

  /** Turns until a request is where it should come to; a chain may take a moment to put into a block what it was sent. */
  const comesTo = async (requestId: string, expected: Readonly<Record<string, unknown>>, stepMs = 0) => {
    const isThere = async () => {
      const status = await world.status(requestId);
      return Object.entries(expected).every(([field, value]) => status[field] === value);
    };
    for (let turns = 0; turns < 15 && !(await isThere()); turns++) {
      world.now += stepMs;
      await world.tick();
    }
    expect(await world.status(requestId)).to.include(expected);
  };
  const rows = async (address: string) => {
    const { body } = await world.get(`/requests/v2?depositAddress=${address}&includeChildRequests=true`);
    return body.requests as Row[];
  };

  it("an exact deposit is filled after one confirmation, and success comes with a receipt [rule-1]", async () => {
    const before = await world.received();
    const quote = await world.quote();
    expect(quote.address).to.match(/^bcrt1q/);
    const txid = await world.pay(quote.address, 100_000);
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "waiting", failReason: "N/A" });
    await world.mine();
    await comesTo(quote.requestId, { status: "success" });
    const status = await world.status(quote.requestId);
    expect(status).to.include({ status: "success", originChainId: 8253038, destinationChainId: 31337 });
    expect(status.inTxHashes).to.deep.equal([txid]);
    expect(status.txHashes).to.have.length(1);
    const paid = (await world.received()) - before;
    expect(paid >= quote.minimum, `${paid} is at least ${quote.minimum}`).to.equal(true);
    expect((await rows(quote.address))[0]?.data.metadata.currencyOut?.amount).to.equal(String(paid));
  });

  it("a deposit of more than quoted keeps the request and is bridged whole [rule-3]", async () => {
    const before = await world.received();
    const quote = await world.quote();
    await world.pay(quote.address, 200_000);
    await world.mine();
    await comesTo(quote.requestId, { status: "success" });
    expect((await world.received()) - before >= 2n * quote.minimum).to.equal(true);
  });

  it("a second deposit to the address is a child request with an id and a price of its own [rule-3]", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    await comesTo(quote.requestId, { status: "success" });
    const before = await world.received();
    const txid = await world.pay(quote.address, 40_000); // far less: the first quote's floor does not bind it
    await world.mine();
    await world.tick();
    const [{ id }] = (await rows(quote.address)) as [Row];
    await comesTo(id, { status: "success" });
    const [child, parent] = await rows(quote.address);
    expect(parent).to.include({ id: quote.requestId, status: "success", parentRequestId: null });
    expect(child).to.include({ status: "success", parentRequestId: quote.requestId });
    expect(child?.depositAddress.depositTxHash).to.equal(txid);
    expect((await world.received()) - before).to.equal(BigInt(child?.data.metadata.currencyOut?.amount ?? 0));
  });

  it("a late deposit is bridged too, because an address does not expire [rule-3]", async () => {
    const quote = await world.quote({ slippageTolerance: "3000" });
    world.now += 90 * 86_400_000;
    await world.pay(quote.address, 100_000);
    await world.mine();
    await comesTo(quote.requestId, { status: "success" });
  });

  it("a deposit below the minimum rate goes back to refundTo in a real transaction, less the miner's fee [rule-2]", async () => {
    const quote = await world.quote({ amount: "50000" });
    const spent = await world.received();
    await world.pay(quote.address, TOO_LITTLE);
    await world.mine();
    await world.tick(2);
    const pending = await world.status(quote.requestId);
    expect(pending).to.include({ status: "pending", failReason: "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL" });
    const [refund = ""] = pending.txHashes as string[];
    const raw = world.ledger.view.tx(refund)?.tx;
    expect(raw?.outputs).to.have.length(1);
    expect(raw?.outputs[0]?.script).to.equal(minerBitcoin().script);
    expect(Number(raw?.outputs[0]?.value)).to.be.greaterThan(293).and.lessThan(TOO_LITTLE);
    await world.mine();
    await comesTo(quote.requestId, { status: "refund" });
    expect(await world.received()).to.equal(spent);
  });

  it("each of two parts above the smallest amount that is quoted is converted, although fees eat most of it", async () => {
    const refused = await world.post("/quote/v2", world.quoteBody({ amount: "300" }));
    const [, least = ""] = /at least (\d+) smallest units/.exec(String(refused.body["message"])) ?? [];
    const part = Math.ceil(Number(least) * 1.1);
    const quote = await world.quote({ amount: String(2 * part) });
    for (let parts = 0; parts < 2; parts++) {
      await world.pay(quote.address, part);
      await world.mine();
      await world.tick(3);
    }
    expect((await rows(quote.address)).map(({ status }) => status)).to.deep.equal(["success", "success"]);
  });

  it("a deposit that cannot pay its own refund ends in failure and says so", async () => {
    const quote = await world.quote({ amount: "30000" });
    await world.pay(quote.address, 350); // more than a hundredth: less would not take the request
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({
      status: "failure",
      failReason: "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL",
      refundFailReason: "AMOUNT_TOO_LOW_TO_REFUND",
    });
  });

  it("without refundTo a deposit that cannot be bridged waits for a person [rule-6]", async () => {
    const quote = await world.quote({ refundTo: undefined, amount: "50000" });
    await world.pay(quote.address, TOO_LITTLE);
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({
      status: "failure",
      refundFailReason: "MANUAL_REFUND_REQUIRED",
    });
  });

  it("a deposit that the solver cannot cover is refunded, not promised", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 1_400_000_000);
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({
      status: "pending",
      failReason: "SOLVER_BALANCE_TOO_LOW",
    });
    await world.mine();
    await comesTo(quote.requestId, { status: "refund" });
  });

  it("a reorganised deposit takes the request back to waiting, and confirms again", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    world.rpcDown = true; // confirmed, but not filled yet
    await comesTo(quote.requestId, { status: "pending" });
    await world.ledger.reorg(1);
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    world.rpcDown = false;
    await world.mine();
    await comesTo(quote.requestId, { status: "success" });
    expect(await rows(quote.address)).to.have.length(1);
  });

  it("a deposit reorganised after its fill changes nothing for the recipient and is filled once", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    await comesTo(quote.requestId, { status: "success" });
    const paid = await world.received();
    await world.ledger.reorg(1);
    await world.tick();
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(await rows(quote.address)).to.have.length(1);
    expect(await world.received()).to.equal(paid);
  });

  it("a fill that was signed before a crash is sent once, as it was signed", async () => {
    const quote = await world.quote();
    const before = await world.received();
    await world.pay(quote.address, 100_000);
    await world.mine();
    world.sent.length = 0;
    await failSends(world, () => world.tick());
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    const { txHashes } = await world.status(quote.requestId);
    expect(txHashes).to.have.length(1); // on disk before it left
    await world.restart();
    await comesTo(quote.requestId, { status: "success" });
    const paid = (await world.received()) - before;
    expect(paid >= quote.minimum && paid < 2n * quote.minimum, "paid exactly once").to.equal(true);
    expect([...new Set(world.sent.map((raw) => keccak256(raw)))]).to.deep.equal(txHashes);
  });

  it("a silent explorer or chain delays and changes nothing else", async () => {
    const quote = await world.quote();
    world.explorerDown = true;
    await world.pay(quote.address, 100_000);
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    world.explorerDown = false;
    world.rpcDown = true;
    await comesTo(quote.requestId, { status: "pending" });
    world.rpcDown = false;
    await comesTo(quote.requestId, { status: "success" });
  });

  it("a refund is on disk before it leaves and survives a restart", async () => {
    const quote = await world.quote({ amount: "50000" });
    await world.pay(quote.address, TOO_LITTLE);
    await world.mine();
    await world.tick(2);
    await world.restart();
    await world.mine();
    await comesTo(quote.requestId, { status: "refund" });
    const { txHashes } = await world.status(quote.requestId);
    const [txid = ""] = txHashes as string[];
    expect(world.ledger.view.tx(txid)?.tx.inputs).to.have.length(1);
  });

  it("a fill that reverts moves nothing, and the deposit goes back", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    await failSends(world, () => world.tick()); // signed, and then the solver's tokens are gone
    const before = await world.received();
    await world.takeSolverTokens();
    await world.tick();
    const doubted = await world.status(quote.requestId);
    expect(doubted)
      .to.include({ status: "pending" })
      .and.to.not.include({ failReason: "TRANSACTION_REVERTED" });
    // The chain says so for five minutes: it is not just a confused node.
    await comesTo(quote.requestId, { status: "pending", failReason: "TRANSACTION_REVERTED" }, 60_000);
    await world.setSolverTokens(1_000_000_000_000n);
    await world.tick(2); // the refund is sent
    await world.mine();
    await comesTo(quote.requestId, { status: "refund" });
    expect(await world.received()).to.equal(before);
  });

  it("two outputs of one transaction to one address are two deposits", async () => {
    const quote = await world.quote();
    const script = scriptOf("regtest", quote.address as BitcoinAddress);
    const before = await world.received();
    await world.payOutputs([script, script], 100_000n);
    await world.mine();
    await world.tick();
    for (const { id } of await rows(quote.address)) await comesTo(id, { status: "success" });
    const family = await rows(quote.address);
    expect(family.map(({ status }) => status)).to.deep.equal(["success", "success"]);
    expect(new Set(family.map(({ depositAddress }) => depositAddress.depositTxHash)).size).to.equal(1);
    expect((await world.received()) - before >= 2n * quote.minimum).to.equal(true);
  });

  it("a deposit that is replaced before it confirms was never there", async () => {
    const quote = await world.quote();
    const txid = await world.pay(quote.address, 100_000);
    await world.tick();
    await world.wallet.replace({ txid, address: world.refundTo, sats: 100_000n, feeRate: 20 });
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.deep.include({ status: "waiting", inTxHashes: [] });
  });

  it("with two confirmations asked, one is not enough [rule-1]", async () => {
    await world.restart({ confirmations: [{ from: 0n, need: 2 }] });
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    await world.mine();
    await comesTo(quote.requestId, { status: "success" });
    await world.restart();
  });

  it("a larger deposit waits for more blocks, and its quote says so", async () => {
    const tiers = [
      { from: 0n, need: 1 },
      { from: 100_000n, need: 3 },
    ];
    await world.restart({ confirmations: tiers });
    const [small, large] = [await world.quote({ amount: "99999" }), await world.quote({ amount: "100000" })];
    for (const [amount, blocks] of Object.entries({ 99_999: 1, 100_000: 3 })) {
      const { body } = await world.post("/quote/v2", world.quoteBody({ amount }));
      expect(body).to.have.nested.property("details.timeEstimate", blocks * 600 + 10);
    }
    await world.pay(small.address, 99_999);
    await world.pay(large.address, 100_000);
    await world.mine();
    await comesTo(small.requestId, { status: "success" });
    await world.mine();
    await world.tick(2);
    expect(await world.status(large.requestId)).to.include({ status: "waiting" });
    await world.mine();
    await comesTo(large.requestId, { status: "success" });
    await world.restart();
  });

  it("many small deposits in one block are relied upon up to a limit, also after a restart; the rest once they have six blocks", async () => {
    const settings = {
      confirmations: [
        { from: 0n, need: 1 },
        { from: 1_000_000n, need: 3 },
      ],
      unconfirmedLimit: 100_000n,
    };
    await world.mine(6); // what was deposited before is deep
    await world.restart(settings);
    const quotes: Awaited<ReturnType<World["quote"]>>[] = [];
    for (let made = 0; made < 4; made++) quotes.push(await world.quote({ amount: "45000" }));
    for (const { address } of quotes) await world.pay(address, 45_000);
    const filled = async () => {
      const words = await Promise.all(quotes.map(({ requestId }) => world.status(requestId)));
      return words.filter(({ status }) => status === "success").length;
    };
    await world.mine();
    await world.tick(3);
    expect(await filled(), "two of 45,000 sats are below the limit").to.equal(2);
    await world.restart(settings);
    await world.mine(4);
    await world.tick(3);
    expect(await filled(), "four blocks more change nothing").to.equal(2);
    await world.mine();
    await world.tick(3);
    expect(await filled(), "six blocks").to.equal(4);
    await world.restart();
  });

  it(`${DEPOSITS} deposits in one block are all filled within a few ticks`, async () => {
    const quotes = [];
    for (let made = 0; made < DEPOSITS; made++) quotes.push(await world.quote({ amount: "50000" }));
    expect(new Set(quotes.map(({ address }) => address))).to.have.length(DEPOSITS);
    const before = await world.received();
    for (const { address } of quotes) await world.pay(address, 50_000);
    await world.mine();
    await world.tick(3);
    const outputs = [];
    for (const { requestId, address } of quotes) {
      await comesTo(requestId, { status: "success" });
      outputs.push(BigInt((await rows(address))[0]?.data.metadata.currencyOut?.amount ?? 0));
    }
    expect((await world.received()) - before).to.equal(outputs.reduce((a, b) => a + b, 0n));
  });
}

type Row = {
  id: string;
  status: string;
  parentRequestId: string | null;
  depositAddress: { depositTxHash: string | null };
  data: { metadata: { currencyOut: { amount: string } | null } };
};

/** The chain answers everything but swallows what is sent to it, as when the process dies right after the commit. */
async function failSends(world: World, work: () => Promise<void>): Promise<void> {
  world.swallowSends = true;
  await work();
  world.swallowSends = false;
}
