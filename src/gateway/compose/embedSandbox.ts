import fs from "node:fs";
import type http from "node:http";
import path from "node:path";
import type { Express } from "express";
import type { Deps, Outside } from "./deps.ts";
import { createClient } from "../../sdk/client.ts";
import { catchingMailer } from "../adapters/mail/mailer.ts";
import type { CallCounts } from "../adapters/callCounts.ts";
import type { Config } from "./config.ts";
import type { Mailer } from "../ports/mailPort.ts";
import type { MerchantStore } from "../usecases/stores/merchantStore.ts";
import type { Persistence } from "../ports/persistencePort.ts";
import type { SandboxFace } from "../http/home.ts";
import { randomHex } from "../../values/ids.ts";
import type { Job } from "../../runtime/jobs/job.ts";
import { attachStreams } from "../../network/api/attachStreams.ts";
import { NETWORK_DEFAULTS, type NetworkConfig } from "../../network/config.ts";
import { buildNetwork } from "../../network/service.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { merchantBitcoin, merchantEvm, payerBitcoin, SANDBOX_MNEMONIC } from "../../sandbox/accounts.ts";
import { faulty } from "../../sandbox/faults/faults.ts";
import { createMailbox } from "../../sandbox/mail/mailbox.ts";
import { mailPages } from "../../sandbox/mail/mailPages.ts";
import { startSandbox, type Sandbox } from "../../sandbox/sandbox.ts";
import { createOrders } from "../../sandbox/demo/shop/orders.ts";
import { demoShopRoutes } from "../../sandbox/demo/shop/routes.ts";
import { scenarioRoutes } from "../../sandbox/demo/scenarios/routes.ts";
import { createStage } from "../../sandbox/demo/scenarios/stage.ts";
import { walkPrices } from "../../network/prices/priceWalk.ts";
import { PRICE_SEED, sandboxRates } from "./sandboxRates.ts";
import {
  contractsFingerprint,
  openStoreAccount,
  readSandboxFile,
  refuseEarlierSandbox,
  type SandboxFile,
} from "./sandboxFile.ts";
import { untilServing } from "./untilServing.ts";
import { STORE_DEFAULTS } from "../usecases/stores/createStore.ts";

/** The embedded chains with the intent service on top of them, and the demo merchant. */
export type Embedded = Readonly<{
  sandbox: Sandbox;
  file: SandboxFile; // contents of DATA_DIR/sandbox.json
  settings: Outside;
  jobs: readonly Job[];
  mailer: Mailer; // which keeps what it is given
  face(): SandboxFace;
  /** Waits until the intent service can pay what it quotes; false when it does not in time. */
  untilServing(): Promise<boolean>;
  close(): Promise<void>;
}>;

type Site = Readonly<{
  app: Express;
  server: http.Server;
  port: number;
  url: string;
  persistence: Persistence;
  calls: CallCounts;
}>;

const DEMO_MARGIN_BPS = 500; // for the service that states no minimum (NETWORK_BARE)
const STREAM_PATH = "/sandbox/intents/stream";
const EXPLORER_STREAM_PATH = "/sandbox/explorer/api/v1/ws";
const MAIL_FROM = { address: "payments@crosstill.example", name: undefined };

/**
 * Starts the chains and the intent service inside this process, reached over HTTP like any other, and writes
 * DATA_DIR/sandbox.json (mode 0600) for scripts. The merchant's store and key are made once and kept.
 */
export async function embedSandbox(config: Config, deps: Deps, site: Site): Promise<Embedded> {
  const local = `http://127.0.0.1:${site.port}`;
  const filePath = path.join(config.dataDir, "sandbox.json");
  const earlier = readSandboxFile(filePath);
  const contracts = contractsFingerprint();
  refuseEarlierSandbox(earlier, contracts, config.dataDir);
  const poolPrices = config.sandboxPools ? walkPrices(PRICE_SEED) : undefined;
  const sandbox = await startSandbox({ dataDir: config.dataDir, publicUrl: local, poolPrices, ...deps });
  site.app.use(sandbox.routes);
  site.app.use(sandboxRates(deps.clock));
  const mailbox = createMailbox();
  site.app.use(mailPages(mailbox));
  site.app.get("/sandbox/calls", (_request, response) => void response.json(site.calls.read()));
  const intentsApiKey = earlier?.intentsApiKey ?? randomHex(deps.random, 20);
  const explorerUrls = [`${local}/sandbox/explorer/api`];
  const settings = networkConfig(config, sandbox, { url: site.url, explorerUrls, intentsApiKey });
  const network = await buildNetwork(settings, deps).catch(async (cause: unknown) => {
    await sandbox.close();
    throw new Error(
      `The sandbox's intent service cannot use ${settings.databaseUrl}. If an earlier version made it, delete ${config.dataDir} and start again.`,
      { cause },
    );
  });
  site.app.use("/sandbox/intents", faulty(sandbox.faults, "intents"), network.router);
  attachStreams(site.server, {
    ...(network.stream && { [STREAM_PATH]: network.stream }),
    [EXPLORER_STREAM_PATH]: sandbox.explorerStream,
  });
  await sandbox.setUp(network.solver);
  const account = await openStoreAccount(site.persistence, deps, demoSettings(sandbox), earlier);
  const shop = createClient({ url: local, ...account });
  const stage = createStage({ shop, sandbox, ...deps });
  site.app.use(scenarioRoutes(stage, site.url));
  site.app.use(demoShopRoutes(createOrders({ shop, url: site.url, ...deps })));
  const scenes = { name: "play scenarios", schedule: "* * * * * *", run: stage.goOn };
  const wallet = walletKeys(sandbox);
  const file: SandboxFile = {
    url: site.url,
    ...account,
    intentsApiKey,
    contracts,
    intentsUrl: `${site.url}/sandbox/intents`,
    explorerUrls: [`${site.url}/sandbox/explorer/api`, `${site.url}/sandbox/explorer2/api`],
    chains: sandbox.evmChains.map(({ id, name, usdc, tokens }) => ({
      id,
      name,
      usdc,
      rpcUrl: `${site.url}/sandbox/rpc/${id}`,
      tokens: tokens.map(({ symbol, address, decimals }) => ({ symbol, address, decimals })),
    })),
    settlement: demoSettlement(sandbox),
    wallet,
  };
  fs.writeFileSync(filePath, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  fs.chmodSync(filePath, 0o600); // the mode above only counts for a new file
  const ofNetwork = network.jobs.map((job): Job => ({ ...job, owner: "every process" })); // the sandbox is one process
  const jobs = [...sandbox.jobs, ...ofNetwork, scenes];
  const mailer = catchingMailer(mailbox.keep, MAIL_FROM, deps.clock);
  return {
    ...describe(sandbox, network, file, { ...config, local, explorerUrls, intentsApiKey, jobs }),
    mailer,
  };
}

type Where = Pick<Config, "intentsQuoteVersion" | "intentsRequestsVersion"> &
  Readonly<{
    local: string;
    explorerUrls: readonly string[];
    intentsApiKey: string;
    jobs: readonly Job[];
  }>;

function describe(
  sandbox: Sandbox,
  network: Awaited<ReturnType<typeof buildNetwork>>,
  file: SandboxFile,
  { local, explorerUrls, intentsApiKey, intentsQuoteVersion, intentsRequestsVersion, jobs }: Where,
): Omit<Embedded, "mailer"> {
  return {
    sandbox,
    file,
    settings: {
      intentsUrl: `${local}/sandbox/intents`,
      intentsApiKey,
      intentsQuoteVersion,
      intentsRequestsVersion,
      intentsStreamUrl: network.stream && local.replace(/^http/, "ws") + STREAM_PATH,
      explorerUrls,
      explorerStreamUrl: local.replace(/^http/, "ws") + EXPLORER_STREAM_PATH,
      rpcUrls: new Map(sandbox.evmChains.map(({ id }) => [id, `${local}/sandbox/rpc/${id}`])),
      quoteUserBitcoin: file.wallet.bitcoin.address,
      ratesUrls: [`${local}/sandbox/rates/{base}-{quote}#price`],
    },
    jobs,
    face: () => ({ storeId: file.storeId, curl: curlLine(file) }),
    untilServing: () => untilServing(network),
    async close() {
      await network.close();
      await sandbox.close();
    },
  };
}

/** One line that creates an invoice. */
function curlLine({ url, storeId, apiKey }: SandboxFile): string {
  const body = JSON.stringify({ amount: "25.00", currency: "USD" });
  const headers = `-H "Authorization: token ${apiKey}" -H "Content-Type: application/json"`;
  return `curl -s ${url}/api/v1/stores/${storeId}/invoices ${headers} -d '${body}'`;
}

type Reach = Readonly<{ url: string; explorerUrls: readonly string[]; intentsApiKey: string }>;

function networkConfig(
  config: Config,
  sandbox: Sandbox,
  { url, explorerUrls, intentsApiKey }: Reach,
): NetworkConfig {
  return {
    ...NETWORK_DEFAULTS,
    ...config.sandboxService,
    bitcoin: { ...NETWORK_DEFAULTS.bitcoin, sweepAfterMs: 0 }, // cheaper blocks are not worth waiting for here
    databaseUrl: path.join(config.dataDir, "sandbox-network.db"),
    mnemonic: SANDBOX_MNEMONIC,
    bitcoinNetwork: "regtest",
    explorerUrls,
    evmChains: sandbox.evmChains.map(({ id, name, slug, rpcUrl, tokens, pools, permit2 }) => ({
      id,
      name,
      slug,
      rpcUrl,
      tokens,
      ...(pools && { pools }),
      permit2,
      native: { symbol: "ETH", decimals: 18 },
      publicRpcUrl: `${url}/sandbox/rpc/${id}`,
      explorerUrl: `${url}/sandbox/evm/${id}`, // its pages are at /tx/<hash> below
    })),
    apiKeys: [intentsApiKey],
    elevatedPerSecond: 1_000, // the demo and the benchmarks are in a hurry
    priceSeed: PRICE_SEED,
  };
}

function demoSettlement(sandbox: Sandbox): SandboxFile["settlement"] {
  const [base] = sandbox.evmChains;
  if (!base) throw new Error("The sandbox has no EVM chain to settle on.");
  const recipient = merchantEvm().address.toLowerCase();
  return { chainId: base.id, currency: base.usdc, recipient };
}

function demoSettings(sandbox: Sandbox): MerchantStore["settings"] {
  const settlement = demoSettlement(sandbox);
  const { evmChains } = sandbox;
  const chainName = evmChains.find(({ id }) => id === settlement.chainId)?.name ?? "";
  const evmRefunds = evmChains.map(({ id }) => [id, settlement.recipient] as const);
  return {
    ...STORE_DEFAULTS,
    marginBps: DEMO_MARGIN_BPS,
    settlement: { ...settlement, chainName, symbol: "USDC", decimals: 6 },
    refunds: { [BITCOIN_CHAIN_ID]: merchantBitcoin().address, ...Object.fromEntries(evmRefunds) },
    defaultMethod: "BTC-CHAIN",
  };
}

function walletKeys({ wallet }: Sandbox): SandboxFile["wallet"] {
  const { address, wif } = payerBitcoin();
  return {
    bitcoin: { address, wif },
    evm: { address: wallet.evm.address, privateKey: wallet.evm.privateKey },
  };
}
