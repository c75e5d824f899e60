import { expect } from "chai";
import { scriptOf } from "../../src/bitcoin/codec/address.ts";
import { BITCOIN_DEFAULTS } from "../../src/network/solver/bitcoin/settings.ts";
import { held, payUsdc, quoteToBitcoin } from "./bitcoinSpending.ts";
import { startWorld, type Quoted, type World } from "./world.ts";

const AT_ONCE = { ...BITCOIN_DEFAULTS, sweepAfterMs: 0 };
const ONE_INPUT_VBYTES = 110n; // 11 for the frame, 68 for the input, 31 for the output, rounded up
const RATE = 2n; // sat/vB; what the test wallet pays, and nobody else is there to learn from
const TWO_INPUTS_VBYTES = 178n;

describe("sweeps of settled Bitcoin deposits", () => {
  let world: World;
  afterEach(() => world.close());
  afterEach(function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
  });
  const solverHolds = () => held(world, world.network.solver.bitcoin);

  it("a settled deposit comes to the solver's account, less the miner's fee to the sat, and can be paid out again", async () => {
    world = await startWorld({ bitcoin: AT_ONCE });
    const quote = await bridged(100_000);
    expect(solverHolds()).to.equal(100_000n - ONE_INPUT_VBYTES * RATE);
    expect(held(world, quote.address)).to.equal(0n);
    await world.mine();
    await world.tick();
    const out = await quoteToBitcoin(world, 20_000_000n);
    await payUsdc(world, out.address, 20_000_000n);
    await world.tick(3);
    await world.mine();
    await world.tick();
    expect(await world.status(out.requestId)).to.include({ status: "success" });
  });

  it("deposits wait for company for an hour and are swept in one transaction", async () => {
    world = await startWorld();
    await bridged(100_000);
    await bridged(200_000);
    expect(solverHolds()).to.equal(0n);
    world.now += 3_600_000;
    await world.tick();
    const record = [...(world.ledger.view.script(solverScript())?.mempool.values() ?? [])];
    expect(record).to.have.length(1);
    expect(record[0]?.tx.inputs).to.have.length(2);
    expect(solverHolds()).to.equal(300_000n - TWO_INPUTS_VBYTES * RATE);
  });

  it("many deposits are swept without waiting", async () => {
    world = await startWorld({ bitcoin: { ...BITCOIN_DEFAULTS, sweepDeposits: 2 } });
    await bridged(100_000);
    expect(solverHolds()).to.equal(0n);
    await bridged(100_000);
    expect(solverHolds() > 0n).to.equal(true);
  });

  it("a deposit that has to be refunded, by a person too, is never swept, and neither is one that costs more than it brings", async () => {
    world = await startWorld({ bitcoin: AT_ONCE });
    const manual = await world.quote({ refundTo: undefined, amount: "50000" });
    await world.pay(manual.address, 600);
    const returned = await world.quote({ amount: "50000" });
    await world.pay(returned.address, 600);
    const dust = await world.quote();
    await world.pay(dust.address, 350);
    await world.mine();
    await world.tick(3);
    await world.mine();
    await world.tick(3);
    expect(solverHolds()).to.equal(0n);
    expect([held(world, manual.address), held(world, dust.address)]).to.deep.equal([600n, 350n]);
  });

  it("a sweep of which one deposit was undone and spent otherwise is given up; the others are swept again", async () => {
    world = await startWorld({ bitcoin: { ...BITCOIN_DEFAULTS, sweepDeposits: 2 } });
    const kept = await world.quote();
    await world.pay(kept.address, 100_000);
    await world.mine();
    const lost = await world.quote();
    const txid = await world.pay(lost.address, 150_000);
    await world.mine();
    await world.tick(3);
    await world.ledger.reorg(1);
    await world.wallet.replace({ txid, address: world.refundTo, feeRate: 200 });
    await world.mine(7);
    await world.tick(2);
    expect(solverHolds()).to.equal(0n);
    world.now += 3_600_000;
    await world.tick(2);
    expect(held(world, kept.address)).to.equal(0n);
    expect(Number(solverHolds())).to.be.greaterThan(95_000).and.lessThan(100_000);
  });

  function solverScript(): string {
    return scriptOf("regtest", world.network.solver.bitcoin);
  }

  /** A deposit that was bridged. */
  async function bridged(sats: number): Promise<Quoted> {
    const quote = await world.quote();
    await world.pay(quote.address, sats);
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    return quote;
  }
});
