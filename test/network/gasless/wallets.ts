import fs from "node:fs";
import path from "node:path";
import type { Artifact } from "../../../src/network/contracts/artifacts.ts";
import { compileContracts } from "../../../src/network/contracts/compile.ts";
import { runFolder } from "../../support/runFolder.ts";

type Wallets = Readonly<Record<"KeyWallet" | "Calibur", Artifact>>;

let compiled: Promise<Wallets> | undefined;

/** The contracts of ./wallets, compiled once in a run. */
export function walletArtifacts(): Promise<Wallets> {
  return (compiled ??= compile());
}

async function compile(): Promise<Wallets> {
  const folder = fs.mkdtempSync(path.join(runFolder(), "wallets-"));
  await compileContracts(folder, `${import.meta.dirname}/wallets`);
  const read = (name: string) =>
    JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), "utf8")) as Artifact;
  return { KeyWallet: read("KeyWallet"), Calibur: read("Calibur") };
}
