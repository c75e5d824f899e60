import {
  BaseError,
  ContractFunctionRevertedError,
  createTestClient,
  encodeFunctionData,
  parseEventLogs,
  publicActions,
  walletActions,
  type Abi,
  type Address,
  type Hex,
  type TransactionReceipt,
} from "viem";
import type { HDAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { readArtifact, type Artifact } from "../../../src/network/contracts/artifacts.ts";
import { evmAccount } from "../../../src/sandbox/accounts.ts";
import { miningTransport } from "../../support/anvilState.ts";
import { startAnvil } from "../anvil.ts";
import { compileOnce } from "./compileOnce.ts";

/** A real anvil, and contracts on it as a test speaks of them. */

export const account = (addressIndex: number): HDAccount => evmAccount(addressIndex);
/** anvil's rich accounts. */
export const [deployer, solver, alice, mallory] = [0, 1, 2, 3].map(account) as [
  HDAccount,
  HDAccount,
  HDAccount,
  HDAccount,
];
export const BOB: Address = "0x00000000000000000000000000000000000B0b01"; // an account that has nothing
export const ID: Hex = `0x${"1d".repeat(32)}`;
export const NATIVE: Address = "0x0000000000000000000000000000000000000000";
export const ETHER = 10n ** 18n;

export type Contract = Readonly<{ address: Address; abi: Abi }>;
export type Sending = Readonly<{ from?: HDAccount; value?: bigint; gas?: bigint; abi?: Abi }>;
export type TestChain = Awaited<ReturnType<typeof startChain>>;

export async function startChain() {
  const { url, stop } = await startAnvil(foundry.id);
  const client = createTestClient({
    mode: "anvil",
    account: deployer,
    chain: foundry,
    transport: miningTransport(url),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
  const read = <T = bigint>(contract: Contract, functionName: string, args: readonly unknown[] = []) =>
    client.readContract({ ...contract, functionName, args: [...args] }) as Promise<T>;

  /** Sends a call; throws what the contract said when it reverts. With `gas` it is sent without a look ahead. */
  async function write(
    contract: Contract,
    functionName: string,
    args: readonly unknown[] = [],
    { from = deployer, value = 0n, gas, abi = contract.abi }: Sending = {},
  ): Promise<TransactionReceipt> {
    const call = { address: contract.address, abi, functionName, args: [...args], account: from, value };
    if (gas === undefined) await client.simulateContract(call);
    const hash = await client.writeContract(gas === undefined ? call : { ...call, gas });
    return client.waitForTransactionReceipt({ hash });
  }

  async function deployArtifact(
    { abi, bytecode }: Artifact,
    args: readonly unknown[] = [],
  ): Promise<Contract> {
    const hash = await client.deployContract({ abi, bytecode, args: [...args] });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    if (!contractAddress) throw new Error("The contract was not deployed.");
    return { abi, address: contractAddress };
  }

  return {
    client,
    read,
    write,
    deployArtifact,
    deploy: (name: string, args: readonly unknown[] = []) => deployArtifact(readArtifact(name), args),
    balanceOf: (token: Contract, owner: Address) => read(token, "balanceOf", [owner]),
    native: (address: Address) => client.getBalance({ address }),
    now: async () => (await client.getBlock()).timestamp,
    close: stop,
  };
}

/** A chain for the tests of a suite: there from its first hook on, gone after its last test. */
export function chainOfSuite(): TestChain {
  const chain = {} as TestChain; // filled in before the first test
  before(async () => void Object.assign(chain, await startChain()));
  after(() => chain.close());
  return chain;
}

/** What a contract said when it refused: the error's name, or the reason in words. Fails when nothing was refused. */
export async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => new Error("Expected a revert, but the call succeeded."),
    (thrown: unknown) => thrown,
  );
  const reverted =
    error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (!(reverted instanceof ContractFunctionRevertedError))
    throw new Error("Expected the contract to say why.", { cause: error });
  const { data, reason, signature } = reverted;
  if (data?.errorName === "Error") return String(data.args?.[0]);
  return data?.errorName ?? reason ?? signature ?? "no reason";
}

/** The events of a contract in a receipt, as [name, arguments]. */
export function eventsOf({ address, abi }: Contract, { logs }: TransactionReceipt) {
  const own = logs.filter((log) => log.address.toLowerCase() === address.toLowerCase());
  return parseEventLogs({ abi, logs: own }).map((log) => {
    const { eventName, args } = log as unknown as { eventName: string; args: Record<string, unknown> };
    return [eventName, args] as const;
  });
}

export function encode({ abi }: Contract, functionName: string, args: readonly unknown[] = []): Hex {
  return encodeFunctionData({ abi, functionName, args: [...args] });
}

/** The contracts of a stranger, compiled before the first test of a suite. */
export function attacksOfSuite(): Attacks {
  const attacks = {} as Attacks;
  before(async () => void Object.assign(attacks, await compileOnce(`${import.meta.dirname}/attacks`)));
  return attacks;
}

type Attacks = Record<"HookToken" | "Puppet", Artifact>;
