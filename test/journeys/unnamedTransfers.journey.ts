import { expect } from "chai";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { ok, shopOf } from "./shop.ts";

const MINUTE = 60;

/** A service that says "success" and nothing else: whose money a transfer to the merchant is, the gateway finds out. */
describe("payments through a service that names no transactions", function () {
  this.timeout(60_000);

  let sandbox: SandboxApp;
  let shop: ReturnType<typeof shopOf>;

  beforeEach(async () => {
    sandbox = await startSandboxApp({ service: "stripped" });
    shop = shopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    await shop.tick();
  });
  afterEach(() => sandbox.close());

  const amountOf = async (id: string) =>
    (await shop.load(id)).crosstill.settlements.reduce((total, { amount }) => total + BigInt(amount), 0n);

  /** Money of another kind to the merchant's address, in millionths of USDC. */
  async function otherIncome(amount: bigint): Promise<void> {
    const { chainId, currency, recipient: address } = sandbox.app.sandbox!.file.settlement;
    ok(await sandbox.control("evm/pay", { chainId, currency, address, amount: String(amount) }));
  }

  it("settles invoices of one price and of near prices that are paid in one block, each by a transfer of its own, and books every cent", async () => {
    const before = await shop.received();
    const ids: string[] = [];
    for (const price of ["25.00", "25.00", "25.00", "25.40", "25.10", "60.00"])
      ids.push((await shop.invoice(price)).id);
    for (const id of ids) await shop.pay(id);
    await shop.mine();
    for (const id of ids) await shop.until(id, "Settled");
    const transfers = new Set<string>();
    let total = 0n;
    for (const id of ids) {
      const { settlements } = (await shop.load(id)).crosstill;
      expect(settlements.map(({ evidence }) => evidence)).to.deep.equal(["verified"]);
      for (const { txHash } of settlements) transfers.add(txHash);
      total += await amountOf(id);
    }
    expect(transfers.size).to.equal(ids.length);
    expect(total).to.equal((await shop.received()) - before);
  });

  it("is not settled by other income of the merchant while the service is at work", async () => {
    const { id } = await shop.invoice();
    await shop.pay(id);
    await shop.mine();
    sandbox.clock.advance(1_000);
    await sandbox.run("follow bitcoin", "poll requests");
    await otherIncome(25_500_000n);
    for (let second = 0; second < 3; second++) {
      sandbox.clock.advance(2_000);
      await sandbox.run("poll requests", "credit transfers");
    }
    expect((await shop.load(id)).status).to.equal("Processing");
  });

  it("waits rather than guess when other income could be the payment, however long nothing clears it up: its chain can be read", async () => {
    const { id } = await shop.invoice();
    await shop.pay(id);
    await shop.mine();
    sandbox.clock.advance(1_000);
    await sandbox.run("follow bitcoin");
    await otherIncome(25_500_000n);
    for (let look = 0; look < 4; look++) await shop.tick(2);
    const waiting = await shop.load(id);
    expect([waiting.status, waiting.crosstill.settlements]).to.deep.equal(["Processing", []]);
    expect(waiting.crosstill.requests.map(({ status }) => status)).to.deep.equal(["success"]);
    await shop.tick(31 * MINUTE);
    for (let second = 0; second < 3; second++) await shop.tick();
    const later = await shop.load(id);
    expect([later.status, later.crosstill.settlements]).to.deep.equal(["Processing", []]);
  });

  it("is settled by its own payment when other income came before it", async () => {
    const { id } = await shop.invoice();
    await otherIncome(25_500_000n);
    await shop.tick(60);
    await shop.tick(180);
    await shop.pay(id);
    await shop.mine();
    const settled = await shop.until(id, "Settled");
    expect(await amountOf(settled.id)).to.not.equal(25_500_000n);
  });

  it("books a second payment after the first was settled, and it is paid over", async () => {
    const before = await shop.received();
    const { id } = await shop.invoice();
    const { destination, amount } = await shop.bitcoin(id);
    await shop.pay(id);
    await shop.mine();
    await shop.until(id, "Settled");
    const sats = String(Math.round(Number(amount) * 1e8));
    ok(await sandbox.control("bitcoin/pay", { address: destination, sats }));
    await shop.mine();
    const twice = await shop.settledTimes(id, 2);
    expect([twice.status, twice.additionalStatus]).to.deep.equal(["Settled", "PaidOver"]);
    expect(twice.crosstill.settlements).to.have.length(2);
    expect(await amountOf(id)).to.equal((await shop.received()) - before);
  });

  it("tells two refunds apart, each by the payment that spends its deposit", async () => {
    const ids = [(await shop.invoice()).id, (await shop.invoice()).id];
    for (const id of ids) await shop.pay(id, 600n);
    await shop.mine();
    for (let second = 0; second < 5; second++) await shop.tick();
    await shop.mine();
    for (let second = 0; second < 5; second++) await shop.tick();
    const refunds = await Promise.all(ids.map(async (id) => (await shop.load(id)).crosstill.refunds));
    expect(refunds.map(({ length }) => length)).to.deep.equal([1, 1]);
    expect(refunds[0]![0]!.txHash).to.not.equal(refunds[1]![0]!.txHash);
  });
});
