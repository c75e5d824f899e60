import { payoutFaults, payoutLegFaults } from "../../domain/invariants/payouts.ts";
import { checkPullPayment } from "../../domain/invariants/refunds.ts";
import type { Violation } from "../../domain/invariants/record.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import { inPages, confirmedViolations, type Walk } from "./auditWalk.ts";
import type { PromisedRow } from "../../ports/booksPort.ts";
import { isFilled } from "../books/fillBookLines.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

const PAGE = 20; // some milliseconds

/** I-44: every pull payment with its payouts. */
export function pullPaymentWalk(persistence: Persistence): Walk {
  const read = (after: string) => persistence.audit.pullPaymentPage(after, PAGE);
  return {
    name: "pull payments",
    from: (after) =>
      inPages(
        after,
        read,
        ({ id }) => id,
        async (page, before) => ({
          found: await confirmedViolations(page.flatMap(faultsOf), async () =>
            (await read(before)).flatMap(faultsOf),
          ),
        }),
      ),
  };
}

function faultsOf(row: PromisedRow): readonly Violation[] {
  if ("promised" in row) return checkPullPayment(row.promised);
  return [{ id: "I-13", subject: `pull payment ${row.id}`, message: row.unreadable }];
}

/** I-46 and I-47: every completed payout with its entries and its line. All are written with it, so nothing is half done. */
export function payoutWalk(persistence: Persistence): Walk {
  return {
    name: "payouts",
    async *from(after) {
      const filled = await isFilled(persistence.checkpoints);
      const read = (last: string) => persistence.audit.completedPayouts(last, PAGE);
      yield* inPages(
        after,
        read,
        ({ id }) => id,
        async (page) => ({ found: await bookingFaults(persistence, page, filled) }),
      );
    },
  };
}

async function bookingFaults(
  persistence: Persistence,
  page: readonly Payout[],
  filled: boolean,
): Promise<readonly Violation[]> {
  const bookings = await persistence.reconciliation.payoutBookings(page.map(({ id }) => id));
  return page.flatMap((payout) => {
    const { entries, line } = bookings.get(payout.id) ?? { entries: [] };
    const booked = { payout, entries, line: line?.body };
    const told =
      (id: string) =>
      (message: string): Violation => ({ id, subject: `payout ${payout.id}`, message });
    return [...payoutFaults(booked, filled).map(told("I-46")), ...payoutLegFaults(booked).map(told("I-47"))];
  });
}
