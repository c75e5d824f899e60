import { HttpFailure } from "../http-client/http.ts";
import { DAY_MS, MINUTE_MS, type Clock, type Instant } from "../values/time.ts";
import { isKeyRefusal, readError } from "./keyRefusal.ts";

/** By which path quotes are asked: "auto" takes v2 while the service has it, and v3 once it is gone. */
export const QUOTE_VERSIONS = ["auto", "v2", "v3"] as const;
export type QuoteVersionSetting = (typeof QUOTE_VERSIONS)[number];
export type QuoteVersion = Exclude<QuoteVersionSetting, "auto">;

export const QUOTE_PATHS = { v2: "/quote/v2", v3: "/quote/v3" } as const;
const GONE: ReadonlySet<number | undefined> = new Set([404, 405, 410, 501]);
/** Codes of a 404 that is about the path. Others are about what was asked for, such as a currency. */
const PATH_CODE = /^(NOT_FOUND|(ROUTE|ENDPOINT|PATH)_\w+)$/;

export type FoundVersion = Readonly<{ version: QuoteVersion; at: Instant }>;

/** Posts requests for quotes by the version that the service has, and says which one that is. */
export type QuotePost<T> = Readonly<{
  /** Throws what the given `post` throws. */
  post(body: unknown): Promise<T>;
  postBy(version: QuoteVersion, body: unknown): Promise<T>;
  /** The version that the next quote is asked by. */
  version(): QuoteVersion;
  /** The version that the service was last found to have, and when. Undefined before the first quote, or when a setting fixes it. */
  found(): FoundVersion | undefined;
  /** Has the next quote find out again whether the service has v2. */
  recheck(): void;
}>;

/** How long v3 is asked without a look at v2. Only 410 says that v2 will not come back: a deployment answers 404 for a moment. */
const forgetAfter = (error: unknown) =>
  error instanceof HttpFailure && error.status === 410 ? DAY_MS : MINUTE_MS;

/**
 * Finds out which version the service has with a request that the caller makes anyway, and again after a day, or after a minute
 * where the service has not said that v2 is gone for good.
 */
export function createQuotePost<T>(
  post: (path: string, body: unknown) => Promise<T>,
  setting: QuoteVersionSetting,
  clock: Clock,
): QuotePost<T> {
  const postBy = (version: QuoteVersion, body: unknown) => post(QUOTE_PATHS[version], body);
  if (setting !== "auto")
    return {
      post: (body) => postBy(setting, body),
      postBy,
      version: () => setting,
      found: () => undefined,
      recheck: () => {},
    };
  let missingUntil: Instant = -Infinity; // until then v2 counts as missing
  const version = () => (clock() < missingUntil ? "v3" : "v2");
  let found: FoundVersion | undefined;
  const choose = (chosen: QuoteVersion, whyNotOther?: unknown) => {
    found = { version: chosen, at: clock() };
    missingUntil = chosen === "v3" ? found.at + forgetAfter(whyNotOther) : -Infinity;
  };
  return {
    postBy,
    version,
    found: () => found,
    recheck: () => {
      missingUntil = -Infinity;
    },
    async post(body) {
      const first = version();
      const second = first === "v2" ? "v3" : "v2";
      try {
        const answer = await postBy(first, body);
        if (first === "v2") choose("v2");
        return answer;
      } catch (error) {
        if (!isPathMissing(error)) throw error;
        return await postBy(second, body).then(
          (answer) => {
            choose(second, error);
            return answer;
          },
          (failure: unknown) => {
            if (isPathMissing(failure)) throw error; // it has neither, or answers 404 to what it refuses
            if (isRequestRefused(failure)) choose(second, error);
            throw failure;
          },
        );
      }
    },
  };
}

/** Returns true if the service refused the request itself, so that it has the path. A refused key does not show that. */
function isRequestRefused(failure: unknown): boolean {
  return (
    failure instanceof HttpFailure &&
    failure.kind === "refused" &&
    !isKeyRefusal(failure.status, failure.body)
  );
}

/** Tells whether a call failed because the service does not have the path. Other failures say nothing about versions. */
export function isPathMissing(error: unknown): boolean {
  return error instanceof HttpFailure && isPathGone(error.status, error.body);
}

/** The same of an answer. */
export function isPathGone(status: number | undefined, body: unknown): boolean {
  if (status !== 404) return GONE.has(status);
  const { errorCode } = readError(body);
  return errorCode === undefined || PATH_CODE.test(errorCode);
}
