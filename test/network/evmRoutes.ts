import { encodeFunctionData, type Hex } from "viem";
import { depositAddressFactoryAbi, routerAbi } from "../../src/evm/codec/contracts.ts";
import { createKeys } from "../../src/network/addresses.ts";
import { contractsOf } from "../../src/network/contracts/artifacts.ts";
import { SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import type { EvmWorld, Wallet } from "./evmWorld.ts";
import { EVM_CHAIN_ID, OTHER_CHAIN_ID, type World } from "./world.ts";

/** A quote from one EVM chain to the other, and its steps as a wallet would walk them. */
export type Walk = Readonly<{ requestId: string; address: string; minimum: bigint; steps: readonly Step[] }>;
type Step = Readonly<{
  id: string;
  requestId: string;
  depositAddress: string;
  items: readonly Readonly<{ data: Readonly<{ to: string; data: string; value: string }> }>[];
}>;

export const NOBODY = "0x2222222222222222222222222222222222222222";

/** Asks for a quote from EVM_CHAIN_ID to OTHER_CHAIN_ID, native to native unless `changes` say otherwise. */
export async function evmQuote(
  world: World,
  wallet: Pick<Wallet, "address">,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Walk> {
  const body = {
    user: wallet.address,
    originChainId: EVM_CHAIN_ID,
    destinationChainId: OTHER_CHAIN_ID,
    originCurrency: ZERO_ADDRESS,
    destinationCurrency: ZERO_ADDRESS,
    amount: String(10n ** 17n),
    tradeType: "EXACT_INPUT",
    recipient: NOBODY,
    ...changes,
  };
  const answer = await world.post("/quote/v2", body);
  if (answer.status !== 200) throw new Error(`The quote was refused: ${JSON.stringify(answer.body)}`);
  const { steps, details } = answer.body as unknown as {
    steps: Step[];
    details: { currencyOut: { minimumAmount: string } };
  };
  const last = steps.at(-1);
  return {
    requestId: last?.requestId ?? "",
    address: last?.depositAddress ?? "",
    minimum: BigInt(details.currencyOut.minimumAmount),
    steps,
  };
}

/** Sends every transaction of the steps; gives the hash of the last. */
export async function walk(wallet: Wallet, steps: readonly Step[]): Promise<string> {
  let hash = "";
  for (const { items } of steps)
    for (const { data } of items)
      hash = await wallet.send({ to: data.to, data: data.data, value: BigInt(data.value) });
  return hash;
}

/** The transaction that transfers a token. */
export function transferOf(token: string, to: string, amount: bigint): { to: string; data: string } {
  const args = [to as `0x${string}`, amount] as const;
  return { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args }) };
}

/** The transaction with which anybody may have a deposit address swept, under any id. */
export function sweepOf(world: World, address: string, id: string): { to: string; data: string } {
  const keys = createKeys(SANDBOX_MNEMONIC, "regtest", [EVM_CHAIN_ID], contractsOf);
  for (let index = 0; index < 1_000; index++) {
    const issued = keys.evmDepositAddress(index);
    if (issued.address !== address) continue;
    const args = [issued.salt, [ZERO_ADDRESS], id as `0x${string}`] as const;
    const data = encodeFunctionData({ abi: depositAddressFactoryAbi, functionName: "sweep", args });
    return { to: world.evm.contracts.DepositAddressFactory, data };
  }
  throw new Error(`${address} is not among the first addresses.`);
}

/** One call of a list that the router makes. */
export type ListedCall = Readonly<{ to: string; value?: bigint; data?: string }>;

/** The transaction with which a wallet has the router make calls, all or none; coins that it sends on leave no log. */
export function listOfCalls(
  { contracts }: EvmWorld,
  wallet: Pick<Wallet, "address">,
  list: readonly ListedCall[],
) {
  const calls = list.map(({ to, value = 0n, data = "0x" }) => {
    return { target: to as Hex, allowFailure: false, value, callData: data as Hex };
  });
  const value = calls.reduce((total, call) => total + call.value, 0n);
  const args = [calls, wallet.address, wallet.address] as const;
  const data = encodeFunctionData({ abi: routerAbi, functionName: "multicall", args });
  return { to: contracts.Router, value, data };
}

/** Addresses that nobody has been paid at before. */
export function createPayees(): () => string {
  let made = 0;
  return () => `0x${(++made).toString(16).padStart(8, "0").repeat(5)}`;
}

/** What an account has of a token, or of the native coin. */
export function balance(chain: EvmWorld, currency: string, owner: string): Promise<bigint> {
  return currency === ZERO_ADDRESS
    ? chain.client.getBalance({ address: owner as `0x${string}` })
    : chain.balanceOf(currency as EvmWorld["usdc"], owner);
}

/** The requests of a deposit address, newest first, children among them. */
export async function family(world: World, address: string): Promise<readonly Row[]> {
  const { body } = await world.get(`/requests/v2?depositAddress=${address}&includeChildRequests=true`);
  return body.requests as Row[];
}

export type Row = Readonly<{
  id: string;
  status: string;
  parentRequestId: string | null;
  supersededByRequestId: string | null;
  user: string;
  depositAddress: Readonly<{ depositTxHash: string | null }> | null;
  data: Readonly<{
    failReason: string;
    metadata: Readonly<{
      currencyIn: Readonly<{ amount: string }> | null;
      currencyOut: Readonly<{ amount: string }> | null;
    }>;
  }>;
}>;
