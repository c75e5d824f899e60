import { encodeFunctionData } from "viem";
import { z } from "zod";
import { createBalanceReader, type BalancesAt } from "../../evm/reader/evmBalances.ts";
import { readBlocks, type EvmBlock, type EvmHeader, type EvmWatch } from "../../evm/reader/evmBlocks.ts";
import { evmNews, type EvmNews } from "../../evm/reader/evmFollower.ts";
import { createBatchRpc } from "../../evm/reader/evmFollowerRpc.ts";
import { askFor } from "../../evm/reader/evmFollowerWire.ts";
import { payersInside } from "../../evm/reader/evmTraces.ts";
import { HttpFailure } from "../../http-client/http.ts";
import { checkEvmAddress, type EvmAddress } from "../../evm/codec/address.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";

/** An EVM chain's blocks. Every method throws HttpFailure when the chain gave no answer. */
export type EvmPolls = Readonly<{
  /** What changed since the known headers (lowest first). */
  news(known: readonly EvmHeader[], watch: EvmWatch): Promise<EvmNews>;
  /** One block of the best chain by its height. */
  block(height: number, watch: EvmWatch): Promise<EvmBlock | undefined>;
  /** What an account had when a block of the best chain ended: of a token, or (undefined) of the native coin. */
  balanceAt(block: string, owner: EvmAddress, token: EvmAddress | undefined): Promise<bigint>;
  /** The native coins of many accounts when a block of the best chain ended. */
  balancesAt: BalancesAt;
  /**
   * The accounts that received native coins in the calls of a transaction; empty where the node does not
   * trace.
   */
  paidInside(hash: string): Promise<readonly EvmAddress[]>;
  /**
   * The transactions of a block with internal transfers of native coins to an account; empty where the node
   * does not trace.
   */
  payersInside(block: string, to: EvmAddress): Promise<readonly string[]>;
}>;

const WORD = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
const MOST_CALLS = 10_000; // in a trace

/** Looks at the chain behind an RPC URL, after `checked` has found that it is the right one. */
export function createEvmPolls(rpcUrl: string, checked: () => Promise<unknown>): EvmPolls {
  const rpc = createBatchRpc(rpcUrl);
  const askOne = async <T>(schema: z.ZodType<T>, method: string, params: readonly unknown[]): Promise<T> => {
    await checked();
    const [answer] = await askFor(rpc, schema, [{ method, params }]);
    return answer as T; // one call, one answer
  };
  const balancesAt = createBalanceReader(rpc);
  return {
    async balancesAt(block, owners) {
      await checked();
      return balancesAt(block, owners);
    },
    async news(known, watch) {
      await checked();
      return evmNews(rpc, known, watch);
    },
    async block(height, watch) {
      await checked();
      const [block] = await readBlocks(rpc, watch, undefined, height, height);
      return block;
    },
    balanceAt(block, owner, token) {
      const at = { blockHash: block, requireCanonical: true }; // EIP-1898
      if (!token) return askOne(WORD, "eth_getBalance", [owner, at]);
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [owner] });
      return askOne(WORD, "eth_call", [{ to: token, data }, at]);
    },
    async paidInside(hash) {
      try {
        const trace = await askOne(z.unknown(), "debug_traceTransaction", [hash, { tracer: "callTracer" }]);
        return paidIn(trace);
      } catch (error) {
        const refuses = error instanceof HttpFailure && (error.kind === "broken" || error.kind === "refused");
        if (refuses) return []; // most public nodes do not trace
        throw error;
      }
    },
    async payersInside(block, to) {
      await checked();
      return (await payersInside(rpc, block, to)) ?? [];
    },
  };
}

const callSchema = z.object({
  to: z.string().optional(),
  value: WORD.optional(),
  error: z.string().optional(),
  calls: z.array(z.unknown()).optional(),
});

/** The receivers of value in a call trace; what failed moved nothing, with everything inside it. */
function paidIn(trace: unknown): readonly EvmAddress[] {
  const paid = new Set<EvmAddress>();
  const open: unknown[] = [trace];
  for (let looked = 0; open.length > 0 && looked < MOST_CALLS; looked++) {
    const call = callSchema.safeParse(open.pop());
    if (!call.success || call.data.error !== undefined) continue;
    const to = checkEvmAddress(call.data.to ?? "");
    if (to && (call.data.value ?? 0n) > 0n) paid.add(to);
    open.push(...(call.data.calls ?? []));
  }
  return [...paid];
}
