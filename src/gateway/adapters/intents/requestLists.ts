import { z } from "zod";
import { HttpFailure, parseJson, type HttpClient } from "../../../http-client/http.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import { isKeyRefusal } from "../../../intents/keyRefusal.ts";
import { isPathMissing, type QuoteVersionSetting } from "../../../intents/quoteVersion.ts";
import {
  requestListSchema,
  requestRowSchema,
  rowAmounts,
  type RequestRow,
} from "../../../intents/requests.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { truncatedAnswer } from "../truncatedAnswer.ts";

/** Which list of requests a service keeps (an extension of the interface): v3 asks for a key. */
export type ListKind = "v3" | "v2" | "none" | "unknown";

/** The source of a list. `mayAsk` takes each further call from the budget; the caller has taken the first. */
export type ListSource = Readonly<{ http: HttpClient; kind: "v2" | "v3"; mayAsk: () => boolean }>;

const PAGE = 50; // the most rows that public services give at once
const PAGES = 40; // strangers can make requests by sending dust; the payment must still be found among them
const FOLLOWED = 5; // requests that took another's place, in one look

/** Names a deposit address and, where it is known, the request that the address was quoted for. */
export type ListQuestion = Readonly<{
  address: string;
  requestId: string | undefined;
  wantedTxids: readonly string[] | "all";
}>;

/**
 * The requests of a deposit address, newest first: at least until every wanted deposit transaction has been met or the budget
 * is used up, and with those that took the place of one in the list. Throws HttpFailure, also when "all" are wanted and there
 * are more than can be read.
 */
export async function listRequests(
  source: ListSource,
  question: ListQuestion,
): Promise<readonly RequestNews[]> {
  const { address, requestId, wantedTxids } = question;
  const rows: RequestRow[] = [];
  const missing = new Set(wantedTxids === "all" ? [] : wantedTxids);
  const isDone = () => wantedTxids !== "all" && missing.size === 0;
  let continuation: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    if (page > 0 && !source.mayAsk()) break;
    const query = new URLSearchParams({ depositAddress: address, limit: String(PAGE) });
    if (source.kind === "v2") query.set("includeChildRequests", "true"); // v3 takes it only together with an id
    else for (const [name, value] of BY_LAST_CHANGE) query.set(name, value);
    if (continuation) query.set("continuation", continuation);
    const list = await readPage(source, query);
    const own = list.rows.filter((row) => answers(question, row));
    for (const row of own) missing.delete(depositTxOf(row) ?? "");
    rows.push(...own);
    continuation = list.continuation;
    // A page without a row of the address comes from a service that ignores the filter: its list may be endless.
    if (!continuation || isDone() || own.length === 0) break;
  }
  if (wantedTxids === "all" && continuation)
    throw new HttpFailure("busy", `The list of requests of ${address} is longer than can be read now.`);
  const isWhole = wantedTxids !== "all" && missing.size === 0;
  if (source.kind === "v3" && requestId !== undefined && !isWhole && source.mayAsk())
    rows.push(...(await readFamily(source, requestId, address)).filter(isNotAmong(rows)));
  const all = await withSuccessors(source, rows, address);
  return all.filter((row) => !isReplaced(row, all)).map(newsOf);
}

const BY_LAST_CHANGE = Object.entries({ sortBy: "updatedAt", sortDirection: "desc" });

/**
 * A service ignores a parameter that it does not know, and then lists requests of other callers (service-facts-v3 4). A row counts
 * when it names the address. One that names none counts by its request, its parent or a wanted transaction; one that names another
 * is of another payment, even where both came in one transaction.
 */
function answers({ address, requestId, wantedTxids }: ListQuestion, row: RequestRow): boolean {
  const named = row.depositAddress?.address;
  if (named !== undefined) return isSameAddress(named, address);
  const txid = depositTxOf(row);
  return (
    isOfFamily(row, requestId) || (txid !== undefined && wantedTxids !== "all" && wantedTxids.includes(txid))
  );
}

function isOfFamily({ id, parentRequestId }: RequestRow, requestId: string | undefined): boolean {
  return requestId !== undefined && (id === requestId || parentRequestId === requestId);
}

function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function isNotAmong(rows: readonly RequestRow[]): (row: RequestRow) => boolean {
  return ({ id }) => !rows.some((row) => row.id === id);
}

/** Reads a request with its children. A child at another address is of another payment. */
async function readFamily(source: ListSource, id: string, address: string): Promise<readonly RequestRow[]> {
  const query = new URLSearchParams({ id, includeChildRequests: "true", limit: String(PAGE) });
  const { rows } = await readPage(source, query);
  return rows.filter((row) => {
    const named = row.depositAddress?.address;
    return row.id === id || (isOfFamily(row, id) && (named === undefined || isSameAddress(named, address)));
  });
}

/**
 * Finds out which list by deposit address the service keeps. v2 comes first, because it lists child requests by address too; v3 is asked
 * with a key, once the path of v2 is gone. Only a clear answer counts: a failure means ask again later.
 */
export async function findListKind(
  http: HttpClient,
  hasKey: boolean,
  setting: QuoteVersionSetting = "auto",
): Promise<ListKind | HttpFailure> {
  const automatic = hasKey ? (["v2", "v3"] as const) : (["v2"] as const);
  for (const kind of setting === "auto" ? automatic : [setting]) {
    const answer = await listAnswer(http, kind, hasKey);
    if (answer === "missing") continue;
    return answer;
  }
  return "none";
}

/** A status word as it came; what is no word at all means nothing. */
export function wordOf(status: unknown): string {
  return typeof status === "string" ? status.slice(0, 64) : "unknown";
}

/** The service's reason for a failed request; "N/A" means none. */
export function reasonOf(text: string | null | undefined): string | undefined {
  return text && text !== "N/A" ? text : undefined;
}

/** The list with the requests that its rows name as their successors, which a list by address need not have. */
async function withSuccessors(
  source: ListSource,
  listed: readonly RequestRow[],
  address: string,
): Promise<readonly RequestRow[]> {
  const rows = [...listed];
  const asked = new Set(rows.map(({ id }) => id));
  for (let followed = 0; followed < FOLLOWED; followed++) {
    const next = rows.map(successorOf).find((id) => id !== undefined && !asked.has(id));
    if (next === undefined || !source.mayAsk()) break;
    asked.add(next);
    const found = await readFamily(source, next, address);
    rows.unshift(...found.filter(isNotAmong(rows)));
    for (const { id } of found) asked.add(id);
  }
  return rows;
}

function successorOf(row: RequestRow): string | undefined {
  return row.supersededByRequestId ?? row.data?.supersededByRequestId;
}

/**
 * True when another request has the row's deposit now: this row's status is no longer about the money. One
 * that never had a deposit and does not wait for one repeats its successor's status.
 */
function isReplaced(row: RequestRow, all: readonly RequestRow[]): boolean {
  const successor = all.find(({ id }) => id === successorOf(row));
  const taken = successor && depositTxOf(successor);
  if (taken === undefined) return false;
  const meaning = statusMeaning(wordOf(row.status));
  const txid = depositTxOf(row);
  if (txid === undefined) return meaning !== "waiting";
  return txid === taken && meaning !== "success" && meaning !== "refund";
}

async function readPage(
  { http, kind }: ListSource,
  query: URLSearchParams,
): Promise<Readonly<{ rows: readonly RequestRow[]; continuation: string | undefined }>> {
  const parsed = requestListSchema.safeParse(parseJson(await http.get(`/requests/${kind}?${query}`)));
  if (!parsed.success) {
    throw new HttpFailure(
      "broken",
      `The list of requests has an unexpected shape: ${z.prettifyError(parsed.error)}`,
    );
  }
  const rows = parsed.data.requests.flatMap((value) => {
    const row = requestRowSchema.safeParse(value);
    return row.success ? [row.data] : []; // one odd row must not hide the others
  });
  return { rows, continuation: parsed.data.continuation ?? undefined };
}

function newsOf(row: RequestRow): RequestNews {
  const { data } = row;
  const { input, output } = rowAmounts(row);
  return {
    requestId: row.id,
    word: wordOf(row.status),
    reason: reasonOf(data?.failReason),
    parent: row.parentRequestId,
    depositTxid: depositTxOf(row),
    input: unitsOf(input?.amount),
    origin: originOf(row),
    output: unitsOf(output?.amount),
    outHashes: (data?.outTxs ?? []).flatMap(({ hash, txHash }) => hash ?? txHash ?? []),
    raw: truncatedAnswer(row),
  };
}

function originOf(row: RequestRow): RequestNews["origin"] {
  const { chainId, address: currency } = rowAmounts(row).input?.currency ?? {};
  return chainId !== undefined && currency !== undefined ? { chainId, currency } : undefined;
}

function depositTxOf({ depositAddress }: RequestRow): string | undefined {
  return depositAddress?.depositTxHash?.toLowerCase(); // hex, as chains write it
}

/** Returns the kind when the service has that list, "none" when it refuses it or answers something else, "missing" without the path. */
async function listAnswer<Kind extends "v2" | "v3">(
  http: HttpClient,
  kind: Kind,
  hasKey: boolean,
): Promise<Kind | "none" | "missing" | HttpFailure> {
  try {
    const body = parseJson(await http.get(`/requests/${kind}?depositAddress=probe&limit=1`));
    return requestListSchema.safeParse(body).success ? kind : "none";
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (isPathMissing(error)) return "missing";
    if (hasKey && isKeyRefusal(error.status, error.body)) return error;
    return error.kind === "refused" ? "none" : error;
  }
}

function unitsOf(text: string | null | undefined): bigint | undefined {
  return text === null || text === undefined ? undefined : BigInt(text); // digits: the schema saw to it
}
