import type { Session } from "../../src/database/session.ts";
import { unpack } from "../../src/database/packed.ts";

/** Writes the packed JSON of a column of some rows as it is, so that SQL can read and change it. The gateway reads both. */
export async function unpackColumn(
  session: Session,
  table: string,
  column: string,
  where: string,
): Promise<void> {
  for (const row of await session.all(`select id, ${column} as value from ${table} where ${where}`)) {
    const json = unpack(String(row["value"])).replaceAll("'", "''");
    await session.run(`update ${table} set ${column} = '${json}' where id = '${String(row["id"])}'`);
  }
}
