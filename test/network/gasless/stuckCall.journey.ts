import { expect } from "chai";
import { encodeFunctionData } from "viem";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import { executionById } from "../../../src/network/persistence/executions.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { usualCases } from "../../support/sizes.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import { rawCall, sponsoringApp, type App } from "./sponsored.ts";

describe("a sponsored call that is stuck", function () {
  this.timeout(60_000);
  let audited: AuditedWorld;
  before(async () => {
    audited = await startAuditedWorld({ twoChains: true, elevatedPerSecond: 10_000 });
  });
  after(() => audited.close());
  afterEach(() => audited.world.evm.client.setAutomine(true));

  const approve = (amount: bigint) =>
    encodeFunctionData({
      ...{ abi: erc20Abi, functionName: "approve" },
      args: [audited.world.evm.contracts.Depository, amount],
    });
  /** A block without the transaction, which the chain has forgotten. */
  const emptyBlock = async () => {
    const { client } = audited.world.evm;
    await client.request({ method: "anvil_dropAllTransactions", params: [] } as never); // not among the methods that the client knows
    await client.mine({ blocks: 1 });
  };
  const dollars = async (app: App, field: string) => Number((await app.balance())[field]);
  const heldOf = async (app: App) =>
    (await dollars(app, "balanceUsd")) - (await dollars(app, "availableUsd"));
  /** What a call holds at the gas price of now. */
  const held = async () => {
    const { world } = audited;
    const app = await sponsoringApp(audited);
    await app.execute(rawCall(world, { to: world.usdc, data: approve(1n) }));
    await world.tick(3);
    await app.execute(rawCall(world, { to: world.usdc, data: approve(2n) })); // writes no new slot
    const one = await heldOf(app);
    await world.tick(3);
    return one;
  };
  /** The call is sent and comes into no block, until it was stuck twice. */
  const submitAndWait = async (app: App, amount: bigint) => {
    const { world } = audited;
    await world.evm.client.setAutomine(false);
    const { body } = await app.execute(rawCall(world, { to: world.usdc, data: approve(amount) }));
    expect(body["message"]).to.equal("Transaction submitted");
    const first = await heldOf(app);
    await world.tick(2);
    for (let times = 0; times < 2; times++) {
      await emptyBlock();
      world.now += 2 * MINUTE_MS;
      await world.tick(2);
    }
    await world.evm.client.mine({ blocks: 1 });
    await world.evm.client.setAutomine(true);
    await world.tick(3);
    return { id: String(body["requestId"]), first };
  };

  it("is replaced within the limits of its application, which hold more for it", async () => {
    const { world } = audited;
    const app = await sponsoringApp(audited);
    const { id, first } = await submitAndWait(app, 5n);
    expect(await world.status(id)).to.include({ status: "success" });
    const { charged, most } = (await executionById(audited.parts.store, id)) ?? {};
    expect(Number(most) / 1e6 > first * 1.1, "more was held").to.equal(true);
    expect(charged! <= most!).to.equal(true);
  });

  for (const [limit, of] of usualCases<[string, string]>(
    [["balance", "balance"]],
    [
      ["perCall", "a call"],
      ["perDay", "a day"],
    ],
  ))
    it(`is given up where its application's limit (${of}) would be passed, and never costs more than was held`, async () => {
      const { world } = audited;
      const one = await held();
      const app = await sponsoringApp(audited, { [limit]: (one * 1.1).toFixed(6) });
      const { id } = await submitAndWait(app, 6n);
      const told = await world.status(id);
      expect(told).to.include({ status: "failure" });
      expect(told["details"]).to.contain("its gas costs more than the API key may spend");
      const { charged, most } = (await executionById(audited.parts.store, id)) ?? {};
      expect(Number(most) / 1e6 <= one * 1.1, `${most} was held`).to.equal(true);
      expect(charged! <= most!, `${charged} of ${most}`).to.equal(true);
      expect((await dollars(app, "balanceUsd")) >= 0).to.equal(true);
      const quote = await world.quote(); // payments behind it go on
      await world.pay(quote.address, Number(quote.input));
      await world.mine();
      await world.tick(4);
      expect((await world.status(quote.requestId)).status).to.equal("success");
    });

  it("and the books agree with the chains to the unit", async () => {
    await audited.world.tick(4);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });
});
