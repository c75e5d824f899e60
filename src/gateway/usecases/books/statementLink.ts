import { timingSafeEqual } from "node:crypto";
import { readMonth, type Month } from "../../../values/month.ts";
import { DAY_MS, SECOND_MS, unixSeconds, type Instant } from "../../../values/time.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

/** For how long a link to a month leads there. */
export const LINK_DAYS = 90;

/**
 * The fields of a link: store, month ("2026-11"), expiry in unix seconds, and the gateway's signature of
 * them.
 */
export type StatementLink = Readonly<{ storeId: string; month: string; expires: string; signature: string }>;

/**
 * A link to a month for the store's present accountant; undefined without an accountant. It grants read
 * access to that month of that store only. It is not stored: it becomes invalid when it expires or when the
 * store changes its accountant.
 */
export function makeStatementLink(
  { clock, signer }: Pick<Gateway, "clock" | "signer">,
  merchant: MerchantStore,
  month: string,
): StatementLink | undefined {
  const expires = String(unixSeconds(clock() + LINK_DAYS * DAY_MS));
  const text = textOf(merchant, month, expires);
  return text === undefined
    ? undefined
    : { storeId: merchant.id, month, expires, signature: signer.sign(text) };
}

/** Where a genuine link leads; `isOver` when its time is over. Undefined for any other. */
export async function followStatementLink(
  { persistence, clock, signer }: Pick<Gateway, "persistence" | "clock" | "signer">,
  { storeId, month: name, expires, signature }: StatementLink,
): Promise<
  Readonly<{ merchant: MerchantStore; month: Month; expiresAt: Instant; isOver: boolean }> | undefined
> {
  const merchant = /^\d{1,12}$/.test(expires) ? await persistence.stores.load(storeId) : undefined;
  const month = merchant && readMonth(name, merchant.settings.books.zone);
  const text = merchant && textOf(merchant, name, expires);
  if (!month || text === undefined || !isEqual(signer.sign(text), signature)) return undefined;
  const expiresAt = Number(expires) * SECOND_MS;
  return { merchant, month, expiresAt, isOver: clock() >= expiresAt };
}

/** The page of a link, or one of its files ("payments.csv"). */
export function statementLinkPath(
  { storeId, month, expires, signature }: StatementLink,
  file?: string,
): string {
  const page = `/statements/${encodeURIComponent(storeId)}/${month}`;
  return `${file === undefined ? page : `${page}/${file}`}?expires=${expires}&signature=${signature}`;
}

/** What is signed, under a name that no other signed text begins with. */
function textOf({ id, settings }: MerchantStore, month: string, expires: string): string | undefined {
  const { accountant } = settings.books;
  if (!accountant) return undefined;
  return [
    "crosstill-statement-v1",
    `store: ${id}`,
    `month: ${month}`,
    `expires: ${expires}`,
    `accountant: ${accountant.address}`,
    `since: ${accountant.since}`,
  ].join("\n");
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
