import type { Write } from "../../db/driver.ts";
import type { Random } from "../../ids.ts";
import type { Log } from "../../log.ts";
import type { Instant } from "../../time.ts";
import type { Observation } from "../decide.ts";
import { draftOf, draftWrites, newDraft, observe, type Draft } from "../observe.ts";
import { newRequestId } from "../parts.ts";
import { sameKey, type BridgeRequest, type Deposit } from "../request.ts";
import { insertDeposit, saveDeposit } from "../store/deposits.ts";
import type { NetworkStore } from "../store/open.ts";
import { requestById } from "../store/requests.ts";
import type { DepositRow } from "../store/rows.ts";
import { childOf } from "./child.ts";

/**
 * A working copy of the deposits and requests that one piece of chain news touches, so that blocks which left and blocks
 * which joined become one commit. Nothing is written before `writes` is committed.
 */
export type DepositBook = Readonly<{
  /** A block left the best chain: its deposit is no longer one. */
  undo(row: DepositRow): Promise<void>;
  /** A transfer in a joined block pays a request: at `address`, or (undefined) at a contract that named the request. */
  credit(
    requestId: string,
    address: string | undefined,
    deposit: Deposit,
    known: DepositRow | undefined,
  ): Promise<void>;
  /** Something else was found out about a request. */
  tell(requestId: string, seen: Observation): Promise<void>;
  writes(): readonly Write[];
}>;

type Entry = Readonly<{ before: DepositRow | undefined; now: DepositRow }>;

/** An empty working copy. Observations carry `at`; child requests draw their ids from `random`. */
export function openDepositBook(store: NetworkStore, at: Instant, random: Random, log: Log): DepositBook {
  const drafts = new Map<string, Draft>();
  const entries = new Map<string, Entry>();

  const load = async (id: string): Promise<Draft> => {
    const open = drafts.get(id);
    if (open) return open;
    const request = await requestById(store, id);
    if (!request)
      throw new Error(`Request ${id} owns a deposit and is not in the database. Restore a backup.`);
    return draftOf(request);
  };
  const tell = (draft: Draft, seen: Observation) => {
    const told = observe(draft, seen);
    drafts.set(told.draft.now.id, told.draft);
    for (const effect of told.effects) {
      if (effect.kind !== "report-loss") continue;
      const { id: request, state } = draft.now;
      log.error("network.deposit_lost", { request, deposit: effect.id, state });
    }
  };
  /** The request that a transfer belongs to: its own if it had one, the one that was paid if it is free, else a new child. */
  const ownerOf = async (
    requestId: string,
    deposit: Deposit,
    known: DepositRow | undefined,
  ): Promise<Draft> => {
    const root = await load(requestId);
    const owner = known ? await load(known.requestId) : root;
    if (known && owner.now.deposit?.id === known.id) return owner;
    if (isFree(owner.now, deposit)) return owner;
    return newDraft(childOf(root.now, newRequestId(random), at));
  };

  return {
    async undo(row) {
      const entry = entries.get(row.id) ?? { before: row, now: row };
      if (entry.now.state === "undone") return;
      entries.set(row.id, { ...entry, now: { ...entry.now, state: "undone" } });
      tell(await load(row.requestId), { kind: "deposit-undone", id: row.id, at });
    },
    async credit(requestId, address, deposit, known) {
      const entry = entries.get(deposit.id) ?? (known ? { before: known, now: known } : undefined);
      if (entry && entry.now.state !== "undone" && entry.now.blockHash === deposit.blockHash) return;
      const owner = await ownerOf(requestId, deposit, entry?.now);
      const row = {
        ...deposit,
        sender: deposit.sender ?? null,
        address: address ?? null,
        requestId: owner.now.id,
        state: "seen",
        seenAt: entry?.now.seenAt ?? at,
      };
      entries.set(deposit.id, { before: entry?.before, now: row });
      drafts.set(owner.now.id, owner); // a new child is kept even if nothing else happens to it
      tell(owner, { kind: "deposit-seen", deposit, at });
    },
    async tell(requestId, seen) {
      tell(await load(requestId), seen);
    },
    writes: () => [
      ...[...drafts.values()].flatMap((draft) => draftWrites(store, draft)),
      ...[...entries.values()].map(({ before, now }) =>
        before ? saveDeposit(store, before, now) : insertDeposit(store, now),
      ),
    ],
  };
}

/**
 * True while a request can take a deposit as its own. Anybody can name a request at the depository, so only what the quote
 * asked for takes a wallet quote's place; other amounts become children and go their own way.
 */
function isFree(request: BridgeRequest, deposit: Deposit): boolean {
  if (request.state !== "waiting" || request.deposit !== undefined) return false;
  if (request.method !== "depository" || !request.floor) return true;
  return sameKey(request.origin, deposit) && deposit.amount >= request.floor.input;
}
