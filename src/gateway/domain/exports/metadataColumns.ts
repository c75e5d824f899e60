import { text } from "./columns.ts";
import type { Column, ExportFile, ExportLine } from "./exportFile.ts";

/** A column for each key of the merchant's metadata that was asked for: texts as they are, anything else as JSON. */
export function metadataColumns<Item, Line extends ExportLine>(
  { metadataOf }: ExportFile<Item, Line>,
  keys: readonly string[],
): readonly Column<Line>[] {
  return keys.map((key) => text(`metadata.${key}`, (line) => valueText(metadataOf?.(line), key)));
}

function valueText(metadata: unknown, key: string): string | undefined {
  if (typeof metadata !== "object" || metadata === null || !Object.hasOwn(metadata, key)) return undefined;
  const value = (metadata as Readonly<Record<string, unknown>>)[key];
  return typeof value === "string" ? value : JSON.stringify(value);
}
