import { z } from "zod";
import type { BatchRpc } from "./evmFollowerRpc.ts";
import { askFor } from "./evmFollowerWire.ts";

const DELEGATED = "0xef0100"; // EIP-7702: an account of a person that lends itself code

/** Whether there is a contract at an address now. Throws HttpFailure when the chain cannot be asked. */
export async function isContract(rpc: BatchRpc, address: string): Promise<boolean> {
  const calls = [{ method: "eth_getCode", params: [address, "latest"] }];
  const [code] = await askFor(rpc, z.string().regex(/^0x[0-9a-f]*$/i), calls);
  return code !== undefined && code !== "0x" && !code.toLowerCase().startsWith(DELEGATED);
}
