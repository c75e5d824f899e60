import fs from "node:fs";
import type { DoorCall, Moment } from "../support/doors.ts";
import type { KillableGateway } from "./killable.ts";
import type { Surroundings } from "./surroundings.ts";

/** Moments of a gateway's life, told by its calls, its files and its database; points.ts kills there. */

export type Place = Readonly<{ gateway: KillableGateway; around: Surroundings }>;

const ONE_COMMIT_MS = 2; // a commit writes several pages, each an event of its own

export function isBlock({ path }: DoorCall, moment: Moment): boolean {
  return moment === "after the call" && /\/explorer\/block\/[0-9a-f]{64}\/raw$/.test(path);
}

/** True once it has followed Bitcoin to its end since it was started. */
export async function hasFollowed({ url }: KillableGateway): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
  const health = (answer?.status === 200 ? await answer.json() : {}) as {
    chainSeenSecondsAgo?: number | null;
  };
  return typeof health.chainSeenSecondsAgo === "number";
}

export type Test = (call: DoorCall, moment: Moment, count: number) => boolean;

type Ways = Readonly<{ gateway: Pick<KillableGateway, "kill">; around: Pick<Surroundings, "doors"> }>;

/** Kills when a call passes the test, and cuts its line there. */
export async function cutAt({ gateway, around }: Ways, test: Test): Promise<void> {
  await watched(around, test, () => {
    gateway.kill();
    return true;
  });
}

/** Resolves when a call passes the test; the call goes on. */
export function seenAt(around: Ways["around"], test: Test): Promise<void> {
  return watched(around, test, () => false);
}

function watched({ doors }: Ways["around"], test: Test, act: () => boolean): Promise<void> {
  const counts = { "before the call": 0, "after the call": 0 };
  return new Promise((resolve) => {
    const watch = (call: DoorCall, moment: Moment): boolean => {
      if (!test(call, moment, ++counts[moment])) return false;
      if (doors.watch === watch) doors.watch = undefined;
      resolve();
      return act();
    };
    doors.watch = watch;
  });
}

/** Resolves when a file has changed so many times from now on. */
export function changes(file: string, times: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    let last = 0;
    const watcher = fs.watch(file, () => {
      const isNew = performance.now() - last > ONE_COMMIT_MS;
      last = performance.now();
      if (!isNew || ++seen < times) return;
      watcher.close();
      resolve();
    });
    watcher.unref();
  });
}

export function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms)); // a real process works meanwhile
}

export function lastLine(file: string): Readonly<Record<string, unknown>> {
  const lines = fs.readFileSync(file, "utf8").split("\n");
  const whole = lines.findLast((line) => line.endsWith("}"));
  return JSON.parse(whole ?? "{}") as Record<string, unknown>;
}

/** Which payments of the newest block are credited, and whether the block counts as seen. */
export async function lastBlock(
  gateway: KillableGateway,
  { world }: Surroundings,
): Promise<Readonly<{ credited: readonly boolean[]; followed: boolean }>> {
  const { hash, txids } = world.ledger.view.tip();
  const notes = await gateway.rows("select body from notes where name = 'bitcoin:headers'");
  const claims = await gateway.rows("select key from deposits");
  const keys = claims.map(({ key }) => String(key));
  return {
    credited: txids.slice(1).map((txid) => keys.some((key) => key.includes(txid))),
    followed: JSON.stringify(notes).includes(hash),
  };
}
