import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** What this process holds of the machine's memory once all garbage is gone. */
export function residentBytes(): number {
  for (let round = 0; round < 3; round++) collect();
  return process.memoryUsage().rss;
}
