import { createHash } from "node:crypto";
import { z } from "zod";
import { SECOND_MS } from "../../values/time.ts";
import type { StatusDetail } from "../status.ts";
import type { ListFilter, ListOrder, Mark, OneFilter } from "../persistence/requestList.ts";
import type { ListVersion } from "./presentRequest.ts";
import { chainIdText, plainText, readQuery } from "./readInput.ts";
import { Refusal } from "./refusals.ts";
import { LONGEST_FILTERS, readGroups } from "./requestGroups.ts";

const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 50;
const WORDS = ["waiting", "depositing", "pending", "submitted", "success", "failure", "refund"] as const;

/** Hex is stored in lower case; other addresses and ids are case-sensitive. */
export const identifier = plainText
  .min(1)
  .max(256)
  .transform((value) => (/^0x[0-9a-f]*$/i.test(value) ? value.toLowerCase() : value));
/** How many rows a page may have. */
export const pageLimit = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, "expected a whole number above zero")
  .transform(Number);
const hash = plainText.min(1).max(256).toLowerCase();
const seconds = z
  .string()
  .regex(/^\d{1,11}$/, "expected whole unix seconds")
  .transform(Number);

export const queryV2 = z.object({
  id: identifier.optional(),
  depositAddress: identifier.optional(),
  includeChildRequests: z.enum(["true", "false"]).optional(),
  user: identifier.optional(),
  recipient: identifier.optional(),
  hash: hash.optional(),
  depositTxHash: hash.optional(),
  fillTxHash: hash.optional(),
  refundTxHash: hash.optional(),
  originChainId: chainIdText.optional(),
  destinationChainId: chainIdText.optional(),
  chainId: chainIdText.optional(),
  status: z.enum(WORDS).optional(),
  startTimestamp: seconds.optional(),
  endTimestamp: seconds.optional(),
  sortBy: z.enum(["createdAt", "updatedAt"]).optional(),
  sortDirection: z.enum(["asc", "desc"]).optional(),
  limit: pageLimit.optional(),
  continuation: z.string().max(256).optional(),
});
const word = z.string().regex(/^[A-Z_]{1,64}$/, "expected a reason such as SLIPPAGE");
const flag = z.enum(["true", "false"]);
/** `referrer` finds requests of the caller's own key only. */
export const queryV3 = queryV2.omit({ hash: true }).extend({
  orderId: identifier.optional(),
  term: identifier.optional(),
  failReason: word.optional(),
  refundFailReason: word.optional(),
  status: z.enum(["success", "failure", "refund", "pending", "depositing"]).optional(),
  referrer: plainText.min(1).max(4096).optional(),
  filters: z.string().max(LONGEST_FILTERS).optional(),
  includeTotal: flag.optional(),
  includeAuthenticatedData: flag.optional(), // an owner sees all of its requests anyway
  limit: pageLimit.refine((limit) => limit <= LARGEST_PAGE, "expected 1 to 50").optional(),
});
/** What rows are found by. */
type Filters = z.infer<typeof queryV2> & Omit<z.infer<typeof queryV3>, "status">;

/** Identifiers of a request: a caller that has one received it in an answer, or saw it on a chain. */
const NAMES: readonly string[] = [
  ...["id", "orderId", "depositAddress", "user", "recipient", "term"],
  ...["hash", "depositTxHash", "fillTxHash", "refundTxHash"],
];

type Asked = Readonly<{ version: ListVersion; detail: StatusDetail; caller: string | undefined }>;
export type AskedList = Readonly<{ filter: ListFilter; order: ListOrder; wantsTotal: boolean }>;

/**
 * The query of /requests as a filter and an order. Without a name it finds what was quoted with the caller's own API key.
 * Throws Refusal, naming the filters there are.
 */
export function readList(query: unknown, { version, detail, caller }: Asked): AskedList {
  const read: Filters = version === "v3" ? readQuery(queryV3, query) : readQuery(queryV2, query);
  const { id, includeChildRequests: children } = read;
  const sortBy = read.sortBy ?? "createdAt";
  const isNamed = NAMES.some((name) => name in read) && read.referrer === undefined;
  const anyOf =
    read.filters === undefined
      ? undefined
      : readGroups(read.filters, inGroups(detail), { owner: caller, isNamed });
  const isOwnOnly = !isNamed && anyOf === undefined; // groups without a name have the owner themselves
  if (isOwnOnly && caller === undefined) {
    throw new Refusal(
      "UNAUTHORIZED",
      `Expected one of ${NAMES.filter((name) => name in queryV2.shape).join(", ")}, or an API key in the header x-api-key: without a name only the requests of a key are listed.`,
    );
  }
  // Public services know the flag with an address in v2 only; in v3 an address lists its further deposits by itself.
  const includeChildren = version === "v3" && id === undefined ? true : children === "true";
  const filter: ListFilter = {
    ...filterOf(read, { version, detail }),
    owner: isOwnOnly || read.referrer !== undefined ? caller : undefined,
    includeChildren,
    anyOf,
    ...timesOf(read, version === "v3" ? sortBy : "createdAt"),
  };
  const direction = { sortBy, descending: read.sortDirection !== "asc" };
  return {
    filter,
    order: {
      ...direction,
      limit: sizeOfPage(read.limit),
      after: read.continuation === undefined ? undefined : readMark(read.continuation, filter, direction),
    },
    wantsTotal: read.includeTotal === "true",
  };
}

const groupQuery = queryV3.omit({
  filters: true,
  includeTotal: true,
  includeAuthenticatedData: true,
  includeChildRequests: true,
  startTimestamp: true,
  endTimestamp: true,
  sortBy: true,
  sortDirection: true,
  limit: true,
  continuation: true,
});

function inGroups(detail: StatusDetail): Parameters<typeof readGroups>[1] {
  return {
    isName: (field) => NAMES.includes(field),
    readOne: (field, text) => ({
      ...filterOf(readQuery(groupQuery, { [field]: text }), { version: "v3", detail }),
      includeChildren: field !== "id", // an address lists its further deposits, a request only its own
    }),
  };
}

function filterOf(read: Filters, { version, detail }: Omit<Asked, "caller">): OneFilter {
  return {
    id: read.id,
    orderId: read.orderId,
    depositAddress: read.depositAddress,
    ...(version === "v3" ? { payer: read.user } : { user: read.user }),
    recipient: read.recipient,
    term: read.term,
    hash: read.hash,
    depositHash: read.depositTxHash,
    fillHash: read.fillTxHash,
    refundHash: read.refundTxHash,
    originChainId: read.originChainId,
    destinationChainId: read.destinationChainId,
    chainId: read.chainId,
    referrer: read.referrer,
    failReason: read.failReason,
    refundFailReason: read.refundFailReason,
    status: read.status === undefined ? undefined : { word: read.status, detail },
  };
}

/** v3 bounds the time by which it sorts. */
function timesOf(
  { startTimestamp, endTimestamp }: Filters,
  sortBy: ListOrder["sortBy"],
): Pick<ListFilter, "createdFrom" | "createdBefore" | "updatedFrom" | "updatedBefore"> {
  const from = startTimestamp === undefined ? undefined : startTimestamp * SECOND_MS;
  const before = endTimestamp === undefined ? undefined : (endTimestamp + 1) * SECOND_MS; // the second belongs to it
  return sortBy === "updatedAt"
    ? { updatedFrom: from, updatedBefore: before }
    : { createdFrom: from, createdBefore: before };
}

/** The rows of a page: as many as are asked for, and no more than a page may have. */
export function sizeOfPage(asked: number | undefined): number {
  return Math.min(LARGEST_PAGE, asked ?? DEFAULT_PAGE);
}

type Direction = Pick<ListOrder, "sortBy" | "descending">;

/** Encodes a position in a list as an opaque text for clients. readMark refuses it for another list. */
export function writeMark({ at, id }: Mark, filter: ListFilter, direction: Direction): string {
  return Buffer.from(`${at} ${id} ${digestOf(filter, direction)}`).toString("base64url");
}

/** Reads what writeMark wrote. Throws Refusal, also when it was written for another filter or order. */
export function readMark(continuation: string, filter: ListFilter, direction: Direction): Mark {
  const [, at, id, digest] =
    /^(\d{1,15}) ([\w-]{1,100}) ([0-9a-f]{16})$/.exec(Buffer.from(continuation, "base64url").toString()) ??
    [];
  if (at === undefined || id === undefined || digest !== digestOf(filter, direction)) {
    throw new Refusal(
      "INVALID_REQUEST",
      "continuation: expected the value from the previous page, with the same filters, sortBy and sortDirection.",
    );
  }
  return { sortBy: direction.sortBy, at: Number(at), id }; // milliseconds
}

function digestOf(filter: ListFilter, { sortBy, descending }: Direction): string {
  const list = JSON.stringify([filter, sortBy, descending]);
  return createHash("sha256").update(list).digest("hex").slice(0, 16);
}
