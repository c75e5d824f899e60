import { createPublicClient, createWalletClient, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import { boundedTransport } from "../../evm/reader/boundedTransport.ts";
import { NATIVE_EVM_CURRENCY, sameCurrency } from "../../intents/identifiers.ts";
import { viemSigner } from "../../wallet/viemSigner.ts";
import { NotRun } from "../finding.ts";
import type { EvmPayer } from "./wallets.ts";

const TIMEOUT_MS = 10_000;
const RECEIPT_EVERY_MS = 500;

/** A payer with a private key, and a node of the user's choice for each chain. */
export function createEvmPayer(privateKey: string, rpcUrls: ReadonlyMap<number, string>): EvmPayer {
  const account = privateKeyToAccount(privateKey as Hex); // the reader of the setting has checked its form
  const clientOf = (chainId: number) => {
    const url = rpcUrls.get(chainId);
    if (url === undefined) throw new NotRun(`no node of chain ${chainId} is known`);
    return {
      transport: boundedTransport(url, { timeoutMs: TIMEOUT_MS, retryCount: 3 }),
      pollingInterval: RECEIPT_EVERY_MS,
    };
  };
  return {
    address: account.address.toLowerCase(),
    chainIds: [...rpcUrls.keys()],
    signer(chainId) {
      const client = clientOf(chainId);
      return viemSigner(createWalletClient({ account, ...client }), createPublicClient(client));
    },
    async hasUnconfirmed(chainId) {
      const client = createPublicClient(clientOf(chainId));
      const { address } = account;
      try {
        const [latest, pending] = await Promise.all([
          client.getTransactionCount({ address, blockTag: "latest" }),
          client.getTransactionCount({ address, blockTag: "pending" }),
        ]);
        return pending > latest;
      } catch (cause) {
        throw new NotRun(`the node of chain ${chainId} did not tell the transactions of the payer`, {
          cause,
        });
      }
    },
    async token(chainId, address) {
      const client = createPublicClient(clientOf(chainId));
      const token = { address: address as EvmAddress, abi: erc20Abi } as const; // as listed
      try {
        const [symbol, decimals] = await Promise.all([
          client.readContract({ ...token, functionName: "symbol" }),
          client.readContract({ ...token, functionName: "decimals" }),
        ]);
        return { symbol, decimals };
      } catch (cause) {
        throw new NotRun(`the node of chain ${chainId} did not tell what the token ${address} is`, { cause });
      }
    },
    async balance(chainId, currency, owner) {
      const client = createPublicClient(clientOf(chainId));
      const address = owner as EvmAddress; // the payer's own
      try {
        if (sameCurrency(currency, NATIVE_EVM_CURRENCY)) return await client.getBalance({ address });
        const token = { address: currency as EvmAddress, abi: erc20Abi, functionName: "balanceOf" } as const; // as listed
        return await client.readContract({ ...token, args: [address] });
      } catch (cause) {
        throw new NotRun(`the node of chain ${chainId} did not tell a balance`, { cause });
      }
    },
  };
}
