import type { Offer } from "../fillRules.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest, Deposit } from "../request.ts";
import { openlySuperseded, requestById, requestsById } from "../persistence/requests.ts";
import { placeOf } from "../persistence/rows.ts";
import { progressOf, takesPlaceOf } from "../successor.ts";
import { isolateFailure } from "./isolateFailure.ts";
import { nextPage } from "./pages.ts";

type Parts = Pick<NetworkParts, "store" | "clock" | "log">;

const PER_TURN = 200;

/**
 * Supersedes the quoted request when a further deposit to its address arrived instead of the quoted one:
 * clients that poll it see the result of that deposit, and do not ask the payer again. Idempotent, so it is
 * done before the deposit's own request is decided.
 */
export async function supersedeQuoted(
  parts: Parts,
  child: BridgeRequest,
  deposit: Deposit,
  offer: Offer,
): Promise<void> {
  if (child.parent === undefined || child.method !== "deposit-address") return;
  const root = await requestById(parts.store, child.parent);
  if (root?.state !== "waiting" || root.deposit || !takesPlaceOf(root, child, deposit, offer)) return;
  await tell(parts, root, child);
  parts.log.info("network.superseded", { request: root.id, by: child.id, deposit: deposit.id });
}

/** Shows on superseded requests what has become of their successors; one turn of it, to be run every second. */
export function createSuccessorFollower(parts: Parts): () => Promise<void> {
  const memory = { pages: new Map<string, string>() };
  return async () => {
    const roots = await nextPage(memory, {
      list: "superseded",
      limit: PER_TURN,
      placeOf,
      read: (after, limit) => openlySuperseded(parts.store, after, limit),
    });
    const ids = roots.flatMap(({ successor }) => successor?.id ?? []);
    const children = new Map((await requestsById(parts.store, ids)).map((child) => [child.id, child]));
    for (const root of roots) {
      const child = children.get(root.successor?.id ?? "");
      if (child) await isolateFailure(parts, { request: root.id }, () => tell(parts, root, child));
    }
  };
}

async function tell({ store, clock }: Parts, root: BridgeRequest, child: BridgeRequest): Promise<void> {
  const { draft } = observe(draftOf(root), { kind: "successor-seen", news: progressOf(child), at: clock() });
  if (draft.now !== root) await store.commit(draftWrites(store, draft));
}
