import type { Chance } from "../model/chance.ts";
import type { Moment } from "../support/doors.ts";
import type { KillableGateway } from "./killable.ts";
import {
  changes,
  cutAt,
  hasFollowed,
  isBlock,
  lastBlock,
  lastLine,
  later,
  seenAt,
  type Place,
  type Test,
} from "./moments.ts";

/**
 * Where a gateway is killed. `arm` is called when it has just started and resolves when it has been killed; `arm` of a point
 * with `early` is called before the start. `proof` tells afterwards whether it died exactly there.
 */
export type KillPoint = Readonly<{
  name: string;
  early?: boolean;
  arm(place: Place): Promise<void>;
  proof?(place: Place): Promise<boolean>;
}>;

/** Points anywhere: at a call, a little after one, after a commit, or at a moment. */
export function anyPoint(chance: Chance, isSqlite: boolean): KillPoint {
  const kinds = [
    () => atCall(1 + chance.below(25), "before the call"),
    () => atCall(1 + chance.below(25), "after the call"),
    () => afterAnswer(1 + chance.below(25), chance.below(12)),
    () => (isSqlite ? afterCommit(1 + chance.below(25)) : afterAnswer(1 + chance.below(25), chance.below(12))),
    () => atMoment(chance.below(1_000)),
  ];
  return (chance.pick(kinds) ?? (() => atMoment(0)))();
} // prettier-ignore

/** The n-th call from the start on does not arrive, or its answer does not come back. */
function atCall(n: number, wanted: Moment): KillPoint {
  return {
    name: `${wanted} number ${n}`,
    arm: (place) => cutAt(place, (_call, moment, count) => moment === wanted && count === n),
  };
}

/** So many milliseconds after the n-th answer: somewhere in the work that it brings. */
function afterAnswer(n: number, ms: number): KillPoint {
  return {
    name: `${ms} ms after answer number ${n}`,
    async arm({ gateway, around }) {
      await seenAt(around, (_call, moment, count) => moment === "after the call" && count === n);
      await later(ms);
      gateway.kill();
    },
  };
}

function afterCommit(n: number): KillPoint {
  return {
    name: `after commit number ${n}`,
    arm: async ({ gateway }) => {
      await changes(`${gateway.databaseUrl}-wal`, n);
      gateway.kill();
    },
  };
}

function atMoment(ms: number): KillPoint {
  return {
    name: `${ms} ms after it was ready`,
    async arm({ gateway }) {
      await later(ms);
      gateway.kill();
    },
  };
}

/** The places where something is done and not yet written, or written and not yet told. */
export const NAMED: readonly KillPoint[] = [
  {
    name: "after a quote, before anything is written",
    arm: (place) => cutAt(place, ({ path }, moment) => moment === "after the call" && path.endsWith("/quote/v2")),
  },
  {
    name: "after the journal, before the commit",
    arm: async (place) => {
      for (let isWritten = false; !isWritten; ) isWritten = await heldAfterJournal(place);
    },
    proof: async ({ gateway }) => {
      const last = lastLine(gateway.journalFiles[0]);
      const found = await gateway.rows(`select id from leases where request_id = '${last["requestId"]}'`);
      return found.length === 0;
    },
  },
  {
    name: "after the commit of a new invoice, before its answer is heard",
    arm: ({ gateway }) => cutAt({ gateway, around: { doors: gateway.front } }, ({ path, method }, moment) => moment === "after the call" && method === "POST" && path.endsWith("/invoices")),
  },
  {
    name: "in the middle of a block's payments",
    early: true,
    async arm(place) {
      const release = await heldBetweenPayments(place);
      place.gateway.kill();
      await place.gateway.gone();
      await release();
    },
    proof: async ({ gateway, around }) => {
      const { credited, followed } = await lastBlock(gateway, around);
      return credited.some(Boolean) && !followed;
    },
  },
  {
    name: "after a block was written down as seen",
    early: true,
    async arm({ gateway, around }) {
      await seenAt(around, isBlock);
      while (!(await hasFollowed(gateway))) await later(1);
      gateway.kill();
    },
    proof: async ({ gateway, around }) => (await lastBlock(gateway, around)).followed,
  },
  {
    name: "after a webhook was taken, before that is written",
    arm: (place) => cutAt(place, ({ path }, moment) => moment === "after the call" && path === "/hook"),
  },
]; // prettier-ignore

const LONGEST_HOLD_MS = 300;
const MOST_COMMITS = 40; // that other work may have before a block's first payment is written

/** Holds all writes from a quote's answer on, and kills when the journal has its line. False when that did not come. */
async function heldAfterJournal({ gateway, around }: Place): Promise<boolean> {
  const release = await heldFrom({ gateway, around }, ({ path }, moment) => moment === "after the call" && path.endsWith("/quote/v2")); // prettier-ignore
  const written = changes(gateway.journalFiles[0], 1).then(() => {
    gateway.kill();
    return true;
  });
  const isWritten = await Promise.race([written, later(LONGEST_HOLD_MS).then(() => false)]);
  if (isWritten) await gateway.gone();
  await release();
  return isWritten;
}

/** Lets one commit through after the other from a block's answer on, and holds those after the block's first payment. */
async function heldBetweenPayments(place: Place): Promise<() => Promise<void>> {
  const { gateway, around } = place;
  let release = await heldFrom(place, isBlock);
  for (let commits = 0; commits < MOST_COMMITS; commits++) {
    release = await afterOneCommit(gateway, release);
    const { credited, followed } = await lastBlock(gateway, around);
    if (followed || credited.some(Boolean)) return release;
  }
  return release;
}

/** Releases the held writes and holds them again: PostgreSQL's locks keep their order, and SQLite's file tells of a commit. */
async function afterOneCommit(
  gateway: KillableGateway,
  release: () => Promise<void>,
): Promise<() => Promise<void>> {
  const isPostgres = gateway.databaseUrl.startsWith("postgres");
  if (isPostgres) {
    const next = gateway.holdWrites();
    await later(QUEUED_MS);
    await release();
    return next;
  }
  const hold = await gateway.readyToHold(); // the next payment is written a few milliseconds after this one
  const written = changes(`${gateway.databaseUrl}-wal`, 1);
  await release();
  await Promise.race([written, later(LONGEST_HOLD_MS)]);
  return hold();
}

const QUEUED_MS = 20; // by then a lock that was asked for is in the queue

/** Holds all writes before a call that passes the test has its answer. */
function heldFrom({ gateway, around }: Place, test: Test): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    let count = 0;
    around.doors.watch = async (call, moment) => {
      if (!test(call, moment, ++count)) return false;
      around.doors.watch = undefined;
      await gateway.holdWrites().then(resolve, reject);
      return false;
    };
  });
}
