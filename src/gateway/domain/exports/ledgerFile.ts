import type { Instant } from "../../../values/time.ts";
import { moveOf, MOVE_COLUMNS, type EntryItem, type MoveLine } from "./entryItem.ts";
import type { Control, ExportFile } from "./exportFile.ts";

/** Two lines for each entry of the books: out of one account, and into another. The lines of each currency sum to zero. */
export const ledgerFile: ExportFile<EntryItem, MoveLine> = {
  name: "crosstill.ledger",
  version: 1,
  columns: MOVE_COLUMNS,
  linesOf: (entry) => [moveOf(entry, "from", 1), moveOf(entry, "to", 2)],
  control: controlSums,
};

type Sum = { lines: number; units: bigint };

/** A line for each currency: how many lines it has, and what they sum to. */
function controlSums(): Control<EntryItem, MoveLine> {
  const sums = new Map<string, Sum>();
  return {
    add(entry) {
      const sum = sums.get(entry.currency) ?? { lines: 0, units: 0n };
      sums.set(entry.currency, sum);
      for (const { units } of [moveOf(entry, "from"), moveOf(entry, "to")]) {
        sum.lines += 1;
        sum.units += units;
      }
    },
    lines: (to) =>
      [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map((sum, index) => controlLine(sum, index + 1, to)),
  };
}

function controlLine(
  [currency, { lines, units }]: readonly [string, Sum],
  part: number,
  at: Instant,
): MoveLine {
  const account = `sum of ${lines} lines`;
  return {
    at,
    id: "control",
    part,
    kind: "control",
    storeId: "",
    invoiceId: undefined,
    account,
    other: "",
    currency,
    units,
  };
}
