import { text } from "./columns.ts";
import { moveOf, MOVE_COLUMNS, type EntryItem, type MoveLine } from "./entryItem.ts";
import type { ExportFile } from "./exportFile.ts";

const FEES = "fees:";

/** One line for each fee that was booked; one that was taken back is below zero. */
export const feesFile: ExportFile<EntryItem, MoveLine> = {
  name: "crosstill.fees",
  version: 1,
  columns: [...MOVE_COLUMNS, text("fee", ({ account }) => account.slice(FEES.length))],
  linesOf(entry) {
    if (entry.to.startsWith(FEES)) return [moveOf(entry, "to")];
    return entry.from.startsWith(FEES) ? [moveOf(entry, "from")] : [];
  },
};
