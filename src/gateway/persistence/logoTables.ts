import type { Columns } from "../../database/columns.ts";

/** The logo of a store: encoded by us, and served under its hash. */
export function defineLogoTables(c: Columns) {
  return {
    logos: c.table(
      "logos",
      {
        storeId: c.text("store_id").primaryKey(),
        hash: c.text("hash"),
        width: c.count("width"),
        height: c.count("height"),
        hiddenIn: c.optionalText("hidden_in"), // light | dark: where its ink is like the page
        png: c.text("png"), // Base64
      },
      (t) => [c.index("logos_by_hash").on(t.hash)],
    ),
  };
}
