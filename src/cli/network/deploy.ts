import {
  BaseError,
  concat,
  createWalletClient,
  defineChain,
  formatUnits,
  publicActions,
  type HDAccount,
  type Hex,
} from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { depositoryAbi } from "../../evm/codec/contracts.ts";
import { boundedTransport } from "../../evm/reader/boundedTransport.ts";
import {
  DEPLOYMENT_SALT,
  DETERMINISTIC_DEPLOYER,
  deploymentPlan,
  type PlannedContract,
} from "../../evm/codec/deployment.ts";
import { createDatabaseBinding, requireOwnSeed } from "../../network/databaseBinding.ts";
import type { EvmChainConfig } from "../../network/catalog.ts";
import type { EvmCall } from "../../network/chains/evm.ts";
import { setAllocatorCall } from "../../network/contracts/allocator.ts";
import { readServiceArtifacts } from "../../network/contracts/artifacts.ts";
import { deployContracts } from "../../network/contracts/deploy.ts";
import { storedNonce } from "../../network/persistence/outbound.ts";
import { openStore, type NetworkStore } from "../../network/persistence/open.ts";
import type { Command } from "../command.ts";
import { readNetworkSettings } from "./config.ts";

const TIMEOUT_MS = 15_000;
const RECEIPT_TIMEOUT_MS = 120_000; // a few blocks of the slowest chains
const HEADROOM = { parts: 3n, of: 2n }; // of the estimated price: it may rise while the contracts are deployed

/**
 * Deploys the service's contracts that a configured chain does not have yet, paid by the solver's account, and prints where
 * all of them are. Where the depository's allocator is not the refunder it names it, if the solver owns the contracts; else it
 * prints the call for their owner. Doing it again sends nothing. The service must be stopped: both would use the same account's
 * nonces.
 */
export const networkDeploy: Command = async ({ env, print }) => {
  const { config, keys } = readNetworkSettings(env);
  const artifacts = readServiceArtifacts();
  const { solverEvmAddress: solver, contractOwner: owner } = keys;
  const plan = deploymentPlan({ solver, owner, artifacts });
  const store = await openStore(config.databaseUrl, undefined, undefined, "new"); // on SQLite it refuses while the service runs
  try {
    const belonging = createDatabaseBinding(store);
    await requireOwnSeed(belonging, keys);
    const deployMissing = async (client: DeployClient, chain: EvmChainConfig) => {
      const missing = await missingContracts(client, plan);
      if (missing.length === 0) return missing;
      await requireQuietAccount(client, store, chain);
      const deployments = missing.map(({ initCode }) => ({
        to: DETERMINISTIC_DEPLOYER,
        data: concat([DEPLOYMENT_SALT, initCode]),
      }));
      await requireGas(client, deployments, `Deploying ${missing.length} contracts`, chain);
      await belonging.bind(); // to the seeds only: other settings were not checked
      await deployContracts(client, artifacts, solver, owner);
      return missing;
    };
    /** What became of the allocator, in a line; undefined where it is the refunder. */
    const appointRefunder = async (client: DeployClient, chain: EvmChainConfig) => {
      const { Depository } = keys.contracts;
      const at = { address: Depository, abi: depositoryAbi, functionName: "allocator" } as const;
      const found = (await client.readContract(at)).toLowerCase();
      const refunder = keys.refunderEvmAddress;
      if (found === refunder) return undefined;
      const call = setAllocatorCall(Depository, refunder);
      if (owner !== solver) return forOwner(owner, found, refunder, call);
      await requireQuietAccount(client, store, chain);
      await requireGas(client, [call], "Naming the refunder", chain);
      await belonging.bind();
      await sendOwn(client, call);
      return `  The Depository now takes the orders of the refunder ${refunder}.`;
    };
    for (const chain of config.evmChains) {
      const client = await answeringClient(chain, keys.solverEvm);
      const orInterrupted = (error: unknown) => {
        throw error instanceof BaseError ? interrupted(chain, error) : error;
      };
      const missing = await deployMissing(client, chain).catch(orInterrupted);
      print(`Chain ${chain.id} (${chain.name})`);
      for (const { name, address } of plan) {
        const isNew = missing.some((contract) => contract.name === name);
        print(`  ${name.padEnd(22)} ${address}  ${isNew ? "deployed" : "was there"}`);
      }
      const said = await appointRefunder(client, chain).catch(orInterrupted);
      if (said !== undefined) print(said);
    }
  } finally {
    await store.close();
  }
};

/** The call that only the owner can send: its key is not here. */
function forOwner(owner: EvmAddress, found: string, refunder: EvmAddress, { to, data }: EvmCall): string {
  return [
    `  The Depository pays out on orders of ${found}, and the refunder is ${refunder}. Deposits on this chain are not`,
    `  taken until the owner of the contracts, ${owner}, has sent this (setAllocator):`,
    `    to    ${to}`,
    `    value 0`,
    `    data  ${data}`,
  ].join("\n");
}

async function sendOwn(client: DeployClient, { to, data, value }: EvmCall): Promise<void> {
  const hash = await client.sendTransaction({ to, data, value });
  const { status } = await client.waitForTransactionReceipt({ hash, timeout: RECEIPT_TIMEOUT_MS });
  if (status === "success") return;
  throw new Error(
    `Expected transaction ${hash} on chain ${client.chain.id} to name the refunder as the Depository's allocator, but it was reverted. Look at it in an explorer, then deploy again.`,
  );
}

type DeployClient = ReturnType<typeof clientOf>;

function clientOf({ id, name, native }: EvmChainConfig, rpcUrl: string, account: HDAccount) {
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: native.symbol, ...native },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const transport = boundedTransport(rpcUrl, { timeoutMs: TIMEOUT_MS, retryCount: 1 });
  return createWalletClient({ account, chain, transport }).extend(publicActions);
}

/** A client of the chain's first node that answers, for all that follows: nodes may be behind each other. Throws where there is none. */
async function answeringClient(chain: EvmChainConfig, account: HDAccount): Promise<DeployClient> {
  const { id, rpcUrl, otherRpcUrls = [] } = chain;
  let cause: unknown;
  for (const url of [rpcUrl, ...otherRpcUrls]) {
    const client = clientOf(chain, url, account);
    const found = await client.getChainId().catch((error: unknown) => {
      cause = error;
      return undefined;
    });
    if (found === undefined) continue;
    if (found === id) return client;
    throw new Error(`NETWORK_RPC_${id} leads to chain ${found}. Give the URL of a node of chain ${id}.`);
  }
  throw new Error(`NETWORK_RPC_${id} gave no answer.`, { cause });
}

/** What viem says of a node names neither the chain nor what is to be done. */
function interrupted({ id, name }: EvmChainConfig, cause: BaseError): Error {
  return new Error(
    `Chain ${id} (${name}): not all contracts could be deployed. See that a URL of NETWORK_RPC_${id} answers, then deploy again: what is there stays.`,
    { cause },
  );
}

async function missingContracts(
  client: DeployClient,
  plan: readonly PlannedContract[],
): Promise<readonly PlannedContract[]> {
  const codes = await Promise.all(plan.map(({ address }) => client.getCode({ address })));
  return plan.filter((_, index) => codes[index] === undefined);
}

/** A payment that is signed and not in a block yet owns the next nonce: a deployment must not take it away. */
async function requireQuietAccount(
  client: DeployClient,
  store: NetworkStore,
  { id }: EvmChainConfig,
): Promise<void> {
  const counted = await client.getTransactionCount({ address: client.account.address, blockTag: "latest" });
  if (((await storedNonce(store, id)) ?? 0) <= counted) return;
  throw new Error(
    `Payments on chain ${id} are signed and in no block yet. Start the service until they are, then deploy again.`,
  );
}

/** Throws when the account could not pay for the gas of all calls, with the price a half higher than now. */
async function requireGas(
  client: DeployClient,
  calls: readonly Readonly<{ to: EvmAddress; data: Hex }>[],
  what: string,
  { id, native }: EvmChainConfig,
): Promise<void> {
  const { address } = client.account;
  const [{ maxFeePerGas }, balance, ...gas] = await Promise.all([
    client.estimateFeesPerGas(),
    client.getBalance({ address }),
    ...calls.map((call) => client.estimateGas(call)),
  ]);
  const needed = (gas.reduce((sum, units) => sum + units, 0n) * maxFeePerGas * HEADROOM.parts) / HEADROOM.of;
  if (balance >= needed) return;
  const coins = (amount: bigint) => `${formatUnits(amount, native.decimals)} ${native.symbol}`;
  throw new Error(
    `${what} on chain ${id} may cost ${coins(needed)}, and the solver's account ${address} has ${coins(balance)}. Send it coins, then deploy again.`,
  );
}
