import { HttpFailure } from "../http-client/http.ts";
import { DAY_MS, type Clock, type Instant } from "../values/time.ts";

/** By which path quotes are asked: "auto" takes v2 while the service has it, and v3 once it is gone. */
export const QUOTE_VERSIONS = ["auto", "v2", "v3"] as const;
export type QuoteVersionSetting = (typeof QUOTE_VERSIONS)[number];

const PATHS = { v2: "/quote/v2", v3: "/quote/v3" } as const;
/** Says that the path is not there. Other refusals, and failures of the service, say nothing about versions. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 405, 410, 501]);

/**
 * Posts requests for quotes by the version that the service has. Which one that is, is found out with a request that the caller
 * makes anyway, and again after a day. Throws what `post` throws.
 */
export function createQuotePost<T>(
  post: (path: string, body: unknown) => Promise<T>,
  setting: QuoteVersionSetting,
  clock: Clock,
): (body: unknown) => Promise<T> {
  if (setting !== "auto") return (body) => post(PATHS[setting], body);
  let goneAt: Instant | undefined; // when v2 was found missing
  return async (body) => {
    const isGone = goneAt !== undefined && clock() - goneAt < DAY_MS;
    const [first, second] = isGone ? ([PATHS.v3, PATHS.v2] as const) : ([PATHS.v2, PATHS.v3] as const);
    try {
      const answer = await post(first, body);
      if (!isGone) goneAt = undefined;
      return answer;
    } catch (error) {
      if (!isPathGone(error)) throw error;
      return await post(second, body).then(
        (answer) => {
          goneAt = second === PATHS.v3 ? clock() : undefined;
          return answer;
        },
        (failure: unknown) => {
          if (isPathGone(failure)) throw error; // it has neither, or answers 404 to what it refuses
          if (failure instanceof HttpFailure && failure.kind === "refused")
            goneAt = second === PATHS.v3 ? clock() : undefined;
          throw failure;
        },
      );
    }
  };
}

function isPathGone(error: unknown): boolean {
  return error instanceof HttpFailure && GONE.has(error.status);
}
