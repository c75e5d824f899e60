import type { BitcoinNetwork } from "../../../src/bitcoin/codec/address.ts";
import type { Violation } from "../../../src/gateway/domain/invariants/record.ts";
import { auditInSlices, newAuditState } from "../../../src/gateway/usecases/audit/auditInSlices.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import type { Clock } from "../../../src/values/time.ts";

/** What the note of the server's audit says. */
export type AuditNote = Readonly<{
  at: number;
  violations: number;
  first: readonly Violation[];
  wholeSince?: number;
}>;

const MOST_RUNS = 1_000;

/** The server's audit of a store, with a stopwatch that goes on by so much each time somebody looks at it. */
export function serverAudit(persistence: Persistence, clock: Clock, stepMs = 1) {
  const told: unknown[] = [];
  const rests: number[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (...line: unknown[]) => void told.push(line[0]) };
  const journal = { append: async () => {}, noteAcknowledged() {}, acknowledgedSince: async () => [] };
  const settings = { sandbox: true, bitcoinNetwork: "regtest" as BitcoinNetwork };
  let elapsed = 0;
  const pace = { elapsed: () => (elapsed += stepMs), rest: async (ms: number) => void rests.push(ms) };
  let memory = newAuditState();
  const run = () => auditInSlices({ persistence, journal, clock, log, settings }, memory, pace);
  const runUntil = async (isOver: () => Promise<boolean> | boolean) => {
    for (let runs = 0; runs < MOST_RUNS; runs++) {
      await run();
      if (await isOver()) return;
    }
    throw new Error(`The audit did not come to that in ${MOST_RUNS} runs.`);
  };
  const note = async () => (await persistence.checkpoints.read("audit"))?.body as AuditNote | undefined;
  return {
    ...{ told, rests, run, note },
    restart: () => void (memory = newAuditState()),
    /** Runs the job until its round is over. */
    async round(): Promise<void> {
      await runUntil(() => !memory.round);
    },
    /** Runs the job until it has written its note again: what had changed was looked at, and the rest was not. */
    async untilNoted(): Promise<void> {
      const version = async () => (await persistence.checkpoints.read("audit"))?.version;
      const before = await version();
      await runUntil(async () => (await version()) !== before);
    },
    /** What it knows to be broken: "<invariant> <subject>". */
    known: async () => (await note())?.first.map(({ id, subject }) => `${id} ${subject}`) ?? [],
  };
} // prettier-ignore
