import { asUnixSeconds } from "../../values/time.ts";
import { z } from "zod";
import type { Hex } from "viem";
import type { EvmAddress } from "../codec/address.ts";
import type { AnswerSize, BatchRpc, RpcCall } from "./evmFollowerRpc.ts";
import { HttpFailure } from "../../http-client/http.ts";

/** The parts of the Ethereum JSON-RPC that the follower reads, checked; hex is given in lower case. */

const hexText = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((text) => text.toLowerCase() as Hex); // proven by the pattern
const hash = hexText(/^0x[0-9a-f]{64}$/i);
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform((text) => text.toLowerCase() as EvmAddress); // proven by the pattern
const amount = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
const count = z
  .string()
  .regex(/^0x0*[0-9a-f]{1,12}$/i) // below 2^48: heights, seconds and indexes are exact as numbers
  .transform(Number);

const header = { number: count, hash, parentHash: hash, timestamp: count.transform(asUnixSeconds) };

export const headerSchema = z.object(header).nullable();

export const blockSchema = z
  .object({
    ...header,
    transactions: z.array(z.object({ hash, from: address, to: address.nullish(), value: amount })),
  })
  .nullable();
export type RawBlock = Readonly<NonNullable<z.infer<typeof blockSchema>>>;

export const logsSchema = z.array(
  z.object({
    address,
    topics: z.array(hash).max(4),
    data: hexText(/^0x(?:[0-9a-f]{2})*$/i), // a capturing group would overflow the stack on megabytes
    blockHash: hash,
    transactionHash: hash,
    logIndex: count,
    removed: z.boolean().nullish(),
  }),
);
export type RawLog = Readonly<z.infer<typeof logsSchema>[number]>;

export const receiptSchema = z
  .object({
    transactionHash: hash,
    blockHash: hash,
    status: z.enum(["0x0", "0x1"]),
    logs: z.array(z.object({ logIndex: count })), // all of the transaction's, in their order
  })
  .nullable();
export type RawReceipt = Readonly<NonNullable<z.infer<typeof receiptSchema>>>;

/** The answers to calls of one kind. Throws HttpFailure "broken" when one has another shape than the schema's. */
export async function askFor<T>(
  rpc: BatchRpc,
  schema: z.ZodType<T>,
  calls: readonly RpcCall[],
  size?: AnswerSize,
): Promise<readonly T[]> {
  const answers = await rpc.ask(calls, size);
  return answers.map((answer, index) => {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new HttpFailure(
      "broken",
      `${calls[index]?.method} answered in an unexpected shape: ${issue?.path.join(".")}: ${issue?.message}`,
    );
  });
}
