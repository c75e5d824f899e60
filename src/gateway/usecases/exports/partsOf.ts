import type { Persistence } from "../../ports/persistencePort.ts";
import type { ExportAsk } from "./exportAsk.ts";
import { exportNamed } from "./exports.ts";
import type { PartFacts } from "./exportTable.ts";
import { readImportAsk } from "./importAsk.ts";

/** A part of a file: the word by which it is asked for, and how many bookings it leaves out because a value is unknown. */
export type FilePart = Readonly<{ part: string; leftOut: number }>;

/**
 * Lists the parts of a file for another program, the first one "1". Every booking of the range is read once. Throws GatewayError
 * export_not_found.
 */
export async function partsOf(
  persistence: Persistence,
  name: string,
  ask: ExportAsk,
): Promise<readonly FilePart[]> {
  const file = exportNamed(name);
  const parts: FilePart[] = [];
  for (let part: string | undefined = "1"; part !== undefined;) {
    const { after } = readImportAsk({ part }, {});
    const first = await file.chunks(persistence, { ...ask, imports: { ...ask.imports, after } }).next();
    const about: PartFacts | undefined = first.done ? undefined : first.value.about;
    parts.push({ part, leftOut: about?.leftOut ?? 0 });
    part = about?.nextPart;
  }
  return parts;
}
