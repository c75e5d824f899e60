import type { Persistence } from "../../ports/persistencePort.ts";
import type { ExportAsk } from "./exportAsk.ts";
import { exportNamed } from "./exports.ts";
import { readImportAsk } from "./importAsk.ts";

/**
 * By which words the parts of a file for another program are asked for, the first one "1". Every booking of the range is read once.
 * Throws GatewayError export_not_found.
 */
export async function partsOf(
  persistence: Persistence,
  name: string,
  ask: ExportAsk,
): Promise<readonly string[]> {
  const file = exportNamed(name);
  const parts = ["1"];
  for (;;) {
    const { after } = readImportAsk({ part: parts.at(-1) ?? "1" }, {});
    const first = await file.chunks(persistence, { ...ask, imports: { ...ask.imports, after } }).next();
    const next = first.done ? undefined : first.value.about?.nextPart;
    if (next === undefined) return parts;
    parts.push(next);
  }
}
