import type { Request, Response } from "express";
import { MINUTE_MS, type Clock, type Instant } from "../../../values/time.ts";
import { timeOrderedId, type Random } from "../../../values/ids.ts";
import { visitorOf } from "./visitor.ts";

const LIFETIME_MS = 10 * MINUTE_MS;
const MOST = 1000; // of all visitors together

type Kept<T> = Readonly<{ session: string; path: string; until: Instant; said: T }>;

/** What a form has made is shown by the page that its redirect leads to, once. */
export type ShownOnce<T> = Readonly<{
  /** Answers a form with 303 to the page at `path`, whose next request by the same session gets `said`. */
  redirect(response: Response, path: string, said: T): void;
  /** What was kept for this request; undefined when there is nothing, or it was shown before. */
  take(request: Request, response: Response): T | undefined;
}>;

/**
 * Keeps what is shown once (a key, a link, recovery codes) in the memory of this process, for ten minutes at most, so that a page
 * can be loaded again without repeating the form. A restart loses it, as closing the page would.
 */
export function createShownOnce<T>({
  clock,
  random,
}: Readonly<{ clock: Clock; random: Random }>): ShownOnce<T> {
  const kept = new Map<string, Kept<T>>(); // by id, oldest first
  const clean = () => {
    for (const [id, { until }] of kept) if (until <= clock() || kept.size > MOST) kept.delete(id);
  };
  return {
    redirect(response, path, said) {
      const id = timeOrderedId(clock(), random);
      const { digest: session } = visitorOf(response).session;
      kept.set(id, { session, path: plainPath(path), until: clock() + LIFETIME_MS, said });
      clean();
      response.redirect(303, withQuery(path, `once=${id}`));
    },
    take(request, response) {
      const id = request.query["once"];
      if (typeof id !== "string") return undefined;
      clean();
      const found = kept.get(id);
      const { digest } = visitorOf(response).session;
      if (!found || found.session !== digest || found.path !== request.path) return undefined;
      kept.delete(id);
      response.locals["shownOnce"] = true;
      return found.said;
    },
  };
}

/** Whether a page was asked for what it showed before, or never had. */
export function isShownBefore({ req, locals }: Response): boolean {
  return typeof req.query["once"] === "string" && locals["shownOnce"] !== true;
}

function plainPath(path: string): string {
  return path.split(/[?#]/, 1)[0] ?? path;
}

function withQuery(path: string, query: string): string {
  const [before = "", fragment] = path.split("#");
  const joined = `${before}${before.includes("?") ? "&" : "?"}${query}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
