import { expect } from "chai";
import type { Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "./auditWorld.ts";
import { balance, createPayees, evmQuote } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { ask, walletQuote } from "./quote/quoted.ts";
import type { World } from "./world.ts";

const ORACLE = "0x420000000000000000000000000000000000000f";
const PER_BYTE = 10n ** 12n; // wei: a transfer of 120 bytes costs a third of a dollar
/** Runtime code that answers its first argument times 10^12, as an oracle whose data costs so much a byte. */
const ORACLE_CODE: Hex = "0x60043564e8d4a510000260005260206000f3";
const L1_FEE = 90n * PER_BYTE;

/** What nodes of Arbitrum's chains answer for; no contract of another chain is there. */
const NODE_INTERFACE = "0x00000000000000000000000000000000000000c8";
/** Runtime code that answers as gasEstimateL1Component does: 100,000 gas for 1,000 bytes, at 10 gwei. So a byte costs as much. */
const NODE_INTERFACE_CODE: Hex = "0x620186a06000526402540be40060205260606000f3";
const L1_GAS = 12_000n; // of a transfer of 120 bytes

/** Every transaction pays for its data on the chain below: beside its gas on chains of the OP stack, as gas on Arbitrum's. */
describe("the fee for data on the chain below", () => {
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    audited = await startAuditedWorld({ twoChains: true });
    world = audited.world;
    user = await world.evm.wallet(10);
    world.now += 60_000;
    await world.tick(5);
  });
  after(() => audited.close());

  const anvil = (method: string, params: readonly unknown[]) =>
    world.other.client.request({ method, params } as never);
  const relayerGas = async () => {
    const coins = {
      originCurrency: ZERO_ADDRESS,
      destinationCurrency: ZERO_ADDRESS,
      amount: String(10n ** 17n),
    };
    const { fees } = await ask(world, walletQuote(world, user.address, { ...coins, recipient: payee() }));
    return BigInt(fees.relayerGas.amount);
  };

  it("is in the price of a quote and of a fill on a chain of the OP stack, in the ledger and in the audit", async () => {
    const before = await relayerGas();
    await anvil("anvil_setCode", [ORACLE, ORACLE_CODE]);
    world.now += 10_000; // fees are remembered for some seconds
    const more = (await relayerGas()) - before;
    expect(Number(more / PER_BYTE), "bytes of a transfer").to.be.within(100, 140);

    const solver = world.network.solver.evm;
    let charged = 0n;
    world.tamper = (question, answer) => {
      const asked = [question].flat() as { method: string; id: number }[];
      for (const one of [answer].flat() as { id: number; result: Record<string, unknown> | null }[]) {
        const isReceipt = asked.some(
          ({ id, method }) => id === one.id && method === "eth_getTransactionReceipt",
        );
        if (!isReceipt || !one.result || one.result["from"] !== solver) continue;
        one.result["l1Fee"] = `0x${L1_FEE.toString(16)}`;
        charged = L1_FEE;
      }
      return answer;
    };
    const recipient = payee();
    const quote = await evmQuote(world, user, { recipient });
    for (const { items } of quote.steps)
      for (const { data } of items)
        await user.send({ to: data.to, data: data.data, value: BigInt(data.value) });
    const held = await balance(world.other, ZERO_ADDRESS, solver);
    await world.tick(2);
    const left = await balance(world.other, ZERO_ADDRESS, solver);
    expect(left < held).to.equal(true);
    await anvil("anvil_setBalance", [solver, `0x${(left - L1_FEE).toString(16)}`]); // as the chain would have taken it
    await world.tick(3);
    world.tamper = undefined;
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(charged).to.equal(L1_FEE);
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  it("is in both on a chain of Arbitrum's, where it is charged as gas", async () => {
    await anvil("anvil_setCode", [ORACLE, "0x"]);
    world.now += 10_000;
    const before = await relayerGas();
    await anvil("anvil_setCode", [NODE_INTERFACE, NODE_INTERFACE_CODE]);
    world.now += 10_000;
    const more = (await relayerGas()) - before;
    expect(Number(more / PER_BYTE), "bytes of a transfer").to.be.within(100, 140);

    const limits: bigint[] = [];
    world.tamper = (question, answer) => {
      const asked = [question].flat() as { method: string; id: number }[];
      for (const one of [answer].flat() as { id: number; result?: unknown }[]) {
        const isEstimate = asked.some(({ id, method }) => id === one.id && method === "eth_estimateGas");
        if (!isEstimate || typeof one.result !== "string") continue;
        one.result = `0x${(BigInt(one.result) + L1_GAS).toString(16)}`; // as nodes of Arbitrum estimate
        limits.push(BigInt(one.result as string));
      }
      return answer;
    };
    const quote = await evmQuote(world, user, { recipient: payee() });
    for (const { items } of quote.steps)
      for (const { data } of items)
        await user.send({ to: data.to, data: data.data, value: BigInt(data.value) });
    await world.tick(5);
    world.tamper = undefined;
    expect(limits).not.to.deep.equal([]);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });
});
