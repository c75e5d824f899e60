import type { Request, Response } from "express";
import type { Gateway } from "../../usecases/gateway.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { visitorOf } from "./visitor.ts";

const LIFETIME_MS = 10 * MINUTE_MS;

/** What a form has made is shown by the page that its redirect leads to, once. */
export type ShownOnce<T> = Readonly<{
  /** Answers a form with 303 to the page at `path`, whose next request by the same session gets `said`. */
  redirect(response: Response, path: string, said: T): Promise<void>;
  /** What was kept for this request; undefined when there is nothing, or it was shown before. */
  take(request: Request, response: Response): Promise<T | undefined>;
}>;

/**
 * Keeps what is shown once (a key, a link, recovery codes) sealed in the database, for ten minutes at most, so that a page can be
 * loaded again without repeating the form, and by any process of a cluster. `said` is kept as JSON.
 */
export function createShownOnce<T>({
  persistence: { shownOnce },
  secrets,
  clock,
  random,
}: Pick<Gateway, "persistence" | "secrets" | "clock" | "random">): ShownOnce<T> {
  return {
    async redirect(response, path, said) {
      const now = clock();
      const id = timeOrderedId(now, random);
      const { digest: session } = visitorOf(response).session;
      const sealed = secrets.seal(JSON.stringify(said));
      await shownOnce.keep({ id, session, path: plainPath(path), sealed, expiresAt: now + LIFETIME_MS }, now);
      response.redirect(303, withQuery(path, `once=${id}`));
    },
    async take({ query: { once: id }, path }, response) {
      if (typeof id !== "string") return undefined;
      const { digest: session } = visitorOf(response).session;
      const found = await shownOnce.take({ id, session, path });
      if (!found || found.expiresAt <= clock()) return undefined;
      response.locals["shownOnce"] = true;
      return JSON.parse(await secrets.open(found.sealed)) as T;
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
