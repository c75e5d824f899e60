import { z } from "zod";
import { checkEvmAddress, type EvmAddress } from "../codec/address.ts";
import type { BatchRpc } from "./evmFollowerRpc.ts";
import { askFor } from "./evmFollowerWire.ts";
import { insidePart, movesSomething } from "./evmTransferPart.ts";
import { HttpFailure } from "../../http-client/http.ts";

/** Native coins that a call inside a transaction moved. `part` names it within the transaction (evmTransferPart.ts). */
export type InsidePayment = Readonly<{ part: string; to: EvmAddress; value: bigint }>;

const MOST_CALLS = 10_000; // in a trace; one with more is as good as none
const MOVING = /^(CALL|CREATE2?|SELFDESTRUCT)$/; // a DELEGATECALL shows its caller's value and moves none

const callSchema = z.object({
  type: z.string(),
  from: z.string(),
  to: z.string().optional(),
  value: z
    .string()
    .regex(/^0x[0-9a-f]{1,64}$/i)
    .transform(BigInt)
    .optional(),
  error: z.string().optional(),
  calls: z.array(z.unknown()).optional(),
});

/**
 * The internal transfers of native coins of a transaction, without the value of the transaction itself.
 * Undefined where the node does not show them: most public nodes do not trace. Throws HttpFailure when the
 * node gave no answer.
 */
export async function paidInside(rpc: BatchRpc, hash: string): Promise<readonly InsidePayment[] | undefined> {
  const trace = { method: "debug_traceTransaction", params: [hash, { tracer: "callTracer" }] };
  try {
    const [root] = await askFor(rpc, z.unknown(), [trace]);
    return paymentsIn(root);
  } catch (error) {
    const isRefusal = error instanceof HttpFailure && (error.kind === "broken" || error.kind === "refused");
    if (isRefusal) return undefined;
    throw error;
  }
}

const blockTraceSchema = z.array(
  z.object({
    txHash: z
      .string()
      .regex(/^0x[0-9a-f]{64}$/i)
      .toLowerCase(),
    result: z.unknown(),
  }),
);

/**
 * The transactions of a block with internal transfers of native coins to an account. Undefined where the
 * node does not show them. Throws HttpFailure when the node gave no answer.
 */
export async function payersInside(
  rpc: BatchRpc,
  block: string,
  to: EvmAddress,
): Promise<readonly string[] | undefined> {
  const trace = { method: "debug_traceBlockByHash", params: [block, { tracer: "callTracer" }] };
  try {
    const [traces = []] = await askFor(rpc, blockTraceSchema, [trace]);
    const pays = (result: unknown) => paymentsIn(result)?.some((payment) => payment.to === to) === true;
    return traces.flatMap(({ txHash, result }) => (pays(result) ? [txHash] : []));
  } catch (error) {
    const isRefusal = error instanceof HttpFailure && (error.kind === "broken" || error.kind === "refused");
    if (isRefusal) return undefined;
    throw error;
  }
}

type Open = Readonly<{ call: unknown; path: readonly number[] }>;

/** What failed moved nothing, with everything inside it. */
function paymentsIn(root: unknown): readonly InsidePayment[] | undefined {
  const paid: InsidePayment[] = [];
  const open: Open[] = [{ call: root, path: [] }];
  for (let looked = 0; open.length > 0; looked++) {
    const { call, path } = open.shift() as Open; // there is one
    const parsed = callSchema.safeParse(call);
    if (!parsed.success || looked >= MOST_CALLS) return undefined;
    const { type, value = 0n, error, calls = [] } = parsed.data;
    if (error !== undefined) continue;
    const [from, to] = [checkEvmAddress(parsed.data.from), checkEvmAddress(parsed.data.to ?? "")];
    if (path.length > 0 && MOVING.test(type) && from && to && movesSomething({ from, to, value })) {
      paid.push({ part: insidePart(path, { from, to, value }), to, value });
    }
    open.push(...calls.map((inner, index) => ({ call: inner, path: [...path, index] })));
  }
  return paid;
}
