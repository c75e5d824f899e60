import { expect } from "chai";
import { pad, toEventSelector, type Hex } from "viem";
import { ZERO_ADDRESS, type EvmAddress } from "../../../src/evm/codec/address.ts";
import type { EvmChain } from "../../../src/network/chains/evm.ts";
import type { EvmNode } from "../../../src/network/chains/evmNode.ts";
import { createSenderFinder } from "../../../src/network/checks/senders.ts";
import type { Deposit } from "../../../src/network/request.ts";

const account = (digit: string) => `0x${digit.repeat(40)}` as EvmAddress;
const [PAYER, CLAIMED, DEPOSITORY, BETWEEN, TOKEN] = ["1", "2", "3", "4", "5"].map(account) as [
  EvmAddress,
  EvmAddress,
  EvmAddress,
  EvmAddress,
  EvmAddress,
];
const HASH = `0x${"a".repeat(64)}`;
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");

describe("who paid a deposit on an EVM chain", () => {
  const transfer = (from: EvmAddress, to: EvmAddress, address = TOKEN) => {
    return { address, topics: [TRANSFER, pad(from), pad(to)] as readonly Hex[], data: "0x", logIndex: 0 };
  };
  /** The senders of a deposit for which CLAIMED is named, in a transaction of PAYER to `to`. */
  const senders = async (
    asked: Readonly<{
      to: EvmAddress;
      currency: string;
      logs?: readonly ReturnType<typeof transfer>[];
      method?: "depository" | "deposit-address";
      sender?: EvmAddress;
    }>,
  ) => {
    const { to, currency, logs = [], method = "depository", sender = CLAIMED } = asked;
    const node = { transaction: async () => ({ hash: HASH, from: PAYER, to, data: "0x", value: 0n }) };
    const agreed = {
      answer: (_what: string, ask: (one: EvmNode) => Promise<unknown>) => ask(node as unknown as EvmNode),
      receipt: async () => ({ success: true, logs }),
    };
    const find = createSenderFinder({
      bitcoin: { network: "regtest", rawTx: async () => undefined },
      evm: new Map([[1, { agreed } as unknown as EvmChain]]), // what is asked of it here
      contracts: { Depository: DEPOSITORY } as never,
    });
    const deposit = { id: "1:deposit", chainId: 1, currency, txHash: HASH, sender, amount: 1n };
    return find({ ...deposit, height: 1, blockHash: "0x1" } satisfies Deposit, method);
  };

  it("is the signer of a call that pays coins into the depository, not only whom it names", async () => {
    expect(await senders({ to: DEPOSITORY, currency: ZERO_ADDRESS })).to.deep.equal({
      addresses: [CLAIMED, PAYER],
    });
  });

  it("is not known where a contract pays coins into the depository", async () => {
    expect(await senders({ to: BETWEEN, currency: ZERO_ADDRESS })).to.have.key("unknown");
  });

  it("is the account whose tokens came into the depository, and the signer", async () => {
    const logs = [
      transfer(account("6"), BETWEEN),
      transfer(BETWEEN, DEPOSITORY),
      transfer(account("7"), DEPOSITORY, account("8")), // another token
    ];
    expect(await senders({ to: BETWEEN, currency: TOKEN, logs })).to.deep.equal({
      addresses: [CLAIMED, BETWEEN, PAYER],
    });
    expect(await senders({ to: BETWEEN, currency: TOKEN }), "without a log").to.have.key("unknown");
  });

  it("is the account of a transfer to a deposit address, and the signer of its transaction", async () => {
    const method = "deposit-address" as const;
    const paid = { to: TOKEN, currency: TOKEN, method };
    expect(await senders({ ...paid, sender: PAYER })).to.deep.equal({ addresses: [PAYER] });
    expect(await senders({ ...paid, sender: BETWEEN })).to.deep.equal({ addresses: [BETWEEN, PAYER] });
  });
});
