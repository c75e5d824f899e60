import { expect } from "chai";
import { scriptOf } from "../../src/bitcoin/codec/address.ts";
import { buildPayment } from "../../src/bitcoin/codec/payment.ts";
import { createKeys } from "../../src/network/addresses.ts";
import { contractsOf } from "../../src/network/contracts/artifacts.ts";
import { BITCOIN_DEFAULTS } from "../../src/network/solver/bitcoin/settings.ts";
import { SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { newPostgresUrl } from "../support/migratedDatabases.ts";
import { PAYEE, held, outgoing, payUsdc, quoteToBitcoin, raiseRates, topUp } from "./bitcoinSpending.ts";
import { isFull } from "../support/sizes.ts";
import { startWorld, type Quoted, type World } from "./world.ts";

const USDC_100 = 100_000_000n;

describe("fills to Bitcoin from the solver's coins", () => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld();
  });
  afterEach(() => world.close());
  afterEach(function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
  });

  it("pays exactly what was promised, once, and its change comes back as two coins", async () => {
    await topUp(world, 50_000_000);
    const quote = await quoteToBitcoin(world, USDC_100);
    await payUsdc(world, quote.address, USDC_100);
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    const { tx, fee } = await outgoing(world, quote.requestId);
    const own = scriptOf("regtest", world.network.solver.bitcoin);
    expect(tx.outputs[0]?.script).to.equal(scriptOf("regtest", PAYEE));
    expect(tx.outputs.slice(1).map(({ script }) => script)).to.deep.equal([own, own]);
    expect(held(world, PAYEE) >= quote.minimum).to.equal(true);
    expect(held(world, world.network.solver.bitcoin)).to.equal(50_000_000n - held(world, PAYEE) - fee);
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    await world.mine(3);
    await world.tick(3);
    expect(held(world, PAYEE)).to.equal(tx.outputs[0]?.value);
  });

  it("five fills fit into one block when there are five coins", async () => {
    await topUp(world, 900_000, 900_000, 900_000, 900_000, 900_000);
    const quotes = await quotesPaid(5);
    await world.tick(3);
    const fills = await Promise.all(quotes.map(({ requestId }) => outgoing(world, requestId)));
    expect(
      new Set(fills.flatMap(({ tx }) => tx.inputs.map(({ txid, vout }) => `${txid}:${vout}`))),
    ).to.have.length(5);
    await world.mine();
    await world.tick();
    for (const { requestId } of quotes)
      expect(await world.status(requestId)).to.include({ status: "success" });
  });

  it("a fill that only the solver's unconfirmed change could pay waits for the block, and is not refunded", async () => {
    await topUp(world, 900_000);
    const [first, second] = await quotesPaid(2);
    await world.tick(3);
    const states = [await world.status(first.requestId), await world.status(second.requestId)];
    expect(
      states.map(({ status, txHashes }) => [status, (txHashes as string[]).length]).sort(),
    ).to.deep.equal([
      ["pending", 0],
      ["pending", 1],
    ]);
    await world.mine();
    await world.tick();
    await world.mine();
    await world.tick();
    for (const { requestId } of [first, second])
      expect(await world.status(requestId)).to.include({ status: "success" });
  });

  it("what the solver does not hold at all is neither quoted nor waited for", async () => {
    const refused = await quoteToBitcoin(world, USDC_100).catch(String);
    expect(refused).to.contain("INSUFFICIENT_LIQUIDITY");
    await topUp(world, 200_000);
    const quote = await quoteToBitcoin(world, USDC_100);
    await payUsdc(world, quote.address, 10n * USDC_100);
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ failReason: "SOLVER_BALANCE_TOO_LOW" });
    expect(held(world, PAYEE)).to.equal(0n);
  });

  it("a quote whose output nodes would not relay is refused, and the least amount that it names is taken", async () => {
    await topUp(world, 900_000);
    const refused = (amount: bigint, more: Record<string, unknown> = {}) =>
      quoteToBitcoin(world, amount, more).then(
        () => expect.fail("it was quoted"),
        (error: Error) => error.message,
      );
    const words = await refused(500_000n); // half a dollar brings a few hundred sats less than it costs to pay them
    expect(words).to.include("AMOUNT_TOO_LOW");
    const exact = { useDepositAddress: true, strict: true, tradeType: "EXACT_OUTPUT" };
    expect(await refused(293n, exact)).to.include("AMOUNT_TOO_LOW"); // the dust threshold of P2WPKH is 294
    expect((await quoteToBitcoin(world, 294n, exact)).output).to.equal(294n);
    const [least = ""] = /[\d.]+(?= USDC)/.exec(words) ?? [];
    const units = BigInt(Math.round(Number(least) * 1e6));
    expect((await quoteToBitcoin(world, units)).output >= 294n).to.equal(true);
    expect(await refused((units * 98n) / 100n)).to.include("AMOUNT_TOO_LOW"); // it is rounded up to three digits
  });

  it("an output that nodes would not relay is refunded instead", async () => {
    await world.close();
    const usd: Readonly<Record<string, bigint>> = { BTC: 1_000_000n, USDC: 1n, ETH: 1n }; // a sat is a cent, gas nothing
    world = await startWorld({
      priceSource: { price: (symbol) => Promise.resolve((usd[symbol] ?? 1n) * 10n ** 8n) },
    });
    await topUp(world, 900_000);
    await world.mine(12); // blocks without payments: rates are 1 sat/vB again
    const legacy = "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"; // P2PKH: nothing below 546 sats is relayed
    const quote = await quoteToBitcoin(world, 20_000_000n, { recipient: legacy });
    await payUsdc(world, quote.address, 6_800_000n); // 680 sats, of which about 535 could be paid out
    await world.tick(3);
    expect(held(world, legacy)).to.equal(0n);
    expect(await world.status(quote.requestId)).to.include({
      failReason: "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL",
    });
    const next = await quoteToBitcoin(world, 20_000_000n, { recipient: legacy });
    await payUsdc(world, next.address, 7_000_000n); // 20 sats more
    await world.tick(3);
    expect(Number(held(world, legacy))).to.be.within(546, 560);
  });

  it("a fill that was signed before a crash is sent once, as it was signed", async () => {
    await topUp(world, 900_000);
    const [quote] = await quotesPaid(1);
    world.explorerDown = true; // rates are known for a few seconds, so the fill is signed, but it cannot leave
    await world.tick(2);
    const { txHashes } = await world.status(quote.requestId);
    expect(txHashes).to.have.length(1);
    expect(held(world, PAYEE)).to.equal(0n);
    await world.restart();
    world.explorerDown = false;
    await world.tick(2);
    expect((await outgoing(world, quote.requestId)).tx.txid).to.equal((txHashes as string[])[0]);
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(held(world, PAYEE) >= quote.minimum && held(world, PAYEE) < 2n * quote.minimum).to.equal(true);
  });

  it("a stuck fill is replaced by a dearer one that pays the same, and the replacement settles it", async () => {
    await topUp(world, 900_000);
    const [quote] = await quotesPaid(1);
    await world.tick(3);
    const cheap = await outgoing(world, quote.requestId);
    await raiseRates(world);
    world.now += 29 * 60_000;
    await world.tick();
    expect((await outgoing(world, quote.requestId)).tx.txid).to.equal(cheap.tx.txid);
    world.now += 60_000;
    await world.tick();
    const dear = await outgoing(world, quote.requestId);
    expect(dear.tx.txid).to.not.equal(cheap.tx.txid);
    expect(dear.fee > cheap.fee).to.equal(true);
    expect(dear.tx.outputs[0]).to.deep.equal(cheap.tx.outputs[0]);
    expect(world.ledger.view.tx(cheap.tx.txid)).to.equal(undefined); // by the ledger's own rules of replacement
    await world.mine();
    await world.tick();
    const status = await world.status(quote.requestId);
    expect(status).to.deep.include({ status: "success", txHashes: [dear.tx.txid] });
  });

  it("when the transaction that was replaced lands after all, it is the fill, and nothing is lost", async () => {
    await topUp(world, 900_000);
    const [quote] = await quotesPaid(1);
    await world.tick(3);
    const cheap = await outgoing(world, quote.requestId);
    await raiseRates(world);
    world.now += 30 * 60_000;
    world.explorerDown = true; // the replacement is signed and cannot leave
    await world.tick();
    world.explorerDown = false;
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.deep.include({
      status: "success",
      txHashes: [cheap.tx.txid],
    });
    const [next] = await quotesPaid(1); // its change can be spent
    await world.tick(3);
    await world.mine();
    await world.tick();
    expect(await world.status(next.requestId)).to.include({ status: "success" });
  });

  it("a reorganised fill stays a success, and is sent again as it was signed until it is back in a block", async () => {
    await topUp(world, 900_000);
    const [quote] = await quotesPaid(1);
    await world.tick(3);
    const { tx } = await outgoing(world, quote.requestId);
    await world.mine();
    await world.tick();
    await world.ledger.reorg(1);
    await world.ledger.drop(tx.txid); // not even the mempool has kept it
    expect(held(world, PAYEE)).to.equal(0n);
    world.now += 60_000;
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(held(world, PAYEE)).to.equal(tx.outputs[0]?.value);
    await world.mine();
    await world.tick();
    expect(world.ledger.view.tx(tx.txid)?.block).to.not.equal(undefined);
  });

  it("a fill whose coin was reorganised away for good is paid from another one", async () => {
    const topUpTx = await world.pay(world.network.solver.bitcoin, 900_000);
    await world.mine();
    await world.tick();
    const [quote] = await quotesPaid(1);
    await world.tick(3);
    const lost = await outgoing(world, quote.requestId);
    await world.ledger.reorg(1);
    await world.wallet.replace({ txid: topUpTx, address: world.refundTo, feeRate: 200 });
    await world.tick();
    await world.mine(7);
    await topUp(world, 800_000);
    await world.tick();
    const { tx } = await outgoing(world, quote.requestId);
    expect(tx.txid).to.not.equal(lost.tx.txid);
    expect(tx.outputs[0]).to.deep.equal(lost.tx.outputs[0]);
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(held(world, PAYEE)).to.equal(tx.outputs[0]?.value);
  });

  it("with two confirmations asked, a fill in one block is not yet a success", async () => {
    await world.restart({ confirmations: [{ from: 0n, need: 2 }] });
    await topUp(world, 900_000);
    const [quote] = await quotesPaid(1);
    await world.tick(3);
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });

  it("the coins of a wallet that was there before the service count, unconfirmed ones do not", async () => {
    await topUp(world, 900_000);
    await world.pay(world.network.solver.bitcoin, 5_000_000);
    await world.restart({ databaseUrl: ":memory:" });
    await world.tick();
    expect(await quoteToBitcoin(world, USDC_100 * 10n).catch(String)).to.contain("INSUFFICIENT_LIQUIDITY");
    const quote = await quoteToBitcoin(world, USDC_100);
    await payUsdc(world, quote.address, USDC_100);
    await world.tick(3);
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });

  it("a coin that the operator spends by another wallet with the seed is not promised any more", async () => {
    await topUp(world, 900_000);
    await quoteToBitcoin(world, USDC_100);
    const { solverBitcoin, solverBitcoinKey } = createKeys(SANDBOX_MNEMONIC, "regtest", [31337], contractsOf);
    const script = scriptOf("regtest", solverBitcoin);
    const [coin] = [...(world.ledger.view.script(script)?.unspent.values() ?? [])];
    const inputs = [{ outpoint: `${coin?.txid}:${coin?.vout}`, value: 900_000n, script }];
    const outputs = [{ script: scriptOf("regtest", PAYEE), value: 890_000n }];
    await world.ledger.accept(buildPayment({ inputs, outputs, change: 0 }, () => solverBitcoinKey).rawHex);
    await world.mine();
    await world.tick();
    expect(await quoteToBitcoin(world, USDC_100).catch(String)).to.contain("INSUFFICIENT_LIQUIDITY");
  });

  /** Quotes whose deposits have been made. */
  async function quotesPaid(count: number): Promise<[Quoted, Quoted]> {
    const quotes = [];
    for (let made = 0; made < count; made++) {
      const quote = await quoteToBitcoin(world, USDC_100);
      await payUsdc(world, quote.address, USDC_100);
      quotes.push(quote);
    }
    return quotes as [Quoted, Quoted]; // a test takes as many as it asked for
  }
});

// The statements are tested on PostgreSQL by the tests of the store.
if (isFull)
  describe("fills to Bitcoin on PostgreSQL", () => {
    let world: World;
    before(async function () {
      this.timeout(60_000); // a real server is set up
      world = await startWorld({
        databaseUrl: await newPostgresUrl("network_bitcoin", "network"),
        bitcoin: { ...BITCOIN_DEFAULTS, sweepAfterMs: 0 },
      });
    });
    after(async () => {
      await world.close();
    });

    it("a deposit is swept, the coin is paid out, reorganised, replaced and settled", async () => {
      const incoming = await world.quote();
      await world.pay(incoming.address, 900_000);
      for (let block = 0; block < 2; block++) {
        await world.mine();
        await world.tick(3);
      }
      const quote = await quoteToBitcoin(world, USDC_100);
      await payUsdc(world, quote.address, USDC_100);
      await world.tick(3);
      const { tx } = await outgoing(world, quote.requestId);
      await world.mine();
      await world.tick();
      await world.ledger.reorg(1);
      await raiseRates(world);
      world.now += 30 * 60_000;
      await world.tick(2);
      const [spender] = tx.inputs.map((input) => world.ledger.view.spender(input)?.record.tx);
      expect(spender?.txid).to.not.equal(tx.txid);
      expect(spender?.outputs[0]).to.deep.equal(tx.outputs[0]);
      await world.mine();
      await world.tick();
      expect(await world.status(quote.requestId)).to.include({ status: "success" });
      expect(held(world, PAYEE)).to.equal(tx.outputs[0]?.value);
    });
  });
