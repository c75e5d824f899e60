import { preparedRead, type Values } from "../../database/prepared.ts";
import type { NetworkStore } from "./open.ts";

type Read = (values: Values) => PromiseLike<unknown>;

const known = new WeakMap<NetworkStore["db"], Map<string, Read>>();

/** A read that a store makes every second, with `sql.placeholder(name)` in it. Its text is made once for each database. */
export function repeatedRead<Rows>(
  { db }: NetworkStore,
  name: string,
  build: () => PromiseLike<Rows>,
): (values: Values) => PromiseLike<Rows> {
  const reads = known.get(db) ?? new Map<string, Read>();
  known.set(db, reads);
  const read = reads.get(name) ?? preparedRead(name, build);
  reads.set(name, read);
  return read as (values: Values) => PromiseLike<Rows>; // a name has one build
}
