import { z } from "zod";
import { SECOND_MS } from "../../values/time.ts";
import type { StatusDetail } from "../status.ts";
import type { ListFilter, ListOrder, Mark } from "../persistence/requestList.ts";
import type { ListVersion } from "./presentRequest.ts";
import { chainIdText, plainText, readQuery } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

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
/** Finds requests of the caller's own key only. */
export const queryV3 = queryV2.extend({ referrer: plainText.min(1).max(4096).optional() });

/** Identifiers of a request: a caller that has one received it in an answer, or saw it on a chain. */
const NAMES: readonly string[] = [
  ...["id", "depositAddress", "user", "recipient"],
  ...["hash", "depositTxHash", "fillTxHash", "refundTxHash"],
];

type Asked = Readonly<{ version: ListVersion; detail: StatusDetail; caller: string | undefined }>;

/**
 * The query of /requests as a filter and an order. Without a name it finds what was quoted with the caller's own API key.
 * Throws Refusal, naming the filters there are.
 */
export function readList(
  query: unknown,
  { version, detail, caller }: Asked,
): Readonly<{ filter: ListFilter; order: ListOrder }> {
  const read: z.infer<typeof queryV3> =
    version === "v3" ? readQuery(queryV3, query) : readQuery(queryV2, query);
  const { includeChildRequests, depositTxHash, fillTxHash, refundTxHash, startTimestamp, endTimestamp } =
    read;
  const { id, depositAddress, user, recipient, originChainId, destinationChainId, chainId, referrer } = read;
  const sortBy = read.sortBy ?? "createdAt";
  const isNamed = Object.entries(read).some(([name, value]) => NAMES.includes(name) && value !== undefined);
  const isOwnOnly = !isNamed || referrer !== undefined;
  if (isOwnOnly && caller === undefined) {
    throw new Refusal(
      "UNAUTHORIZED",
      `Expected one of ${NAMES.join(", ")}, or an API key in the header x-api-key: without a name only the requests of a key are listed.`,
    );
  }
  // Public services know the flag with an address in v2 only; in v3 an address lists its further deposits by itself.
  const byAddress = version === "v3" && id === undefined && includeChildRequests === undefined;
  return {
    filter: {
      id,
      depositAddress,
      user,
      recipient,
      originChainId,
      destinationChainId,
      chainId,
      referrer,
      owner: isOwnOnly ? caller : undefined,
      includeChildren: includeChildRequests === "true" || byAddress,
      hash: read.hash,
      depositHash: depositTxHash,
      fillHash: fillTxHash,
      refundHash: refundTxHash,
      status: read.status && { word: read.status, detail },
      createdFrom: startTimestamp === undefined ? undefined : startTimestamp * SECOND_MS,
      createdBefore: endTimestamp === undefined ? undefined : (endTimestamp + 1) * SECOND_MS, // the second belongs to it
    },
    order: {
      sortBy,
      descending: read.sortDirection !== "asc",
      limit: sizeOfPage(read.limit),
      after: read.continuation === undefined ? undefined : readMark(read.continuation, sortBy),
    },
  };
}

/** The rows of a page: as many as are asked for, and no more than a page may have. */
export function sizeOfPage(asked: number | undefined): number {
  return Math.min(LARGEST_PAGE, asked ?? DEFAULT_PAGE);
}

/** A place in a list as clients carry it: opaque to them. */
export function writeMark({ sortBy, at, id }: Mark): string {
  return Buffer.from(`${sortBy} ${at} ${id}`).toString("base64url");
}

/** Reads what writeMark wrote. Throws Refusal. */
export function readMark(continuation: string, sortBy: Mark["sortBy"]): Mark {
  const [, sorted, at, id] =
    /^(createdAt|updatedAt) (\d{1,15}) ([\w-]{1,100})$/.exec(
      Buffer.from(continuation, "base64url").toString(),
    ) ?? [];
  if (sorted !== sortBy || at === undefined || id === undefined) {
    throw new Refusal(
      "INVALID_REQUEST",
      "continuation: expected what the page before gave, with the same filters and sortBy.",
    );
  }
  return { sortBy, at: Number(at), id }; // milliseconds
}
