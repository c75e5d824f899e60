import fs from "node:fs";
import path from "node:path";
import type { Artifact } from "../../../src/network/contracts/artifacts.ts";
import { compileContracts } from "../../../src/network/contracts/compile.ts";
import { oncePerRun } from "../../support/oncePerRun.ts";
import { runFolder } from "../../support/runFolder.ts";

/** Compiles the Solidity files of a folder once for all processes of a test run: loading the compiler takes seconds. */
export async function compileOnce<Name extends string>(
  sources: string,
): Promise<Readonly<Record<Name, Artifact>>> {
  const name = `contracts of ${path.basename(sources)}`;
  const text = await oncePerRun(name, async () => {
    const folder = fs.mkdtempSync(path.join(runFolder(), "compiled-"));
    const names = await compileContracts(folder, sources);
    const read = (one: string) => fs.readFileSync(path.join(folder, `${one}.json`), "utf8");
    return `{${names.map((one) => `"${one}":${read(one)}`).join()}}`;
  });
  return JSON.parse(text) as Record<Name, Artifact>;
}
