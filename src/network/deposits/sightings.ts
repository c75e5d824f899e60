import { scriptOf, type BitcoinAddress } from "../../bitcoin/codec/address.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import { isolateFailure } from "../solver/isolateFailure.ts";
import { requestById } from "../persistence/requests.ts";
import { canBeSighted } from "./asked.ts";

/**
 * Polls for unconfirmed transactions that will bring the deposits of polled requests, and records them on
 * the requests, also when one is gone again. At most one poll per address in ten seconds and five polls a
 * call. Only the public statuses show a sighting.
 */
export async function lookForSightings(parts: NetworkParts): Promise<void> {
  if (parts.settings.statusDetail !== "public") return;
  for (const id of parts.asked.take()) {
    if (!(await isolateFailure(parts, { request: id }, () => pollOnce(parts, id)))) return;
  }
}

async function pollOnce({ store, bitcoin, clock }: NetworkParts, id: string): Promise<void> {
  const request = await requestById(store, id);
  if (!request || !canBeSighted(request) || request.depositAddress === undefined) return;
  const address = request.depositAddress as BitcoinAddress; // issued by us
  const hash = await bitcoin.unconfirmedPaymentTo(address, scriptOf(bitcoin.network, address));
  const { draft } = observe(draftOf(request), { kind: "deposit-sighted", hash, at: clock() });
  await store.commit(draftWrites(store, draft));
}
