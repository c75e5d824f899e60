import type { Instant } from "../values/time.ts";

/** When the earlier paths end. Without dates they work for ever, and v3 is offered beside them. */
export type Versions = Readonly<{
  offersV3: boolean; // false imitates a service that has only the earlier paths
  deprecatedAt: Instant | undefined; // from then on their answers name their successors
  retiredAt: Instant | undefined; // from then on they answer 410
}>;

export const BOTH_VERSIONS: Versions = { offersV3: true, deprecatedAt: undefined, retiredAt: undefined };
