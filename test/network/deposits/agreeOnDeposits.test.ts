import { expect } from "chai";
import { ZERO_ADDRESS, type EvmAddress } from "../../../src/evm/codec/address.ts";
import type { EvmBlock } from "../../../src/evm/reader/evmBlocks.ts";
import type { EvmChain } from "../../../src/network/chains/evm.ts";
import { createNodePool } from "../../../src/network/chains/nodePool.ts";
import { agreeOnDeposits } from "../../../src/network/deposits/agreeOnDeposits.ts";
import type { DepositRow } from "../../../src/network/persistence/rows.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { testClock } from "../../support/clock.ts";

const account = (digit: string) => `0x${digit.repeat(40)}` as EvmAddress;
const [PAYER, THIEF, ADDRESS, CONTRACT] = [account("1"), account("2"), account("3"), account("4")];
const HASH = `0x${"a".repeat(64)}` as const;

describe("deposits of an EVM chain that several nodes show", () => {
  /** What becomes of a deposit of PAYER that the followed node shows as one of `sender`; three nodes have the block. */
  const agreedOn = async (sender: string) => {
    const shownBy = (from: EvmAddress): EvmBlock => ({
      ...{ number: 7, hash: "0xb", parent: "0xa", timestamp: 0 as EvmBlock["timestamp"] },
      transfers: [{ kind: "native", hash: HASH, index: "value", from, to: ADDRESS, value: 5n }],
      ...{ events: [], onlyListed: false, unread: [] },
    });
    const nodes = [sender as EvmAddress, PAYER, PAYER].map((from, index) => ({
      name: `node ${index}`,
      block: async () => shownBy(from),
      head: async () => ({ height: 7, at: 0n }),
    }));
    const pool = createNodePool(nodes, { chainId: 1, agreement: 2, clock: testClock(), log: silentLog });
    const chain = { id: 1, agreed: { answer: pool.agreed } } as unknown as EvmChain; // what is asked of it here
    const contracts = { Depository: CONTRACT, DepositAddressFactory: CONTRACT, SwapDesk: CONTRACT };
    const parts = { store: {}, catalog: { currencies: () => [] }, contracts } as never;
    const row = {
      ...{ id: `1:${HASH}:value`, chainId: 1, address: ADDRESS, currency: ZERO_ADDRESS, amount: 5n },
      ...{ sender, height: 7, blockHash: "0xb" },
    } as unknown as DepositRow; // what is looked at
    const { shown, absent } = await agreeOnDeposits(parts, chain, [row]);
    return { shown: shown.length, absent: absent.length };
  };

  it("count with their sender", async () => {
    expect(await agreedOn(PAYER)).to.deep.equal({ shown: 1, absent: 0 });
  });

  it("do not count with a sender that one node has made up, to whom a refund would go", async () => {
    expect(await agreedOn(THIEF)).to.deep.equal({ shown: 0, absent: 1 });
  });
});
