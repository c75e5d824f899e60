import { sql, type SQL } from "drizzle-orm";
import type { Log } from "../runtime/log.ts";
import { createSharedTime, type SharedTime } from "../runtime/sharedTime.ts";
import type { OutsideTime } from "../runtime/steadyClock.ts";
import type { Clock, Instant } from "../values/time.ts";
import type { Database } from "./driver.ts";

type Machine = Readonly<{
  clock: Clock;
  outsideTime?: Pick<OutsideTime, "wall"> | undefined;
  elapsed?: () => number;
  log: Log;
}>;

/** The database's clock in SQL: its server's, or on SQLite, which is on this machine, the process's. */
export function databaseNow({ dialect }: Pick<Database, "dialect">, clock: Clock): SQL<number> {
  return dialect === "postgres"
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${clock()}`;
}

/**
 * The time that the processes on a database share: on PostgreSQL its server's, read once before anything uses it. Without
 * `elapsed` (monotonic milliseconds), as in tests, the clock that is given stays as it is.
 */
export async function openTime(database: Database, machine: Machine): Promise<SharedTime> {
  const { clock, elapsed = clock, log } = machine;
  const isShared = database.dialect === "postgres" && machine.elapsed !== undefined;
  const read = isShared ? () => readTime(database) : undefined;
  const time = createSharedTime({ read, clock, wall: machine.outsideTime?.wall, elapsed, log });
  await time.measure();
  return time;
}

async function readTime({ db, dialect }: Pick<Database, "db" | "dialect">): Promise<Instant> {
  const now = databaseNow({ dialect }, () => 0);
  const [row] = await db.select({ now }).from(sql`(select 1 as one) as moment`);
  return Number(row?.now);
}
