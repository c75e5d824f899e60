import { sum } from "../../values/amount.ts";
import { DAY_MS } from "../../values/time.ts";
import type { NetworkParts } from "../parts.ts";
import { allSponsors, executionsSince } from "../persistence/executions.ts";
import { feesSince } from "../persistence/sponsoredFees.ts";
import { appBalance, type AppBalance } from "../sponsors/balance.ts";

/** An application that pays for its users: what it has, and what calls and quotes have cost it in the last 24 hours. */
export type Application = AppBalance & Readonly<{ name: string; calls: bigint; fees: bigint }>; // dollars of 6 decimals; what is not charged yet as it is held

/** Every application that may pay for its users, by the beginning of its key. */
export async function readApplications(
  parts: Pick<NetworkParts, "store" | "clock">,
): Promise<readonly Application[]> {
  const since = parts.clock() - DAY_MS;
  const read = (await allSponsors(parts.store)).map(async ({ owner, name }) => {
    const app = await appBalance(parts, owner);
    if (!app) return [];
    const [calls, fees] = await Promise.all([
      executionsSince(parts.store, owner, since),
      feesSince(parts.store, owner, since),
    ]);
    return [
      {
        ...app,
        name,
        calls: sum(calls.map(({ charged, most }) => charged ?? most)),
        fees: sum(fees.map(({ charged, held }) => charged ?? held)),
      },
    ];
  });
  return (await Promise.all(read)).flat();
}
