import type { World } from "../world.ts";

/** What a node says of the service's transactions: nothing, that all of them reverted, that none did, or the second without any trace. */
export type Lie = "hidden" | "reverted" | "successful" | "reverted and untraced";

type Asked = Readonly<{ id: number; method: string; params?: readonly unknown[] }>;
type Answered = { id: number; result?: unknown };
type Tamper = NonNullable<World["tamper"]>;

/** Answers about receipts are lies; everything else is true. */
export function lie(world: World, kind: Lie): Tamper {
  const solver = world.network.solver.evm;
  const changed = changing("eth_getTransactionReceipt", (result) => {
    const receipt = result as Record<string, unknown> | null;
    if (receipt?.["from"] !== solver) return result;
    if (kind === "hidden") return null;
    return kind === "successful" ? { ...receipt, status: "0x1" } : { ...receipt, status: "0x0", logs: [] };
  });
  if (kind !== "reverted and untraced") return changed;
  const untraced = changing("debug_traceTransaction", () => ({ error: "execution reverted" }));
  return (question, answer) => untraced(question, changed(question, answer));
}

/** A node that is behind: every account has sent fewer transactions. */
export function staleNonces(behind: number): Tamper {
  return changing("eth_getTransactionCount", (result) => {
    const count = Number(result); // a nonce
    return `0x${Math.max(0, count - behind).toString(16)}`;
  });
}

function changing(method: string, change: (result: unknown) => unknown): Tamper {
  return (question, answer) => {
    const meant = new Set(
      [question].flat().flatMap((one) => ((one as Asked).method === method ? (one as Asked).id : [])),
    );
    const answers = ([answer].flat() as Answered[]).map((one) =>
      meant.has(one.id) && one.result !== undefined ? { ...one, result: change(one.result) } : one,
    );
    return Array.isArray(answer) ? answers : answers[0];
  };
}
