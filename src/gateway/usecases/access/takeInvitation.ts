import { sentence } from "../../../values/sentence.ts";
import { HOUR_MS, MINUTE_MS } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { createAttempts } from "./attempts.ts";

const MOST_INVITATIONS = 10; // of a store, in an hour: each may be an e-mail to an address of the inviter's choice

/** Counts an invitation to a store. Throws GatewayError too_many_invitations. */
export async function takeInvitation(
  gateway: Pick<Gateway, "persistence" | "clock">,
  storeId: string,
): Promise<void> {
  const wait = await createAttempts(gateway, "invitation", HOUR_MS).take(storeId, MOST_INVITATIONS);
  if (wait === 0) return;
  throw new GatewayError(
    "too_many_invitations",
    sentence("This store has made {most} invitations within an hour. Try again in {minutes} min.", {
      most: MOST_INVITATIONS,
      minutes: Math.ceil(wait / MINUTE_MS),
    }),
  );
}
