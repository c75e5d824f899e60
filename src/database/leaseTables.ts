import type { Columns } from "./columns.ts";
import type { Owner } from "./driver.ts";

/** The tables by which the processes on one database share their recurring jobs: the same for the gateway and the intent service. */
export function defineLeaseTables(c: Columns, owner: Owner) {
  const prefix = owner === "network" ? "network_" : ""; // one database may hold the tables of both
  return {
    /** Who runs which group of jobs, until when, by the database's clock. */
    jobLeases: c.table(`${prefix}job_leases`, {
      name: c.text("name").primaryKey(),
      holder: c.text("holder"), // the id of a process; empty while the lease is free
      fence: c.whole("fence"), // one more with each taking
      until: c.instant("until"),
      runs: c.json("runs"), // when a run of each job ended last, by whichever process
    }),

    /** The processes that run, or have ended lately without a word. */
    processes: c.table(`${prefix}processes`, {
      id: c.text("id").primaryKey(),
      role: c.text("role"), // all | web | worker
      place: c.text("place"), // the machine's name and the process id
      version: c.text("version"),
      startedAt: c.instant("started_at"),
      until: c.instant("until"),
      skewMs: c.whole("skew_ms"), // its machine's clock minus the database's
      notes: c.json("notes"), // what it tells the others
    }),
  };
}

export type LeaseTables = ReturnType<typeof defineLeaseTables>;
