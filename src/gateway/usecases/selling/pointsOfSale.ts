import { timeOrderedId } from "../../../values/ids.ts";
import type { PointOfSale, PosSettings } from "../../domain/selling/pointOfSale.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { retryOnConflict } from "../retryOnConflict.ts";

/** Makes a point of sale. With a `wantedId` the one of that id is made, or given when it was made before. */
export async function createPointOfSale(
  { persistence, clock, random }: Pick<Gateway, "persistence" | "clock" | "random">,
  storeId: string,
  settings: PosSettings,
  wantedId?: string,
): Promise<PointOfSale> {
  const made = wantedId === undefined ? undefined : await persistence.pointsOfSale.load(wantedId);
  if (made) return made;
  const at = clock();
  const id = wantedId ?? timeOrderedId(at, random);
  const pos = { id, storeId, version: 1, settings, archivedAt: undefined, createdAt: at };
  await persistence.pointsOfSale.create(pos);
  return pos;
}

/**
 * Changes the settings of one that is in use; `change` may be called again. Throws GatewayError point_of_sale_not_found and
 * currency_fixed, and what `change` throws.
 */
export async function changePointOfSale(
  gateway: Pick<Gateway, "persistence">,
  id: string,
  change: (settings: PosSettings) => PosSettings,
): Promise<PointOfSale> {
  return retryOnConflict(async () => {
    const before = await loadPointOfSale(gateway, id);
    const settings = change(before.settings);
    requireSamePrices(before.settings, settings);
    const after = { ...before, settings, version: before.version + 1 };
    await gateway.persistence.pointsOfSale.change(after);
    return after;
  });
}

/** Prices are in smallest units of the currency: an item that stays would cost something else in another one. */
function requireSamePrices(before: PosSettings, { currency, items }: PosSettings): void {
  if (currency === before.currency || !items.some((item) => before.items.includes(item))) return;
  throw new GatewayError(
    "currency_fixed",
    `Expected ${before.currency}: the currency stays while there are items. Send items with new prices, or make another point of sale.`,
  );
}

/** Takes a point of sale out of use, for ever: its invoices stay. */
export async function archivePointOfSale(
  gateway: Pick<Gateway, "persistence" | "clock">,
  id: string,
): Promise<void> {
  await retryOnConflict(async () => {
    const before = await loadPointOfSale(gateway, id);
    const after = { ...before, archivedAt: gateway.clock(), version: before.version + 1 };
    await gateway.persistence.pointsOfSale.change(after);
  });
}

/** The point of sale of that id, while it is in use. Throws point_of_sale_not_found. */
export async function loadPointOfSale(
  { persistence }: Pick<Gateway, "persistence">,
  id: string,
): Promise<PointOfSale> {
  const pos = await persistence.pointsOfSale.load(id);
  if (pos && pos.archivedAt === undefined) return pos;
  throw new GatewayError("point_of_sale_not_found", `There is no point of sale ${id.slice(0, 64)}.`);
}
