import { databaseNow } from "../../database/databaseTime.ts";
import { createJobLeases } from "../../database/jobLeases.ts";
import { openDatabase } from "../../database/open.ts";
import type { Heartbeat, JobLease, ProcessNote } from "../../runtime/jobs/jobLeases.ts";
import { isoTime, SECOND_MS } from "../../values/time.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../arguments.ts";
import { archivePlace } from "./archiveArguments.ts";

/** Prints the processes on a database, and which groups of recurring jobs each of them runs; with --json for programs. */
export const printJobs: Command = async ({ args, env, clock, print }) => {
  const given = readArguments(args, "jobs");
  const owner = given.has("network") ? "network" : "gateway";
  const database = await openDatabase(archivePlace(env, owner).url, owner, true);
  try {
    const found = await createJobLeases(database, owner, () => databaseNow(database, clock)).list();
    print(given.has("json") ? JSON.stringify(shown(found)) : linesOf(found).join("\n"));
  } finally {
    await database.close();
  }
};

function shown({ processes, leases }: Heartbeat) {
  return {
    processes: processes.map(({ notes: _, startedAt, ...process }) => ({
      ...process,
      startedAt: isoTime(startedAt),
    })),
    groups: leases.map(({ group, holder, fence, runs }) => ({
      group,
      holder: holder === "" ? null : holder,
      fence,
      lastRuns: Object.fromEntries(Object.entries(runs).map(([job, at]) => [job, isoTime(at)])),
    })),
  };
}

function linesOf({ processes, leases }: Heartbeat): readonly string[] {
  if (processes.length === 0) return ["No process runs on this database."];
  const free = leases.filter(({ holder }) => holder === "").map(({ group }) => group);
  return [
    ...processes.flatMap((process) => processLines(process, leases)),
    ...(free.length === 0 ? [] : [`No process runs: ${free.join(", ")}`]),
  ];
}

function processLines(
  { id, role, place, version, startedAt, skewMs }: ProcessNote,
  leases: readonly JobLease[],
): readonly string[] {
  const held = leases.filter(({ holder }) => holder === id).map(({ group }) => group);
  const skew = Math.abs(skewMs) < SECOND_MS ? "" : `, its clock ${(skewMs / SECOND_MS).toFixed(0)} s off`;
  return [
    `${place} (${role}, ${version}, since ${isoTime(startedAt)}${skew})`,
    `  runs ${held.length === 0 ? "no group of jobs" : held.join(", ")}`,
  ];
}
