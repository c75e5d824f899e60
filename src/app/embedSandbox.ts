import fs from "node:fs";
import path from "node:path";
import type { Express } from "express";
import { mnemonicToAccount } from "viem/accounts";
import type { Deps, Outside } from "./deps.ts";
import type { CallCounts } from "../clients/callCounts.ts";
import type { Config } from "../config.ts";
import type { MerchantStore, Store } from "../gateway/storePort.ts";
import type { SandboxFace } from "../http/home.ts";
import { randomHex } from "../ids.ts";
import type { Job } from "../job.ts";
import { NETWORK_DEFAULTS } from "../network/config.ts";
import { buildNetwork } from "../network/service.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { merchantBitcoin, payerBitcoin, SANDBOX_MNEMONIC } from "../sandbox/accounts.ts";
import { faulty } from "../sandbox/faults.ts";
import { startSandbox, type Sandbox } from "../sandbox/sandbox.ts";
import { openStoreAccount, readSandboxFile, type SandboxFile } from "./sandboxFile.ts";
import { STORE_DEFAULTS } from "../gateway/createStore.ts";

/** The embedded chains with the intent service on top of them, and the demo merchant. */
export type Embedded = Readonly<{
  sandbox: Sandbox;
  file: SandboxFile; // what DATA_DIR/sandbox.json says
  settings: Outside;
  jobs: readonly Job[];
  face(): SandboxFace;
  showDemo(checkoutUrl: string): void;
  close(): Promise<void>;
}>;

type Site = Readonly<{ app: Express; port: number; url: string; store: Store; calls: CallCounts }>;

const MERCHANT_INDEX = 7; // any account of the sandbox's seed that nobody else uses

/**
 * Starts the chains and the intent service inside this process, reached over HTTP like any other, and writes
 * DATA_DIR/sandbox.json (mode 0600) for scripts. The merchant's store and key are made once and kept.
 */
export async function embedSandbox(config: Config, deps: Deps, site: Site): Promise<Embedded> {
  const local = `http://127.0.0.1:${site.port}`;
  const sandbox = await startSandbox({ dataDir: config.dataDir, publicUrl: local, ...deps });
  site.app.use(sandbox.routes);
  site.app.get("/sandbox/calls", (_request, response) => void response.json(site.calls.read()));
  const filePath = path.join(config.dataDir, "sandbox.json");
  const earlier = readSandboxFile(filePath);
  const intentsApiKey = earlier?.intentsApiKey ?? randomHex(deps.random, 20);
  const explorerUrls = [`${local}/sandbox/explorer/api`];
  const network = await buildNetwork(networkConfig(config, sandbox, explorerUrls, intentsApiKey), deps).catch(
    async (error: unknown) => {
      await sandbox.close();
      throw error;
    },
  );
  site.app.use("/sandbox/intents", faulty(sandbox.faults, "intents"), network.router);
  await sandbox.setUp(network.solver.evm);
  const account = await openStoreAccount(site.store, deps, demoSettings(sandbox), earlier);
  const wallet = walletKeys(sandbox);
  const file: SandboxFile = {
    ...{ url: site.url, ...account, intentsApiKey },
    intentsUrl: `${site.url}/sandbox/intents`,
    explorerUrls: [`${site.url}/sandbox/explorer/api`, `${site.url}/sandbox/explorer2/api`],
    chains: sandbox.evmChains.map(({ id, name, usdc }) => ({
      id,
      name,
      usdc,
      rpcUrl: `${site.url}/sandbox/rpc/${id}`,
    })),
    settlement: demoSettlement(sandbox),
    wallet,
  };
  fs.writeFileSync(filePath, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  fs.chmodSync(filePath, 0o600); // the mode above only counts for a new file
  return describe(sandbox, network, file, { local, explorerUrls, intentsApiKey });
}

type Where = Readonly<{ local: string; explorerUrls: readonly string[]; intentsApiKey: string }>;

function describe(
  sandbox: Sandbox,
  network: Awaited<ReturnType<typeof buildNetwork>>,
  file: SandboxFile,
  { local, explorerUrls, intentsApiKey }: Where,
): Embedded {
  let demoCheckoutUrl: string | undefined;
  return {
    sandbox,
    file,
    settings: {
      intentsUrl: `${local}/sandbox/intents`,
      intentsApiKey,
      explorerUrls,
      rpcUrls: new Map(sandbox.evmChains.map(({ id }) => [id, `${local}/sandbox/rpc/${id}`])),
      quoteUserBitcoin: file.wallet.bitcoin.address,
    },
    jobs: [...sandbox.jobs, ...network.jobs],
    face: () => ({ demoCheckoutUrl, storeId: file.storeId, curl: curlLine(file) }),
    showDemo(checkoutUrl) {
      demoCheckoutUrl = checkoutUrl;
    },
    async close() {
      await network.close();
      await sandbox.close();
    },
  };
}

/** One line that creates an invoice. */
export function curlLine({ url, storeId, apiKey }: SandboxFile): string {
  const body = JSON.stringify({ amount: "25.00", currency: "USD" });
  const headers = `-H "Authorization: token ${apiKey}" -H "Content-Type: application/json"`;
  return `curl -s ${url}/api/v1/stores/${storeId}/invoices ${headers} -d '${body}'`;
}

function networkConfig(
  config: Config,
  sandbox: Sandbox,
  explorerUrls: readonly string[],
  intentsApiKey: string,
): Parameters<typeof buildNetwork>[0] {
  return {
    ...NETWORK_DEFAULTS,
    databaseUrl: path.join(config.dataDir, "network.db"),
    mnemonic: SANDBOX_MNEMONIC,
    bitcoinNetwork: "regtest",
    explorerUrls,
    evmChains: sandbox.evmChains.map(({ id, name, slug, rpcUrl, usdc }) => ({
      ...{ id, name, slug, native: { symbol: "ETH", decimals: 18 } },
      rpcUrl,
      tokens: [{ symbol: "USDC", name: "Sandbox USD Coin", address: usdc, decimals: 6 }],
    })),
    apiKeys: [intentsApiKey],
    elevatedPerSecond: 1_000, // the demo and the benchmarks are in a hurry
    priceSeed: "crosstill sandbox",
  };
}

function demoSettlement(sandbox: Sandbox): SandboxFile["settlement"] {
  const [base] = sandbox.evmChains;
  if (!base) throw new Error("The sandbox has no EVM chain to settle on.");
  const recipient = mnemonicToAccount(SANDBOX_MNEMONIC, {
    addressIndex: MERCHANT_INDEX,
  }).address.toLowerCase();
  return { chainId: base.id, currency: base.usdc, recipient };
}

function demoSettings(sandbox: Sandbox): MerchantStore["settings"] {
  const settlement = demoSettlement(sandbox);
  const chainName = sandbox.evmChains.find(({ id }) => id === settlement.chainId)?.name ?? "";
  return {
    ...STORE_DEFAULTS,
    settlement: { ...settlement, chainName, symbol: "USDC", decimals: 6 },
    refunds: { [BITCOIN_CHAIN_ID]: merchantBitcoin().address },
  };
}

function walletKeys({ wallet }: Sandbox): SandboxFile["wallet"] {
  const { address, wif } = payerBitcoin();
  return {
    bitcoin: { address, wif },
    evm: { address: wallet.evm.address, privateKey: wallet.evm.privateKey },
  };
}
