import { payoutFaults, payoutLegFaults } from "../accounting/invariants/payouts.ts";
import { checkPullPayment } from "../accounting/invariants/refunds.ts";
import type { Violation } from "../accounting/invariants/record.ts";
import { isFilled } from "./fillBookLines.ts";
import type { Tell } from "./auditInvoices.ts";
import type { PromisedRow } from "./booksPort.ts";
import type { Store } from "./storePort.ts";

const PAGE = 200;

/** I-44: every pull payment with its payouts. Gives how many there were. */
export async function auditPullPayments(store: Store, tell: Tell): Promise<number> {
  let seen = 0;
  for (let after = ""; ;) {
    const page = await store.pullPaymentPage(after, PAGE);
    const last = page.at(-1);
    if (!last) return seen;
    const broken = page.flatMap(faultsOf);
    // The two kinds of rows are read one after the other: what is broken in the same way a second time is broken.
    const again = broken.length > 0 ? (await store.pullPaymentPage(after, PAGE)).flatMap(faultsOf) : [];
    const isLasting = ({ subject, message }: Violation) =>
      again.some((one) => one.subject === subject && one.message === message);
    tell(broken.filter(isLasting));
    after = last.id;
    seen += page.length;
  }
}

function faultsOf(row: PromisedRow): readonly Violation[] {
  if ("promised" in row) return checkPullPayment(row.promised);
  return [{ id: "I-13", subject: `pull payment ${row.id}`, message: row.unreadable }];
}

/** I-46 and I-47: every completed payout with its entries and its line. All are written with it, so nothing is half done. */
export async function auditBookedPayouts(store: Store, tell: Tell): Promise<void> {
  const filled = await isFilled(store);
  for (let after: string | undefined; ;) {
    const page = await store.listPayouts({ states: ["Completed"], after, limit: PAGE });
    after = page.at(-1)?.id;
    if (after === undefined) return;
    const bookings = await store.payoutBookings(page.map(({ id }) => id));
    const broken = page.flatMap((payout) => {
      const { entries, line } = bookings.get(payout.id) ?? { entries: [] };
      const booked = { payout, entries, line: line?.body };
      const told = (id: string) => (message: string): Violation => ({ id, subject: `payout ${payout.id}`, message });
      return [...payoutFaults(booked, filled).map(told("I-46")), ...payoutLegFaults(booked).map(told("I-47"))];
    });
    tell(broken);
  }
} // prettier-ignore
