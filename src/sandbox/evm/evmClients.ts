import { createPublicClient, createWalletClient, custom, defineChain, publicActions, type Hex } from "viem";
import type { HDAccount } from "viem/accounts";
import { z } from "zod";
import type { EvmChain } from "./evmChain.ts";

/** A viem client that reads a chain inside this process, through the same journaling path as all others. */
export function readingClient(chain: EvmChain) {
  return createPublicClient({ chain: viemChain(chain), transport: transport(chain), cacheTime: 0 });
}

/** A client that signs with `account`, and reads too. */
export function signingClient(chain: EvmChain, account: HDAccount) {
  return createWalletClient({ account, chain: viemChain(chain), transport: transport(chain) }).extend(
    publicActions,
  );
}
export type SigningClient = ReturnType<typeof signingClient>;

/** Throws unless a transaction is in a block and succeeded. The sandbox mines a block for each at once. */
export async function mined(client: SigningClient, hash: Hex): Promise<void> {
  const { status } = await client.getTransactionReceipt({ hash }).catch(async (cause: unknown) => {
    const latest = await client.getBlock().catch(() => undefined);
    const block = latest
      ? `block ${latest.number} of ${latest.timestamp} holds ${latest.transactions.join(", ") || "nothing"}`
      : "it has no block";
    throw new Error(`Transaction ${hash} is in no block of chain ${client.chain.id}: ${block}.`, { cause });
  });
  if (status !== "success") throw new Error(`Transaction ${hash} was reverted.`);
}

const answerSchema = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown() }).optional(),
});

function transport(chain: EvmChain) {
  return custom(
    {
      async request({ method, params }: { method: string; params?: unknown }) {
        const { result, error } = answerSchema.parse(
          await chain.answer({ jsonrpc: "2.0", id: 1, method, params }),
        );
        if (error) throw Object.assign(new Error(error.message), { code: error.code, data: error.data });
        return result;
      },
    },
    { retryCount: 0 },
  );
}

function viemChain({ id, name, directUrl }: EvmChain) {
  return defineChain({
    id,
    name,
    nativeCurrency: { name: "Sandbox Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [directUrl] } },
  });
}
