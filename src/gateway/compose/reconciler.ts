import path from "node:path";
import { bitcoinRules } from "../../bitcoin/reader/bitcoinRules.ts";
import { blockBefore } from "../../evm/reader/blockBefore.ts";
import { createBatchRpc } from "../../evm/reader/evmFollowerRpc.ts";
import { onChain } from "../../evm/reader/evmRpc.ts";
import { createHttp, type HttpOptions } from "../../http-client/http.ts";
import { transferNews } from "../../evm/reader/watchTransfers.ts";
import { countCalls } from "../adapters/callCounts.ts";
import { createExplorer } from "../adapters/explorers.ts";
import { statedCosts } from "../adapters/intents/quoteAnswer.ts";
import type { Config } from "./config.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { costOf } from "../usecases/pricing/priceMethod.ts";
import type { ChainPast, Reconciling } from "../usecases/reconciliation/reconciling.ts";
import { randomFraction } from "../../values/ids.ts";
import { quoteResponseSchema } from "../../intents/quote.ts";
import type { Outside } from "./deps.ts";
import { chainReaders, serviceClient } from "./outsideClients.ts";
import { readSandboxFile } from "./sandboxFile.ts";

type Parts = Pick<Gateway, "persistence" | "clock" | "random" | "log"> & Pick<Reconciling, "turn">;

/**
 * Where a command finds the service and the chains: by the settings, or in the running sandbox of DATA_DIR.
 */
export function outsideOf(config: Config): Outside {
  if (config.mode === "live") return { ...config, intentsUrl: config.intentsUrl ?? "" }; // checked by loadConfig
  const file = readSandboxFile(path.join(config.dataDir, "sandbox.json"));
  if (!file)
    throw new Error(
      `There is no sandbox in ${config.dataDir}. Start it (npx crosstill serve), or set CROSSTILL_MODE=live.`,
    );
  const { intentsUrl, intentsApiKey, explorerUrls, chains, wallet } = file;
  return {
    intentsUrl,
    intentsApiKey,
    intentsQuoteVersion: "auto",
    intentsRequestsVersion: "auto",
    intentsStreamUrl: undefined,
    explorerUrls: explorerUrls.slice(0, 1),
    explorerStreamUrl: undefined,
    rpcUrls: new Map(chains.map(({ id, rpcUrl }) => [id, rpcUrl])),
    quoteUserBitcoin: wallet.bitcoin.address,
    ratesUrls: [],
  };
}

/** Everything that a reconciliation reads, with clients of its own. `turn` holds it to its budget. */
export function createReconciling(
  config: Pick<Config, "bitcoinNetwork" | "explorerQuorum">,
  outside: Outside,
  { persistence, clock, random, log, turn }: Parts,
): Reconciling {
  const http = (options: HttpOptions) =>
    createHttp({ ...options, attempts: 3, random: () => randomFraction(random) }); // there is no next poll
  const { bitcoinNetwork, explorerQuorum: quorum } = config;
  const explorer = createExplorer(outside.explorerUrls, {
    quorum,
    rules: bitcoinRules(bitcoinNetwork),
    clock,
    log,
    onCall: () => {},
  });
  const { arrivals, departures } = chainReaders(outside);
  return {
    persistence,
    clock,
    turn,
    explorer,
    settings: { bitcoinNetwork },
    service: serviceClient({ outside, clock, http, calls: countCalls(), mayAsk: () => true }),
    arrivals,
    departures,
    pasts: new Map([...outside.rpcUrls].map(([chainId, url]) => [chainId, pastOf(chainId, url)])),
    quotedCost,
  };
}

function pastOf(chainId: number, url: string): ChainPast {
  const rpc = onChain(createBatchRpc(url), chainId);
  return {
    blockBefore: (at) => blockBefore(rpc, at),
    transfers: (known, filter) => transferNews(rpc, known, filter),
  };
}

function quotedCost(raw: unknown): ReturnType<Reconciling["quotedCost"]> {
  const answer = quoteResponseSchema.safeParse(raw);
  return answer.success ? { cost: costOf(statedCosts(answer.data)) } : undefined;
}
