import { Router, type Request } from "express";
import { z } from "zod";
import { MINUTE_MS, type Instant } from "../../values/time.ts";
import { createBuckets } from "../callers/buckets.ts";
import { LRUCache } from "lru-cache";
import { answerTooMany } from "../callers/tooManyCalls.ts";
import type { Currency } from "../catalog.ts";
import { reportDirect } from "../deposits/directTransactions.ts";
import { indexTransaction } from "../deposits/indexTransaction.ts";
import { reindexAddress } from "../deposits/reindexAddress.ts";
import type { NetworkParts } from "../parts.ts";
import { issuedAddress, type IssuedAddress } from "../persistence/addresses.ts";
import { requestById } from "../persistence/requests.ts";
import { NotFound, postOnly } from "./errors.ts";
import { chainIdText, plainText, readBody, readJson } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

const REMEMBERED_LOOKS = 10_000;

const hash = z
  .string()
  .regex(/^(0x)?[0-9a-fA-F]{64}$/, "expected a transaction hash")
  .toLowerCase();
const requestId = plainText.min(1).max(256);
export const indexBody = z.object({ chainId: chainIdText, txHash: hash, requestId: requestId.nullish() });
export const singleBody = z.object({ requestId, chainId: chainIdText, tx: z.string().max(60_000) });
const reportedTransaction = z.object({ txHash: hash });
export const reindexBody = z.object({
  chainId: chainIdText,
  depositAddress: plainText.min(1).max(256),
  targetChainId: chainIdText.nullish(),
  currency: z.string().min(1).max(256).nullish(),
});

const PATHS = ["index", "single", "deposit-address/reindex"].map((name) => `/transactions/${name}`);

/** POST /transactions/…: a caller reports a transaction instead of waiting until it is found. Extensions. */
export function transactionRoutes(parts: NetworkParts): Router {
  const router = Router();
  const reindexes = createBuckets({ calls: 1, perMs: MINUTE_MS }, parts.clock);
  const pollNow = createPoll(parts);
  router.post("/transactions/index", readJson, async (request, response) => {
    const { chainId, txHash } = readBody(indexBody, request.body);
    requireKnown(parts, chainId);
    await pollNow(chainId, txHash);
    response.json({ message: "The transaction was looked at." });
  });
  router.post("/transactions/single", readJson, async (request, response) => {
    response.json({ message: await reportSingle(parts, pollNow, request) });
  });
  router.post("/transactions/deposit-address/reindex", readJson, async (request, response) => {
    const { issued, chainId, currencies } = await readReindex(parts, request);
    const waitMs = reindexes.waitMs(issued.address);
    if (waitMs > 0) {
      return answerTooMany(
        response,
        waitMs,
        "This address was reindexed within the last minute. Wait, then try again.",
      );
    }
    reindexes.take(issued.address);
    const { checked, triggered, failed } = await reindexAddress(parts, chainId, issued.address, currencies);
    response.json({
      message:
        triggered.length > 0
          ? "Something is at the address; it was looked at."
          : "Nothing is at the address.",
      triggeredCurrencies: triggered.map(({ currency: { address, symbol }, balance }) => {
        return { currency: address, symbol, balance: String(balance) };
      }),
      checkedCurrencies: checked.map(({ address }) => address),
      failedCurrencies: failed.map(({ address }) => address),
    });
  });
  router.all(PATHS, postOnly);
  return router;
}

type PollNow = (chainId: number, txHash: string) => Promise<void>;

/**
 * Indexing a transaction costs many chain calls and is public, so a found transaction is indexed
 * once a minute: concurrent callers get the same answer. Throws NotFound for one that is in no block.
 */
function createPoll(parts: NetworkParts): PollNow {
  const looks = new LRUCache<string, Readonly<{ at: Instant; found: Promise<boolean> }>>({
    max: REMEMBERED_LOOKS,
  });
  return async (chainId, txHash) => {
    const hash = asOn(parts, chainId, txHash);
    const key = `${chainId}:${hash}`;
    const now = parts.clock();
    const known = looks.get(key);
    const isFresh = known && Math.abs(now - known.at) < MINUTE_MS;
    const look = isFresh ? known : { at: now, found: indexTransaction(parts, chainId, hash) };
    looks.set(key, look);
    let isFound = false;
    try {
      isFound = await look.found;
    } finally {
      if (!isFound && looks.get(key) === look) looks.delete(key); // it may be in a block the next moment
    }
    if (isFound) return;
    throw new NotFound(
      `Transaction ${txHash} is in no block of chain ${chainId}, or pays no address of this service. Try again when it is confirmed.`,
    );
  };
}

/** A same-chain transaction: a direct request is served by it, any other request has its deposit in it. */
async function reportSingle(parts: NetworkParts, pollNow: PollNow, { body }: Request): Promise<string> {
  const { requestId: id, chainId, tx } = readBody(singleBody, body);
  const { txHash } = readBody(reportedTransaction, parseTransaction(tx));
  const found = await requestById(parts.store, id);
  if (!found) throw new NotFound("There is no request with this requestId. Use the one of the quote's step.");
  if (found.origin.chainId !== chainId) {
    throw new Refusal(
      "INVALID_REQUEST",
      `Expected chainId ${found.origin.chainId}, the request's; got ${chainId}.`,
    );
  }
  if (found.method !== "direct") {
    await pollNow(chainId, txHash);
    return "The transaction was looked at.";
  }
  await reportDirect(parts, found, asOn(parts, chainId, txHash));
  return "The transaction is followed.";
}

/** A hash as its chain writes it: with 0x on EVM chains, without on Bitcoin. Callers mix them up. */
function asOn({ catalog }: NetworkParts, chainId: number, hash: string): string {
  const digits = hash.replace(/^0x/, "");
  return catalog.family(chainId) === "evm" ? `0x${digits}` : digits;
}

/** Clients send the transaction as JSON in a text; of a replaced one the new hash has another name. */
function parseTransaction(tx: string): unknown {
  try {
    const parsed = JSON.parse(tx) as unknown;
    if (typeof parsed !== "object" || parsed === null || "txHash" in parsed) return parsed;
    return { ...parsed, txHash: "replacementTxHash" in parsed ? parsed.replacementTxHash : undefined };
  } catch {
    return undefined;
  }
}

async function readReindex(
  parts: NetworkParts,
  { body }: Request,
): Promise<Readonly<{ issued: IssuedAddress; chainId: number; currencies: readonly Currency[] }>> {
  const {
    chainId: registered,
    targetChainId,
    depositAddress,
    currency: wanted,
  } = readBody(reindexBody, body);
  const chainId = targetChainId ?? registered;
  for (const id of [registered, chainId]) requireKnown(parts, id);
  const isHex = /^0x/i.test(depositAddress);
  const issued = await issuedAddress(parts.store, isHex ? depositAddress.toLowerCase() : depositAddress);
  if (!issued) throw new NotFound("This service has not issued this deposit address.");
  if (parts.catalog.family(chainId) !== issued.family) {
    throw new Refusal(
      "UNSUPPORTED_CHAIN",
      `The address is not one of chain ${chainId}. GET /chains lists the chains.`,
    );
  }
  const known = parts.catalog.currencies(chainId);
  if (wanted === undefined || wanted === null) return { issued, chainId, currencies: known };
  const one = parts.catalog.currency(chainId, wanted);
  if (one) return { issued, chainId, currencies: [one] };
  throw new Refusal(
    "UNSUPPORTED_CURRENCY",
    `There is no such currency on chain ${chainId}. GET /chains lists them.`,
  );
}

function requireKnown({ catalog }: NetworkParts, chainId: number): void {
  if (catalog.family(chainId)) return;
  throw new Refusal("UNSUPPORTED_CHAIN", `Chain ${chainId} is not supported. GET /chains lists the chains.`);
}
