import type { BookedLine } from "../../domain/books/lines/line.ts";
import { correctionId, readLineId } from "../../domain/books/lines/lineId.ts";
import type { Gateway } from "../gateway.ts";

type Books = Gateway["persistence"]["books"];

/** A line about a payout, or about the unattributed funds that it refunds. */
export type PayoutLine = Extract<BookedLine, { file: "refunds" | "receipts" }>;

/**
 * Finds the last line about a payout by the id of the first, and whether it was taken back. A payout has no version of an invoice
 * in the ids of its lines: its corrections count from "<id>:0.1".
 */
export async function lastPayoutLine(
  books: Books,
  id: string,
): Promise<Readonly<{ line: PayoutLine; isReversed: boolean }> | undefined> {
  let line = await books.findLine(id);
  for (let next = line; next; next = await books.findLine(nextLineId(next))) line = next;
  if (line?.file !== "refunds" && line?.file !== "receipts") return undefined;
  return { line, isReversed: (await books.findLine(`${nextLineId(line)}:reversed`)) !== undefined };
}

/** The id of the line that corrects this one; its reversal has the same with ":reversed". */
export function nextLineId({ id }: Pick<BookedLine, "id">): string {
  return correctionId(readLineId(id) ?? { subject: id, version: 0, correction: 0 });
}
