import type { Columns } from "../../database/columns.ts";

/** Counters of limited calls, such as sign-in attempts. */
export function defineCounterTables(c: Columns) {
  return {
    counters: c.table(
      "counters",
      {
        name: c.text("name").primaryKey(),
        count: c.count("count"),
        endsAt: c.instant("ends_at"), // of its window
      },
      (t) => [c.index("counters_by_end").on(t.endsAt)],
    ),
  };
}
