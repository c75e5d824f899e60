import type { Request } from "express";

/** What can be done with several invoices at once. */
export const ACTS = ["archive", "unarchive", "mail"] as const;
export type Act = (typeof ACTS)[number];

const MOST = 1_000;

/** The result of a form about a selection, for the list. */
export type Outcome = Readonly<{ act: Act; count: number }>;

/** The outcome in a query; undefined where there is none. */
export function readOutcome({ query }: Pick<Request, "query">): Outcome | undefined {
  const act = ACTS.find((one) => one === query["did"]);

  const count = Number(query["count"]);
  return act && Number.isSafeInteger(count) && count >= 0 && count <= MOST ? { act, count } : undefined;
}

/** How many invoices can be chosen at once: as many as a page has. */
export const MOST_CHOSEN = 50;

/** The address of the list for a form for which nothing was chosen there. */
export function unchosen(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}did=nothing`;
}

/** Whether the list is to say that nothing was chosen. */
export function isUnchosen({ query }: Pick<Request, "query">): boolean {
  return query["did"] === "nothing";
}

/** The address of a page with the outcome. */
export function withOutcome(path: string, { act, count }: Outcome): string {
  return `${path}${path.includes("?") ? "&" : "?"}did=${act}&count=${count}`;
}
