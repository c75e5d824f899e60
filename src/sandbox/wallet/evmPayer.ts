import type { EvmAddress } from "../../evm/codec/address.ts";
import { ZERO_ADDRESS } from "../../evm/codec/address.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import { BaseError, toHex } from "viem";
import { payerEvm } from "../accounts.ts";
import { signingClient } from "../evm/evmClients.ts";
import type { EvmChain } from "../evm/evmChain.ts";
import { SandboxRefusal } from "../refusal.ts";

export type EvmPayment = Readonly<{
  chainId: number;
  currency: EvmAddress; // the zero address is the native coin
  address: EvmAddress;
  amount: bigint;
}>;

/** The test wallet's account on the EVM chains. */
export type EvmPayer = Readonly<{
  address: EvmAddress;
  privateKey: `0x${string}`;
  /** Pays, and gives the transaction's hash once it is in a block. Throws SandboxRefusal. */
  pay(payment: EvmPayment): Promise<`0x${string}`>;
}>;

/** A payer with the sandbox's account on each of these chains. */
export function createEvmPayer(chains: readonly EvmChain[]): EvmPayer {
  const account = payerEvm();
  let queue: Promise<unknown> = Promise.resolve();
  const payNow = async ({ chainId, currency, address, amount }: EvmPayment): Promise<`0x${string}`> => {
    const chain = chains.find(({ id }) => id === chainId);
    if (!chain) {
      const known = chains.map(({ id, name }) => `${id} (${name})`).join(" or ");
      throw new SandboxRefusal("unknown_chain", `Expected chainId ${known}, got ${chainId}.`);
    }
    const client = signingClient(chain, account);
    try {
      if (currency === ZERO_ADDRESS) return await client.sendTransaction({ to: address, value: amount });
      return await client.writeContract({
        address: currency,
        abi: erc20Abi,
        functionName: "transfer",
        args: [address, amount],
      });
    } catch (error) {
      if (!(error instanceof BaseError)) throw error;
      throw new SandboxRefusal("payment_failed", `The chain refused the payment: ${error.shortMessage}`);
    }
  };
  const key = account.getHdKey().privateKey;
  if (!key) throw new Error("The payer's account has no private key.");
  return {
    address: account.address.toLowerCase() as EvmAddress, // viem made it
    privateKey: toHex(key),
    pay(payment) {
      const paying = queue.then(() => payNow(payment)); // one after the other, so that nonces follow each other
      queue = paying.catch(() => undefined);
      return paying;
    },
  };
}
