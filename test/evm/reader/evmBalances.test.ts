import fs from "node:fs";
import { expect } from "chai";
import type { Hex } from "viem";
import { createBalanceReader, MULTICALL3 } from "../../../src/evm/reader/evmBalances.ts";
import { createBatchRpc, type BatchRpc, type RpcCall } from "../../../src/evm/reader/evmFollowerRpc.ts";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { anvilAtHand, type AnvilAtHand } from "./anvilAtHand.ts";

/** The creation code of the real contract, which viem carries without exporting it. */
const source = new URL("../../../node_modules/viem/_esm/constants/contracts.js", import.meta.url);
const [, CODE] = /multicall3Bytecode = '(0x[0-9a-f]+)'/.exec(fs.readFileSync(source, "utf8")) ?? [];

const owners = Array.from(
  { length: 1_201 },
  (_, index) => `0xabcd${(index + 1).toString(16).padStart(36, "0")}` as EvmAddress,
);
const [FIRST, MIDDLE, LAST] = [owners[0]!, owners[700]!, owners.at(-1)!];

describe("the native balances of many accounts at a block", function () {
  this.timeout(30_000);
  let chain: AnvilAtHand;
  let asked: RpcCall[] = [];
  before(async () => (chain = await anvilAtHand()));
  after(() => chain.stop());
  beforeEach(() => (asked = []));

  const counting = (rpc: BatchRpc): BatchRpc => ({
    ask(calls, size) {
      asked.push(...calls);
      return rpc.ask(calls, size);
    },
  });
  const reader = () => createBalanceReader(counting(createBatchRpc(chain.url)));
  const tip = async () => (await chain.wallet.getBlock()).hash;
  const paid = async (value: bigint) => {
    await chain.coinsInside(FIRST, value);
    await chain.coins(MIDDLE, value * 2n);
    await chain.coinsInside(LAST, value * 3n);
    await chain.mine();
  };
  const expectBalances = (balances: readonly bigint[], value: bigint) => {
    expect(balances).to.have.length(owners.length);
    expect([balances[0], balances[700], balances.at(-1)]).to.deep.equal([value, value * 2n, value * 3n]);
    expect(balances.reduce((sum, one) => sum + one)).to.equal(6n * value);
  };

  it("are asked for one by one where the chain has no Multicall3, and belong to the block", async () => {
    await paid(1_000n);
    const block = await tip();
    await paid(5n);
    const read = reader();
    expectBalances(await read(block, owners), 1_000n);
    expectBalances(await read(await tip(), owners), 1_005n);
    expect(asked.filter(({ method }) => method === "eth_getCode")).to.have.length(1);
    expect(await read(block, [])).to.deep.equal([]);
  });

  it("take one call for five hundred with it, and are the same", async () => {
    const deployed = await chain.wallet.sendTransaction({ data: CODE as Hex, gas: 5_000_000n });
    await chain.mine();
    const { contractAddress } = await chain.wallet.getTransactionReceipt({ hash: deployed });
    const bytecode = await chain.wallet.getCode({ address: contractAddress! });
    await chain.test.setCode({ address: MULTICALL3, bytecode: bytecode! });
    await chain.mine();
    expectBalances(await reader()(await tip(), owners), 1_005n);
    expect(asked.map(({ method }) => method)).to.deep.equal(["eth_getCode", "eth_call", "eth_call", "eth_call"]); // prettier-ignore
  });

  it("are no answer for a block that has left the chain, and when something else answers", async () => {
    const read = reader();
    const block = await tip();
    await read(block, owners);
    await chain.reorganise(1);
    await chain.mine(2);
    expect(await read(block, owners).catch(String)).to.include("HttpFailure");
    await chain.test.setCode({ address: MULTICALL3, bytecode: "0x60006000f3" }); // answers nothing
    await chain.mine();
    expect(await read(await tip(), owners).catch(String)).to.include("Expected 500 balances from Multicall3");
  });
});
