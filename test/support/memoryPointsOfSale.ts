import { ConflictError } from "../../src/database/driver.ts";
import type { Picture } from "../../src/gateway/domain/branding/picture.ts";
import type { PointOfSale } from "../../src/gateway/domain/selling/pointOfSale.ts";
import type { PointsOfSale } from "../../src/gateway/ports/sellingPort.ts";

/** Points of sale over maps. */
export function memoryPointsOfSale(): PointsOfSale {
  const all = new Map<string, PointOfSale>();
  const pictures = new Map<string, Picture>();
  return {
    create: async (pos) => void all.set(pos.id, pos),
    async change(pos) {
      if (all.get(pos.id)?.version !== pos.version - 1)
        throw new ConflictError("The point of sale has moved on.");
      all.set(pos.id, pos);
    },
    load: async (id) => all.get(id),
    list: async (storeId) =>
      [...all.values()].filter((pos) => pos.storeId === storeId && pos.archivedAt === undefined),
    async changePicture(posId, itemId, picture) {
      if (picture) pictures.set(`${posId} ${itemId}`, picture);
      else pictures.delete(`${posId} ${itemId}`);
    },
    loadPicture: async (hash) => [...pictures.values()].find((picture) => picture.hash === hash),
  };
}
