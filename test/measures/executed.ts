import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../../src/", import.meta.url));
/** Shared parts that every flow passes through, and the other programs that run in the same process here. */
const OTHERS = /^(values|runtime|database|network|sandbox)\//;

/**
 * The files of src of which a function ran while `work` ran, by their paths in src. Counted by V8 (precise coverage with call counts):
 * a file of which only the top level ran, such as one that only declares types, schemas or constants, is not in it, and neither are
 * values, runtime, database and the programs beside the gateway (network, sandbox).
 */
export async function filesExecuted(work: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage"); // sets the counts back to zero
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  session.disconnect();
  return result
    .filter(({ functions }) => functions.some(ran))
    .filter(({ url }) => url.startsWith("file:"))
    .map(({ url }) => path.relative(SRC, fileURLToPath(url)))
    .filter((file) => !file.startsWith("..") && !OTHERS.test(file))
    .toSorted();
}

/** True for a function that was called. The top level of a module is listed as one without a name that begins at 0. */
function ran({ functionName, ranges }: Profiler.FunctionCoverage): boolean {
  const isTopLevel = functionName === "" && ranges[0]?.startOffset === 0;
  return !isTopLevel && ranges.some(({ count }) => count > 0);
}
