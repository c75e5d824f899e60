import { createWalletClient, encodeFunctionData, http, publicActions, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { ZERO_ADDRESS, type EvmAddress } from "../../src/evm/codec/address.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import { contractsOf, readArtifact } from "../../src/network/contracts/artifacts.ts";
import type { SandboxApp } from "../support/sandboxApp.ts";
import { ok, shopOf, type ApiMethod } from "./shop.ts";

/** The chain on which the shop is paid, and the other one. */
export const HOME = 31337;
export const AWAY = 31338;

export type EvmMethod = ApiMethod &
  Readonly<{
    paymentMethodId: string;
    currency: string;
    additionalData: Readonly<{ chainId: number; tokenAddress: string; decimals: number }>;
  }>;

type Details = Readonly<{
  crosstill: Readonly<{
    oddities: readonly Readonly<{ kind: string }>[];
    attention: readonly Readonly<{ kind: string }>[];
    deposits: readonly Readonly<{ outpoint: string; late: boolean; state: string }>[];
  }>;
}>;

/** A shop with a customer who pays on EVM chains from the sandbox wallet. */
export function evmShopOf(sandbox: SandboxApp, till: Pick<SandboxApp, "get" | "post"> = sandbox) {
  const methods = async (id: string) =>
    ok<readonly EvmMethod[]>(await till.get(`/invoices/${id}/payment-methods`));
  const method = async (id: string, symbol: string, chainId: number) => {
    const all = await methods(id);
    const found = all.find((one) => one.currency === symbol && one.additionalData.chainId === chainId);
    if (found) return found;
    const known = all.map(({ paymentMethodId }) => paymentMethodId).join(", ");
    throw new Error(`The invoice cannot be paid in ${symbol} on chain ${chainId}, only by ${known}.`);
  };
  const wallet = (chainId: number) => {
    const file = sandbox.app.sandbox!.file;
    const { rpcUrl } = file.chains.find(({ id }) => id === chainId)!;
    const account = privateKeyToAccount(file.wallet.evm.privateKey as Hex);
    return createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions);
  };
  const send = async (chainId: number, currency: string, address: string, amount: bigint) => {
    const payment = { chainId, currency: currency.toLowerCase(), address, amount: String(amount) };
    return ok<{ txHash: Hex }>(await sandbox.control("evm/pay", payment)).txHash;
  };
  const details = async (id: string) => ok<Details>(await till.get(`/invoices/${id}`)).crosstill;
  return {
    ...shopOf({ ...sandbox, get: till.get, post: till.post }),
    ...{ methods, method, send },
    oddities: async (id: string) => (await details(id)).oddities.map(({ kind }) => kind),
    attention: async (id: string) => (await details(id)).attention.map(({ kind }) => kind),
    deposits: async (id: string) => (await details(id)).deposits,

    /** Chooses a coin, and gives what is due in it. */
    async choose(id: string, symbol: string, chainId: number) {
      const { paymentMethodId } = await method(id, symbol, chainId);
      ok(await till.post(`/invoices/${id}/payment-methods/${paymentMethodId}/activate`));
      const chosen = await method(id, symbol, chainId);
      return { ...chosen, units: parseDecimal(chosen.due, chosen.additionalData.decimals) };
    },

    /** Pays what is due in the coin, or another amount of it (smallest units), and gives the hash. */
    async payIn(id: string, symbol: string, chainId: number, units?: bigint): Promise<Hex> {
      const { destination, due, additionalData } = await method(id, symbol, chainId);
      const amount = units ?? parseDecimal(due, additionalData.decimals);
      return send(chainId, additionalData.tokenAddress, destination, amount);
    },

    /** Pays what is due in a chain's own coin from a contract, in the middle of its call, as smart wallets do. Gives the hash. */
    async payInside(id: string, chainId: number): Promise<Hex> {
      const { destination, due } = await method(id, "ETH", chainId);
      const { Router: router } = contractsOf(ZERO_ADDRESS);
      const value = parseDecimal(due, 18);
      const call = { target: destination as EvmAddress, allowFailure: false, value, callData: "0x" };
      const { address } = wallet(chainId).account;
      return wallet(chainId).writeContract({
        ...{ address: router, abi: readArtifact("Router").abi, functionName: "multicall" },
        ...{ args: [[call], address, address], value, chain: null },
      });
    },

    /** Pays several addresses in one transaction, through the router of the intent service. Gives the hash. */
    async payAtOnce(
      chainId: number,
      token: string,
      payments: readonly Readonly<{ to: string; units: bigint }>[],
    ): Promise<Hex> {
      const { Router: router } = contractsOf(ZERO_ADDRESS); // it belongs to nobody, so its address is everybody's
      const total = payments.reduce((sum, { units }) => sum + units, 0n);
      await send(chainId, token, router, total);
      const calls = payments.map(({ to, units }) => ({
        ...{ target: token as EvmAddress, allowFailure: false, value: 0n },
        callData: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to as EvmAddress, units] }),
      })); // prettier-ignore
      const { address } = wallet(chainId).account;
      return wallet(chainId).writeContract({
        ...{ address: router, abi: readArtifact("Router").abi, functionName: "multicall" },
        ...{ args: [calls, address, address], chain: null },
      });
    },
  };
}
