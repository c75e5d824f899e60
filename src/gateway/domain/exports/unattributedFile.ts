import { text } from "./columns.ts";
import { moveOf, MOVE_COLUMNS, type EntryItem, type MoveLine } from "./entryItem.ts";
import type { ExportFile } from "./exportFile.ts";

/** An entry, and the address that received unattributed funds. */
export type UnattributedItem = EntryItem & Readonly<{ address: string | undefined }>;

type UnattributedLine = MoveLine & Readonly<{ address: string | undefined }>;

/** One line for each time that money came which no invoice explains, and one below zero when it was given to one, or was undone. */
export const unattributedFile: ExportFile<UnattributedItem, UnattributedLine> = {
  name: "crosstill.unattributed",
  version: 1,
  columns: [
    ...MOVE_COLUMNS,
    text("txid", ({ id }) => outpointOf(id)?.split(":")[0]),
    text("output", ({ id }) => outpointOf(id)?.split(":")[1]),
    text("address", ({ address }) => address),
  ],
  linesOf(entry) {
    const { address } = entry;
    if (entry.to === "unattributed") return [{ ...moveOf(entry, "to"), address }];
    return entry.from === "unattributed" ? [{ ...moveOf(entry, "from"), address }] : [];
  },
};

/** The key of the money that such an entry is about: "<chain>:<outpoint>"; undefined for other entries. */
export function unattributedKey({ id, from, to }: Pick<EntryItem, "id" | "from" | "to">): string | undefined {
  return [from, to].includes("unattributed") ? id.split(":unattributed.")[0] : undefined;
}

/** Of the id of an entry: "<chain>:<outpoint>:unattributed.<times>". */
function outpointOf(id: string): string | undefined {
  return id.split(":unattributed.")[0]?.split(":").slice(1).join(":");
}
