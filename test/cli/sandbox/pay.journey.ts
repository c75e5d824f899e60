import { expect } from "chai";
import { pay } from "../../../src/cli/sandbox/pay.ts";
import { AWAY, evmShopOf, HOME } from "../../journeys/evmShop.ts";
import { usualCases } from "../../support/sizes.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { invoke } from "../invoke.ts";

describe("crosstill pay", function () {
  this.timeout(60_000);

  let sandbox: SandboxApp;
  let shop: ReturnType<typeof evmShopOf>;

  before(async () => {
    sandbox = await startSandboxApp();
    shop = evmShopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    await shop.tick();
  });
  after(() => sandbox.close());

  const run = (...args: readonly string[]) => invoke(pay, args, { DATA_DIR: sandbox.dataDir }, Date.now);
  const runInAHurry = (...args: readonly string[]) => {
    let now = 0;
    return invoke(pay, args, { DATA_DIR: sandbox.dataDir }, () => (now += 6 * MINUTE_MS));
  };

  it("pays in Bitcoin when no method is named", async () => {
    const { id } = await shop.invoice();
    const { destination } = await shop.bitcoin(id);
    const { result, error } = await run(id);
    expect(error).to.equal(undefined);
    expect(result).to.match(new RegExp(`^Paid \\d+ sats to ${destination}\n[0-9a-f]{64}$`));
    await shop.mine();
    await shop.until(id, "Settled");
  });

  for (const [symbol, chainId] of usualCases([["ETH", AWAY]] as const, [["USDT", HOME]] as const)) {
    it(`pays in ${symbol} when that is named, and chooses it for the payer`, async () => {
      const { id } = await shop.invoice();
      const { paymentMethodId } = await shop.method(id, symbol, chainId);
      const { result, error } = await run(`http://shop.example/i/${id}`, "--method", paymentMethodId.toLowerCase());
      expect(error).to.equal(undefined);
      expect(result).to.match(new RegExp(`^Paid [0-9.]+ ${symbol} to 0xd[0-9a-f]{38}d\n0x[0-9a-f]{64}$`));
      await shop.until(id, "Settled");
    });
  } // prettier-ignore

  it("with --wait says who was paid for what, and by which transaction", async () => {
    const { id } = await shop.invoice();
    let isOver = false;
    const waiting = run(id, "--wait").finally(() => (isOver = true));
    while (!isOver) await shop.mine().then(() => shop.tick()); // blocks come while the command waits
    const { result, notes } = await waiting;
    const { crosstill } = await shop.until(id, "Settled");
    const [, amount] = /^Paid (\d+ sats) to /.exec(result) ?? [];
    expect(result.split("\n").slice(2)).to.deep.equal([
      `Outcome: success. The service has paid the merchant for your ${amount}, by`,
      crosstill.settlements[0]!.txHash,
    ]);
    expect(notes)
      .to.match(/^The service says: \w+/)
      .and.to.match(/: success$/);
  });

  it("with --wait fails when nothing is decided in time, and says what is waited for", async () => {
    const { id } = await shop.invoice();
    const { result, error } = await runInAHurry(id, "--wait");
    expect(result).to.match(/^Paid \d+ sats/);
    expect(error)
      .to.match(/^Outcome: undecided\. After 5 minutes the service still says "waiting"\./)
      .and.to.contain("No block came with the payment: mine one (POST /sandbox/bitcoin/mine)");
    expect((await runInAHurry(id)).error, "without --wait nothing is waited for").to.equal(undefined);
    await shop.mine();
    await shop.until(id, "Settled");
  });

  it("pays an invoice that has expired, and says that it comes too late", async () => {
    const { id } = await shop.invoice();
    await shop.bitcoin(id);
    expect((await run(id)).notes).to.equal("");
    const late = await shop.invoice();
    await shop.bitcoin(late.id);
    sandbox.clock.advance(20 * MINUTE_MS);
    await shop.until(late.id, "Expired");
    const { result, notes } = await run(late.id);
    expect(result).to.match(/^Paid \d+ sats to /);
    expect(notes).to.match(/^The invoice has expired: what is paid now comes late/);
  });

  it("with --wait sees a direct payment settled, which the intent service never hears of", async () => {
    const { id } = await shop.invoice();
    const { paymentMethodId } = await shop.method(id, "USDC", HOME);
    let isOver = false;
    const waiting = run(id, "--method", paymentMethodId, "--wait").finally(() => (isOver = true));
    while (!isOver) await shop.tick();
    const { result, error } = await waiting;
    expect(error).to.equal(undefined);
    expect(result).to.include("Outcome: success. The payment went straight to the merchant, and the invoice is Settled.");
  }); // prettier-ignore

  it("names the other methods when an invoice is too small for Bitcoin", async () => {
    const small = await sandbox.post("/invoices", { amount: "0.05", currency: "USD" });
    const { error } = await run((small.body as { id: string }).id);
    expect(error).to.match(/Choose another way to pay with --method: .*USDC/).and.not.to.match(/--method:.*BTC-CHAIN/);
  }); // prettier-ignore

  it("names the methods that there are when it is told of another", async () => {
    const { id } = await shop.invoice();
    const { error } = await run(id, "--method=DOGE-CHAIN");
    expect(error).to.match(/^Expected one of the payment methods BTC-CHAIN, .*; got "DOGE-CHAIN"\.$/);
  });
});
