import path from "node:path";
import { Router } from "express";
import type { BitcoinAddress } from "../bitcoin/codec/address.ts";
import type { EvmAddress } from "../evm/codec/address.ts";
import type { Job } from "../runtime/jobs/job.ts";
import type { Log } from "../runtime/log.ts";
import { readServiceArtifacts } from "../network/contracts/artifacts.ts";
import { deployContracts } from "../network/contracts/deploy.ts";
import type { PoolContracts } from "../network/pools/poolContracts.ts";
import type { PriceSource } from "../network/prices/priceSource.ts";
import type { Clock } from "../values/time.ts";
import { addressNames, type AddressNames } from "./addressNames.ts";
import { deployerEvm, minerBitcoin, payerBitcoin } from "./accounts.ts";
import {
  openSimulatedChain,
  type SimulatedChain,
  type ChainListener,
} from "./bitcoin/chain/simulatedChain.ts";
import { reapChildren, trackChildren } from "./evm/children.ts";
import { controls } from "./controls.ts";
import { signingClient } from "./evm/evmClients.ts";
import { openEvmChain, type EvmChain, type EvmChainOptions, type StartNode } from "./evm/evmChain.ts";
import { createEvmPayer, type EvmPayer } from "./wallet/evmPayer.ts";
import { createExplorerStream, type ExplorerStream } from "./bitcoin/explorer/explorerStream.ts";
import { explorerRoutes } from "./bitcoin/explorer/explorerRoutes.ts";
import { createFaults, faulty, type Faults } from "./faults/faults.ts";
import { fund, fundBitcoin, type Allowance } from "./evm/funding.ts";
import { journalIn } from "./journal.ts";
import { createMiner } from "./bitcoin/chain/miner.ts";
import { minerFile } from "./bitcoin/chain/minerFile.ts";
import { premine } from "./bitcoin/chain/premine.ts";
import { openPools, type SandboxPools } from "./evm/pools.ts";
import { rpcRoutes } from "./evm/rpcRoutes.ts";
import { createTestWallet, type TestWallet } from "./wallet/testWallet.ts";
import {
  deployPermit2,
  deployTokens,
  permit2Address,
  SANDBOX_TOKENS,
  USDC_ADDRESS,
  type SandboxToken,
} from "./evm/tokens.ts";
import { txPages } from "./txPages.ts";
import { walletPage } from "./wallet/walletPage.ts";

export type SandboxOptions = Readonly<{
  dataDir?: string; // absent: nothing outlives the process
  publicUrl: string;
  clock: Clock;
  log: Log;
  startNode?: StartNode | undefined; // of an EVM chain; absent: a new anvil
  poolPrices?: PriceSource | undefined; // what the prices in pools follow; absent: there are no pools
}>;

/** One EVM chain as others see it. */
export type SandboxChain = Readonly<{
  id: number;
  name: string;
  slug: string;
  rpcUrl: string;
  /** anvil itself, for reading only: transactions sent to it are not journaled. */
  directRpcUrl: string;
  usdc: EvmAddress;
  tokens: readonly SandboxToken[]; // USDC among them
  pools: PoolContracts | undefined;
  permit2: EvmAddress;
}>;

export type Sandbox = Readonly<{
  ledger: SimulatedChain;
  wallet: Readonly<{ bitcoin: TestWallet; evm: EvmPayer }>;
  evmChains: readonly SandboxChain[];
  /** To be mounted at the root: everything lies under /sandbox. */
  routes: Router;
  /** The explorer's websocket. */
  explorerStream: Pick<ExplorerStream, "upgrade" | "close">;
  /** What is broken on purpose; `faulty(faults, "intents")` belongs in front of the intent service. */
  faults: Faults;
  jobs: readonly Job[];
  /** Deploys the intent service's contracts and gives its solver what it pays with. Does nothing where all is there. */
  setUp(solver: Readonly<{ evm: EvmAddress; bitcoin: BitcoinAddress }>): Promise<void>;
  close(): Promise<void>;
}>;

/** Development ids: no live chain has them. */
const CHAINS = [
  { id: 31337, name: "Sandbox Base", slug: "base" },
  { id: 31338, name: "Sandbox Arbitrum", slug: "arbitrum" },
] as const;

const ETHER = 10n ** 18n;
const DOLLAR = 10n ** 6n; // of USDC and USDT
const SOLVER_ALLOWANCE = allowance({ dollars: 50_000_000n, ether: 1_000n });
const PAYER_ALLOWANCE = allowance({ dollars: 1_000_000n, ether: 100n });
const SOLVER_SATS = 50n * 10n ** 8n;

/** So many dollars of either kind, and so much of the native coin and once more of it wrapped. */
function allowance({ dollars, ether }: Readonly<{ dollars: bigint; ether: bigint }>): Allowance {
  const tokens = { USDC: dollars * DOLLAR, USDT: dollars * DOLLAR, WETH: ether * ETHER };
  return { native: ether * ETHER, tokens };
}

/**
 * Starts the embedded chains, brings them back to where an earlier run left them, and gives the controls.
 * Throws with a sentence when anvil is missing or the data directory is in use or damaged.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, publicUrl, clock, log, startNode } = options;
  const fileIn = (name: string) => (dataDir === undefined ? undefined : path.join(dataDir, name));
  const childrenFile = fileIn("sandbox-children.json");
  if (childrenFile) {
    const reaped = await reapChildren(childrenFile);
    if (reaped.length > 0) log.warn("sandbox.orphans_ended", { pids: reaped });
  }
  const children = trackChildren(childrenFile);
  const explorerStream = createExplorerStream();
  const ledger = await openBitcoin(fileIn("sandbox-bitcoin.jsonl"), clock, explorerStream.tell);
  const starting = CHAINS.map((chain) =>
    openChain({
      ...chain,
      children,
      clock,
      log,
      startNode,
      journalFile: fileIn(`sandbox-evm-${chain.id}.jsonl`),
    }),
  );
  const outcomes = await Promise.allSettled(starting);
  const chains = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const close = async () => {
    await Promise.all(chains.map((chain) => chain.close()));
    await children.endAll();
    await ledger.close();
  };
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  const minerPath = fileIn("sandbox-miner.json");
  try {
    if (failed) throw failed.reason;
    const pools = await openAllPools(chains, options);
    return assemble({ ledger, explorerStream, chains, pools, publicUrl, clock, minerPath, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** The pools of each chain by its id; empty where none are wanted, or their contracts are not installed. */
async function openAllPools(
  chains: readonly EvmChain[],
  { poolPrices, clock, log }: SandboxOptions,
): Promise<ReadonlyMap<number, SandboxPools>> {
  const pools = new Map<number, SandboxPools>();
  for (const chain of poolPrices ? chains : []) {
    const opened = poolPrices && (await openPools(chain, poolPrices, clock));
    if (opened) pools.set(chain.id, opened);
    else log.warn("sandbox.pools_missing", { chain: chain.id });
  }
  return pools;
}

async function openBitcoin(
  journalFile: string | undefined,
  clock: Clock,
  onNews: ChainListener,
): Promise<SimulatedChain> {
  const miner = minerBitcoin();
  const ledger = openSimulatedChain({
    journal: journalIn(journalFile),
    clock,
    minerScript: miner.script,
    onNews,
  });
  await premine(ledger, miner, payerBitcoin(), clock);
  return ledger;
}

async function openChain(options: EvmChainOptions): Promise<EvmChain> {
  const chain = await openEvmChain(options);
  try {
    await deployTokens(chain);
    await deployPermit2(chain);
    await fund(chain, createEvmPayer([chain]).address, PAYER_ALLOWANCE);
    return chain;
  } catch (error) {
    await chain.close();
    throw error;
  }
}

type Parts = Readonly<{
  ledger: SimulatedChain;
  explorerStream: ExplorerStream;
  chains: readonly EvmChain[];
  pools: ReadonlyMap<number, SandboxPools>;
  publicUrl: string;
  clock: Clock;
  minerPath: string | undefined;
  close: () => Promise<void>;
}>;

function assemble({
  ledger,
  explorerStream,
  chains,
  pools,
  publicUrl,
  clock,
  minerPath,
  close,
}: Parts): Sandbox {
  const wallet = { bitcoin: createTestWallet(ledger, payerBitcoin()), evm: createEvmPayer(chains) };
  const faults = createFaults(clock);
  const miner = createMiner(ledger, clock, minerPath === undefined ? undefined : minerFile(minerPath));
  const names = addressNames();
  const evmChains = chains.map(({ id, name, slug, directUrl }) => {
    const rpcUrl = `${publicUrl.replace(/\/+$/, "")}/sandbox/rpc/${id}`;
    const contracts = { usdc: USDC_ADDRESS, tokens: SANDBOX_TOKENS, permit2: permit2Address() };
    return { id, name, slug, rpcUrl, directRpcUrl: directUrl, ...contracts, pools: pools.get(id)?.contracts };
  });
  const parts = {
    ledger,
    wallet: wallet.bitcoin,
    evmPayer: wallet.evm,
    miner,
    faults,
    clock,
    chains: evmChains,
  };
  const routes = Router();
  routes.use("/sandbox/explorer/api", faulty(faults, "explorer"), explorerRoutes(ledger));
  routes.use("/sandbox/explorer2/api", faulty(faults, "explorer2"), explorerRoutes(ledger));
  routes.use("/sandbox/rpc", faulty(faults, "rpc"), rpcRoutes(chains));
  routes.use("/sandbox", walletPage(parts), txPages({ ledger, names, chains: evmChains }), controls(parts));
  return {
    ledger,
    wallet,
    evmChains,
    routes,
    explorerStream,
    faults,
    jobs: [miner.job, evmBlocksJob(chains), ...[...pools].map(levelJob)],
    async setUp({ evm, bitcoin }) {
      names.add(evm, "intent service");
      names.add(bitcoin, "intent service");
      await Promise.all([
        fundBitcoin(ledger, minerBitcoin(), bitcoin, SOLVER_SATS),
        ...chains.map((chain) => setUpChain(chain, evm, names)),
      ]);
    },
    close,
  };
}

/** Lets blocks follow each transaction, one a second: a payment by a contract is credited at a depth. */
function evmBlocksJob(chains: readonly EvmChain[]): Job {
  const run = async () => void (await Promise.all(chains.map((chain) => chain.mineAfter())));
  return { name: "sandbox.evm blocks", schedule: "* * * * * *", run };
}

/** Follows the prices once a minute. */
function levelJob([chainId, { level }]: readonly [number, SandboxPools]): Job {
  return { name: `sandbox.pools ${chainId}`, schedule: "0 * * * * *", run: level };
}

async function setUpChain(chain: EvmChain, solver: EvmAddress, names: AddressNames): Promise<void> {
  const contracts = await deployContracts(
    signingClient(chain, deployerEvm()),
    readServiceArtifacts(),
    solver,
  );
  for (const [name, address] of Object.entries(contracts)) names.add(address, `${name} contract`);
  await fund(chain, solver, SOLVER_ALLOWANCE);
}
