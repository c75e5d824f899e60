import type { Write } from "../../../database/driver.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { one, type PersistenceContext } from "../context.ts";

/** The channel of PostgreSQL on which new versions of invoices are announced. */
export const ANNOUNCEMENTS = "crosstill_invoices";

/** An invoice and its version, as announced. */
export type Announcement = Readonly<{ invoiceId: string; version: number }>;

/** Announces a new version: it is sent when the commit has succeeded. None where the context does not notify. */
export function announcementWrites(
  { notifies }: PersistenceContext,
  { id, version }: Invoice,
): readonly Write[] {
  if (!notifies) return [];
  return [one(() => ({ sql: "select pg_notify($1, $2)", params: [ANNOUNCEMENTS, `${version} ${id}`] }))];
}

/** Reads an announcement; undefined for a text that is none. */
export function readAnnouncement(text: string): Announcement | undefined {
  const [, version, invoiceId] = /^(\d{1,9}) (\S+)$/.exec(text) ?? [];
  return invoiceId === undefined ? undefined : { invoiceId, version: Number(version) };
}
