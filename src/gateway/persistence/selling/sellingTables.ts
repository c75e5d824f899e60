import { sql } from "drizzle-orm";
import type { Columns } from "../../../database/columns.ts";

/** Points of sale with their items, and the pictures of items, which are served by their hashes. */
export function defineSellingTables(c: Columns) {
  return {
    pointsOfSale: c.table(
      "points_of_sale",
      {
        id: c.text("id").primaryKey(),
        storeId: c.text("store_id"),
        version: c.count("version"),
        settings: c.json("settings"),
        archivedAt: c.optionalInstant("archived_at"),
        createdAt: c.instant("created_at"),
      },
      (t) => [
        c
          .index("points_of_sale_by_store")
          .on(t.storeId, t.createdAt, t.id)
          .where(sql`archived_at is null`),
      ],
    ),

    itemPictures: c.table(
      "item_pictures",
      {
        posId: c.text("pos_id"),
        itemId: c.text("item_id"),
        hash: c.text("hash"),
        type: c.text("type"), // image/png | image/jpeg | image/webp
        width: c.count("width"),
        height: c.count("height"),
        data: c.text("data"), // Base64
      },
      (t) => [c.primaryKey({ columns: [t.posId, t.itemId] }), c.index("item_pictures_by_hash").on(t.hash)],
    ),
  };
}
