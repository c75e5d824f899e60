import { z } from "zod";

/** The JSON-RPC 2.0 of the EVM chains, as far as the sandbox's proxy must understand it. */
export const requestSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number(), z.null()]).default(null),
  method: z.string().max(100),
  params: z.array(z.unknown()).max(100).optional(),
});
export type RpcRequest = z.infer<typeof requestSchema>;

/** Only plain reading, and sending what the caller signed: anvil's own methods could rewrite the chain behind the journal. */
const NAMESPACES = /^(eth|net|web3)_/;
/** What calls inside transactions did, as nodes of one's own show it. */
const TRACES = new Set(["debug_traceTransaction", "debug_traceBlockByHash"]);
const REFUSED = new Set([
  "eth_sendTransaction",
  "eth_sendUnsignedTransaction",
  "eth_sendRawTransactionSync",
  "eth_sendRawTransactionConditional",
  "eth_sendBundle",
  "eth_sign",
  "eth_signTransaction",
  "eth_signTypedData",
  "eth_signTypedData_v3",
  "eth_signTypedData_v4",
]);

/** True for the methods that the public path offers. */
export function isAllowed(method: string): boolean {
  return TRACES.has(method) || (NAMESPACES.test(method) && !REFUSED.has(method));
}

/** An error answer. */
export function failure(id: RpcRequest["id"], code: number, message: string) {
  return { jsonrpc: "2.0", id, error: { code, message } };
}
