import { keccak256, parseTransaction, type Hex } from "viem";
import type { EvmWorld } from "../evmWorld.ts";
import type { World } from "../world.ts";

const ORACLE = "0x420000000000000000000000000000000000000f";

/** What a chain of the OP stack takes for the data of transactions. */
export type DataFees = Readonly<{
  /** From now on a byte costs so many wei. */
  setPrice(perByte: bigint): Promise<void>;
  /** What each transaction of the solver has paid, in wei. */
  charged: ReadonlyMap<string, bigint>;
}>;

type Asked = Readonly<{ id: number; method: string }>;
type Answered = Readonly<{ id: number; result?: Record<string, unknown> | null }>;

/**
 * Makes a chain one of the OP stack: it has the contract that tells the price, each transaction of the solver pays for its bytes
 * once it is in a block, and its receipt says so. It takes the place of `world.tamper`.
 */
export function chargeForData(world: World, chain: EvmWorld): DataFees {
  const solver = world.network.solver.evm;
  const charged = new Map<string, bigint>();
  let price = 0n;
  const anvil = (method: string, params: readonly unknown[]) =>
    chain.client.request({ method, params } as never); // not among the methods that the client knows
  const feeOf = (hash: string): bigint | undefined => {
    const raw = world.sent.find((one) => keccak256(one) === hash);
    if (raw === undefined || parseTransaction(raw).chainId !== chain.id) return undefined;
    return BigInt((raw.length - 2) / 2) * price;
  };
  const charge = async (receipt: Record<string, unknown>): Promise<void> => {
    const hash = String(receipt["transactionHash"]);
    const fee = charged.get(hash) ?? feeOf(hash);
    if (receipt["from"] !== solver || fee === undefined) return;
    if (!charged.has(hash)) {
      charged.set(hash, fee);
      const balance = await chain.client.getBalance({ address: solver });
      await anvil("anvil_setBalance", [solver, `0x${(balance - fee).toString(16)}`]);
    }
    receipt["l1Fee"] = `0x${fee.toString(16)}`;
  };
  let turn: Promise<unknown> = Promise.resolve(); // two answers at once would set one balance
  world.tamper = async (question, answer) => {
    const receipts = [question].flat() as Asked[];
    const isReceipt = new Set(
      receipts.filter(({ method }) => method === "eth_getTransactionReceipt").map(({ id }) => id),
    );
    for (const { id, result } of [answer].flat() as Answered[]) {
      if (!isReceipt.has(id) || !result) continue;
      turn = turn.then(() => charge(result));
      await turn;
    }
    return answer;
  };
  return {
    charged,
    async setPrice(perByte) {
      price = perByte;
      await anvil("anvil_setCode", [ORACLE, oracleCode(perByte)]);
    },
  };
}

/** Runtime code that answers its first argument times a price, as an oracle whose data costs so much a byte. */
function oracleCode(perByte: bigint): Hex {
  return `0x60043567${perByte.toString(16).padStart(16, "0")}0260005260206000f3`;
}
