import fs from "node:fs";
import type { Abi, Hex } from "viem";
import { z } from "zod";
import type { EvmAddress } from "../../evm/codec/address.ts";
import {
  deploymentPlan,
  plannedAddresses,
  type ContractAddresses,
  type ContractName,
} from "../../evm/codec/deployment.ts";
import { packageFile } from "../../runtime/packageFile.ts";

/** A compiled contract: its interface, and the code that creates it (constructor arguments come behind). */
export type Artifact = Readonly<{ abi: Abi; bytecode: Hex }>;

const artifactSchema = z.object({
  abi: z.custom<Abi>((value) => Array.isArray(value)),
  bytecode: z.custom<Hex>((value) => typeof value === "string" && /^0x([0-9a-f]{2})+$/.test(value)),
});

/** Reads build/contracts/<name>.json, which `npm run build` makes from <name>.sol. Throws when it is missing or damaged. */
export function readArtifact(name: string): Artifact {
  const file = packageFile(`build/contracts/${name}.json`);
  try {
    return artifactSchema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch (cause) {
    throw new Error(`The compiled contract ${file} is missing or damaged: run "npm run build".`, { cause });
  }
}

/** The contracts that an intent service deploys. */
export function readServiceArtifacts(): Readonly<Record<ContractName, Artifact>> {
  return {
    Depository: readArtifact("Depository"),
    Router: readArtifact("Router"),
    ApprovalProxy: readArtifact("ApprovalProxy"),
    DepositAddressFactory: readArtifact("DepositAddressFactory"),
    SwapDesk: readArtifact("SwapDesk"),
    PermitTransfer: readArtifact("PermitTransfer"),
  };
}

/** Where the contracts of a solver and their owner are, or will be, on every chain. Throws when they are not compiled. */
export function contractsOf(solver: EvmAddress, owner: EvmAddress = solver): ContractAddresses {
  return plannedAddresses(deploymentPlan({ solver, owner, artifacts: readServiceArtifacts() }));
}
