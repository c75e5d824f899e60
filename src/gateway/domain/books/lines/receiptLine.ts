import { formatFixed } from "../../../../values/amount.ts";
import type { Payout } from "../../payouts/payout.ts";
import {
  closingEntry,
  PAYOUT_ENTRY,
  unattributedEntry,
  type Entry,
  type UnattributedOutput,
} from "../ledger.ts";
import { coinAmount } from "./coinAmount.ts";
import type { BookedLine } from "./line.ts";

/** The unattributed funds that a payout refunds. */
export type RefundedOutput = UnattributedOutput & Readonly<{ sender?: string | undefined }>;

/** The id of the line of the funds that a payout refunds. */
export const receiptLineId = (payoutId: string): string => `receipts:${PAYOUT_ENTRY}${payoutId}`;

/** Books the unattributed funds that a completed payout refunds: they become the merchant's. */
export function receiptBooking(
  { id, coin, unattributed }: Payout,
  output: RefundedOutput,
): Readonly<{ entries: readonly Entry[]; lines: readonly BookedLine[] }> {
  const { storeId, outpoint, value, sender } = output;
  const line: BookedLine = {
    file: "receipts",
    id: receiptLineId(id),
    storeId,
    invoiceId: undefined,
    kind: "booked",
    body: {
      payoutId: id,
      received: coinAmount(output, value, coin),
      txid: outpoint.split(":")[0] ?? outpoint,
      sender,
      original: { currency: coin.symbol, amount: formatFixed(value, coin.decimals) },
      worths: unattributed?.worths,
    },
  };
  return { entries: [closingEntry(unattributedEntry(output), "refunded")], lines: [line] };
}
