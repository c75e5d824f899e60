import { decide } from "./decide.ts";
import type { InvoiceEvent } from "./events.ts";
import { NO_FACTS, type Invoice } from "./invoice.ts";
import type { Observation } from "./observation.ts";
import { policyFor, topUpPolicy, type PolicySettings } from "./policy.ts";

/** What an invoice was decided upon, and which version that made. */
export type DecidedUpon = Readonly<{ version: number; seen: Observation }>;

/** A decision that was made again. */
export type Step = Readonly<{
  version: number;
  seen: Observation;
  before: Invoice;
  after: Invoice;
  events: readonly InvoiceEvent[];
}>;

/** The invoice as it was issued, before anything was seen of it. */
export function blankOf({ id, storeId, terms, archivedAt }: Known): Invoice {
  const blank = { facts: NO_FACTS, state: "New", additional: "None", version: 1 } as const;
  return { id, storeId, terms, ...blank, ...(archivedAt === undefined ? {} : { archivedAt }) };
}

/** What is not derived: it was fixed at the start, or is the merchant's own business. */
type Known = Pick<Invoice, "id" | "storeId" | "terms" | "archivedAt">;

/** The same invoice as if it had been issued under another policy. What that leaves to the chain stays as it was. */
export function issuedUnder(settings: PolicySettings, invoice: Invoice): Invoice {
  const { terms } = invoice;
  const { evidence } = terms.policy;
  const policy = terms.topUp ? topUpPolicy(settings, evidence) : policyFor(settings, terms.due, evidence);
  return blankOf({ ...invoice, terms: { ...terms, policy } });
}

/**
 * Makes every decision again, in order. An invoice is issued together with its first price, so what made version 1 makes no
 * further version, and what is announced then is the invoice itself.
 */
export function stepsOf(blank: Invoice, decided: readonly DecidedUpon[]): readonly Step[] {
  let before = blank;
  return decided.map(({ version, seen }) => {
    const decision = decide(before, seen);
    const isIssued = version === 1;
    const after = isIssued ? { ...decision.invoice, version } : decision.invoice;
    const step = { version, seen, before, after, events: isIssued ? [] : decision.events };
    before = after;
    return step;
  });
}

/** The invoice that comes of these observations. */
export function replayed(blank: Invoice, decided: readonly DecidedUpon[]): Invoice {
  return stepsOf(blank, decided).at(-1)?.after ?? blank;
}

/** Where two values differ, as paths with both sides: "facts.deposits.0.value: stored 1, derived 2". Undefined is as good as missing. */
export function differencesOf(stored: unknown, derived: unknown, path = ""): readonly string[] {
  if (stored === derived) return [];
  if (!isComposite(stored) || !isComposite(derived)) {
    return [`${path}: stored ${shown(stored)}, derived ${shown(derived)}`];
  }
  const names = new Set([...Object.keys(stored), ...Object.keys(derived)]);
  return [...names].flatMap((name) =>
    differencesOf(stored[name], derived[name], path === "" ? name : `${path}.${name}`),
  );
}

function isComposite(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

const LONGEST = 200; // characters of a value

function shown(value: unknown): string {
  const plain = (_: string, part: unknown) => (typeof part === "bigint" ? part.toString() : part);
  return value === undefined ? "nothing" : JSON.stringify(value, plain).slice(0, LONGEST);
}
