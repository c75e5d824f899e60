import fc from "fast-check";
import type { Database } from "../../../../src/database/driver.ts";
import { bookInvoiceStep } from "../../../../src/gateway/usecases/books/bookStep.ts";
import { readExportAsk, type ExportWords } from "../../../../src/gateway/usecases/exports/exportAsk.ts";
import { exportNamed } from "../../../../src/gateway/usecases/exports/exports.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { anOffer, FLOOR, inBlock, ISSUED, success } from "../invoices/given.ts";
import { ALONE, newInvoice } from "../../persistence/storedThings.ts";
import { anyHistory } from "../books/anyHistory.ts";
import { INJECTIONS } from "./payloads.ts";

/** By then everything has happened. */
export const LATER = ISSUED + 1_000 * MINUTE_MS;

/** The store of a database; a row that cannot be read ends the test. */
export function storeOn(database: Database): Persistence {
  return createPersistence(database, (error) => {
    throw error;
  });
}

/** Invoices to which everything happens that may, each in a life of its own, saved and booked as the gateway does it. */
export async function liveThrough(persistence: Persistence, count: number, seed: number, first = 0): Promise<void> {
  const histories = fc.sample(anyHistory, { numRuns: count, seed });
  const values = fc.sample(fc.jsonValue(), { numRuns: count, seed });
  for (const [index, history] of histories.entries()) {
    const n = first + index;
    const payload = INJECTIONS[n % INJECTIONS.length] ?? "";
    const metadata = { orderId: payload, itemDesc: `${payload}${n}`, buyerEmail: payload, taxIncluded: n, any: values[index], number: n / 7, "=key": [payload] }; // prettier-ignore
    const cost = { gross: 26_000_000n, fees: { gas: 100_000n, relayer: 500_000n, toString: 7n } };
    const blank = newInvoice(`invoice-${n}`, { metadata }, `store-${n % 2}`);
    const issued = { ...blank, facts: { ...blank.facts, offers: [anOffer({ cost })] } };
    await persistence.invoices.issue(issued, ALONE);
    await live(persistence, issued, [...settling(n), ...history].map((seen) => ofItsOwn(seen, n)));
  }
} // prettier-ignore

const AMOUNTS = [FLOOR, FLOOR - 1n, 26_000_001n, 123_456_789_012_345_678_901_234_567_890n];

/** Three of four are paid and settled before anything else happens. */
function settling(n: number): readonly Observation[] {
  const amount = AMOUNTS[n % AMOUNTS.length];
  const evidence = n % 3 === 0 ? "verified" : "hash";
  return n % 4 === 3 ? [] : [inBlock({ at: ISSUED }), success({ at: ISSUED, amount, evidence })];
}

/** What happens to an invoice, one after the other. What cannot be saved did not happen. */
export async function live(
  persistence: Persistence,
  issued: Invoice,
  history: readonly Observation[],
): Promise<Invoice> {
  let now = issued;
  for (const seen of history) {
    const decision = decide(now, seen);
    if (decision.invoice === now) continue;
    const booking = await bookInvoiceStep({ persistence }, now, decision.invoice, seen.at);
    await persistence.invoices.save(now, decision, {
      ...ALONE,
      at: seen.at,
      seen,
      ...(booking ? { booking } : {}),
    });
    now = decision.invoice;
  }
  return now;
}

/** One chain output is credited once: every invoice has transactions and proofs of its own. */
function ofItsOwn(seen: Observation, n: number): Observation {
  const text = JSON.stringify(seen, (key, value: unknown) => {
    if (typeof value === "bigint") return `bigint ${value}`;
    return ["outpoint", "proof", "depositTxid"].includes(key) && typeof value === "string" ? `n${n}-${value}` : value;
  });
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === "string" && value.startsWith("bigint ") ? BigInt(value.slice(7)) : value,
  ) as Observation;
} // prettier-ignore

/** A file as it is downloaded, at a moment. */
export async function download(
  persistence: Persistence,
  name: string,
  words: ExportWords = {},
  now = LATER,
  storeId?: string,
): Promise<string> {
  const ask = readExportAsk(words, { storeId, storeZone: undefined, now });
  let text = "";
  let part: string | undefined;
  for await (const chunk of exportNamed(name).chunks(persistence, ask)) {
    text += chunk.text;
    part ??= chunk.about?.nextPart;
  }
  if (part === undefined) return text;
  const rest = await download(persistence, name, { ...words, part }, now, storeId);
  return text + rest.slice(rest.indexOf("\n") + 1); // without its header
}
