import fs from "node:fs";
import { z } from "zod";
import type { Database } from "../../database/driver.ts";
import type { Lineage } from "../ports/failoverPort.ts";

const schema = z.object({ lineage: z.string() });

/**
 * Keeps the accepted lineage of the database in a file beside the journal: the database may lose what it is told, and each journal is
 * compared by the process that has it. Undefined for a database that has no other servers.
 */
export function openLineage(
  { lineage }: Pick<Database, "lineage">,
  journalFile: string,
): Lineage | undefined {
  if (!lineage) return undefined;
  const file = `${journalFile}.database`;
  return {
    current: lineage,
    async accepted() {
      if (!fs.existsSync(file)) return undefined;
      return schema.safeParse(jsonOf(await fs.promises.readFile(file, "utf8"))).data?.lineage;
    },
    async accept(accepted) {
      const partial = `${file}.${process.pid}.partial`;
      await fs.promises.writeFile(partial, `${JSON.stringify({ lineage: accepted })}\n`, {
        mode: 0o600,
        flush: true,
      });
      await fs.promises.rename(partial, file);
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // which fits no schema
  }
}
