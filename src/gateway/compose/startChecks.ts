import { z } from "zod";
import type { BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import { createEsplora } from "../../bitcoin/reader/esplora.ts";
import { FIRST_BLOCKS, networkOfFirstBlock } from "../../bitcoin/reader/firstBlocks.ts";
import { createBatchRpc } from "../../evm/reader/evmFollowerRpc.ts";
import { createHttp, HttpFailure, parseJson, type HttpClient } from "../../http-client/http.ts";
import { isKeyRefusal } from "../../intents/keyRefusal.ts";
import { isPathMissing } from "../../intents/quoteVersion.ts";
import { chainsResponseSchema } from "../../intents/chains.ts";
import { SECOND_MS } from "../../values/time.ts";
import type { Config } from "./config.ts";

/** The result of a check. `wrong` is proven by an answer; `unreachable` may be an outage. The reason is a sentence. */
export type Verdict =
  | Readonly<{ kind: "ok" }>
  | Readonly<{ kind: "wrong"; reason: string }>
  | Readonly<{ kind: "unreachable"; reason: string }>;

/** One question to another system about one setting. */
export type StartCheck = Readonly<{
  name: string;
  setting: string;
  /** A wrong setting is a warning only: the gateway works without what it names. */
  isOptional?: boolean;
  run(): Promise<Verdict>;
}>;

const WITHIN_MS = 5 * SECOND_MS;
const MEGABYTE = 1024 * 1024;
const LARGEST_LIST = 4 * MEGABYTE;

/** Statuses that no outage explains: another program or another path. */
const NOT_THE_SERVICE: readonly number[] = [404, 405, 410];
/** Statuses of refusals that may be temporary: a withdrawn key, a blocked address, or a call that came too slowly. */
const REFUSED_FOR_NOW: readonly number[] = [401, 403, 408];

type Outside = Pick<
  Config,
  "bitcoinNetwork" | "explorerUrls" | "intentsUrl" | "intentsApiKey" | "rpcUrls" | "mail"
>;

/** The checks of a live gateway's settings, one for each system that it asks. */
export function startChecks(config: Outside): readonly StartCheck[] {
  const { intentsUrl, intentsApiKey, mail } = config;
  return [
    ...(intentsUrl === undefined
      ? []
      : [checkIntentService(intentsUrl), checkApiKey(intentsUrl, intentsApiKey)]),
    ...config.explorerUrls.map((url) => checkExplorer(url, config.bitcoinNetwork)),
    ...[...config.rpcUrls].map(([chainId, url]) => checkNode(chainId, url)),
    ...(mail ? [checkMailServer(mail)] : []),
  ];
}

/**
 * Asks for the list of chains, which every intent service has. Sends no key, so that a wrong key is not reported as a wrong URL:
 * `checkApiKey` reports a service that requires one.
 */
function checkIntentService(baseUrl: string): StartCheck {
  const host = hostOf(baseUrl);
  return {
    name: `intent service at ${host}`,
    setting: "INTENTS_URL",
    run: () =>
      judge(async () => {
        const answer = await client(baseUrl, LARGEST_LIST).get("/chains").catch(refusalOfKey);
        if (answer === "key refused" || chainsResponseSchema.safeParse(parseJson(answer)).success)
          return undefined;
        return `${host} answers /chains with something else than a list of chains.`;
      }),
  };
}

/**
 * Asks for a list of requests, which needs a valid key. Where no key is set, asks for the list of chains without one. A refusal
 * is only a warning: a service may withdraw a key or begin to require one, and open invoices must be followed after a restart.
 */
function checkApiKey(baseUrl: string, key: string | undefined): StartCheck {
  const host = hostOf(baseUrl);
  const [path, headers, reason] =
    key === undefined
      ? ["/chains", {}, `${host} takes no calls without an API key.`]
      : ["/requests/v3?limit=1", { "x-api-key": key }, `${host} does not accept the key.`];
  return {
    name: `API key at ${host}`,
    setting: "INTENTS_API_KEY",
    isOptional: true,
    run: () =>
      judge(async () => {
        const answer = await client(baseUrl, LARGEST_LIST, headers)
          .get(path)
          .catch((error: unknown) => {
            if (isPathMissing(error)) return "no such list";
            return key === undefined && !isRefusal(error) ? "unreachable" : refusalOfKey(error); // checkIntentService reports an outage
          });
        return answer === "key refused"
          ? `${reason} Coins that the service converts cannot be offered. If it also refuses GET /chains, new invoices have no payment method.`
          : undefined;
      }),
  };
}

/** Returns the refusal of a key, or of a call without one. Throws any other error again. */
function refusalOfKey(error: unknown): "key refused" {
  if (isRefusal(error)) return "key refused";
  throw error;
}

function isRefusal(error: unknown): boolean {
  return error instanceof HttpFailure && isKeyRefusal(error.status, error.body);
}

/** Compares the explorer's first block with the network's. */
function checkExplorer(baseUrl: string, network: BitcoinNetwork): StartCheck {
  const host = hostOf(baseUrl);
  return {
    name: `explorer at ${host}`,
    setting: "EXPLORER_URLS",
    run: () =>
      judge(async () => {
        const first = await createEsplora(client(baseUrl, MEGABYTE)).blockHash(0);
        if (first === undefined)
          return `${host} has no block 0, so it is no Esplora API. Is a path such as /api missing?`;
        if (FIRST_BLOCKS[network].includes(first)) return undefined;
        return `${host} is an explorer of ${networkOfFirstBlock(first)}, and BITCOIN_NETWORK is ${network}.`;
      }),
  };
}

/** Asks a node for its chain id. */
function checkNode(chainId: number, url: string): StartCheck {
  const host = hostOf(url);
  return {
    name: `node of chain ${chainId} at ${host}`,
    setting: `RPC_${chainId}`,
    run: () =>
      judge(async () => {
        const rpc = createBatchRpc(url, { timeoutMs: WITHIN_MS, maxBytes: MEGABYTE });
        const [answer] = await rpc.ask([{ method: "eth_chainId", params: [] }]);
        const found = z.string().safeParse(answer).data;
        if (found === undefined) return `${host} does not name its chain.`;
        if (Number(found) === chainId) return undefined; // an id, not money
        return `${host} is a node of chain ${Number(found)}, not of chain ${chainId}.`;
      }),
  };
}

/** Signs in at the mail server, and sends nothing. */
function checkMailServer({ smtp }: NonNullable<Config["mail"]>): StartCheck {
  return {
    name: `mail server ${smtp.host}`,
    setting: "SMTP_URL",
    isOptional: true,
    async run() {
      const { trySmtp } = await import("../adapters/mail/mailer.ts");
      const failure = await trySmtp(smtp, WITHIN_MS);
      return failure === undefined
        ? { kind: "ok" }
        : { kind: "unreachable", reason: `${smtp.host} takes no mail: ${failure}` };
    },
  };
}

/** A problem that the question returns is proven, and so is an answer that is not JSON or has one of the statuses. */
async function judge(question: () => Promise<string | undefined>): Promise<Verdict> {
  try {
    const problem = await question();
    return problem === undefined ? { kind: "ok" } : { kind: "wrong", reason: problem };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const { kind, status, message: reason } = error;
    const isOtherAnswer = kind === "broken" && status !== undefined && status < 400;
    const isProof = isOtherAnswer || (status !== undefined && NOT_THE_SERVICE.includes(status));
    const mayEnd = status !== undefined && REFUSED_FOR_NOW.includes(status);
    if (kind === "refused" && !isProof && !mayEnd) return { kind: "ok" }; // any other refusal shows that the service answers
    return { kind: isProof ? "wrong" : "unreachable", reason };
  }
}

function client(
  baseUrl: string,
  maxBytes: number,
  headers: Readonly<Record<string, string>> = {},
): HttpClient {
  return createHttp({ baseUrl, headers, maxBytes, timeoutMs: WITHIN_MS });
}

/** Of URLs the host only, because providers put keys into them. */
function hostOf(url: string): string {
  return new URL(url).host;
}

/** What the checks of a start have found out, and find out later about systems that did not answer. */
export type CheckedSettings = Readonly<{
  /** Runs the checks that have not succeeded yet. Returns what is proven wrong, each with its setting. */
  run(): Promise<readonly string[]>;
  /** A sentence for each check that has not succeeded, with its setting. */
  warnings(): readonly string[];
}>;

/** Remembers the verdicts of checks. Nothing is checked before the first `run`. */
export function createCheckedSettings(checks: readonly StartCheck[]): CheckedSettings {
  let pending = checks;
  let warnings: readonly string[] = [];
  return {
    warnings: () => warnings,
    async run() {
      const found = await Promise.all(pending.map(async (check) => ({ check, verdict: await check.run() })));
      const failed = found.flatMap(({ check, verdict }) =>
        verdict.kind === "ok"
          ? []
          : [{ check, kind: verdict.kind, text: `${check.setting}: ${verdict.reason}` }],
      );
      pending = failed.map(({ check }) => check);
      warnings = failed.map(({ text }) => text);
      return failed.flatMap(({ check, kind, text }) => (kind === "wrong" && !check.isOptional ? [text] : []));
    },
  };
}
