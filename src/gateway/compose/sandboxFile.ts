import { createHash } from "node:crypto";
import fs from "node:fs";
import { z } from "zod";
import type { Deps } from "./deps.ts";
import { createMerchant, issueKey } from "../usecases/stores/createStore.ts";
import type { MerchantStore } from "../usecases/stores/merchantStore.ts";
import type { Persistence } from "../ports/persistencePort.ts";
import { keyDigest } from "../usecases/access/keyText.ts";
import { DEFAULT_PERMISSIONS } from "../domain/access/permissions.ts";
import { readArtifact, readServiceArtifacts } from "../../network/contracts/artifacts.ts";
import { SANDBOX_TOKENS } from "../../sandbox/evm/tokens.ts";

/** DATA_DIR/sandbox.json: everything that a script needs to use the sandbox. Its keys are worth nothing outside it. */
const fileSchema = z.object({
  url: z.string(),
  storeId: z.string(),
  apiKey: z.string(),
  intentsUrl: z.string(),
  intentsApiKey: z.string(),
  explorerUrls: z.array(z.string()),
  chains: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      rpcUrl: z.string(),
      usdc: z.string(),
      tokens: z
        .array(z.object({ symbol: z.string(), address: z.string(), decimals: z.number() }))
        .default([]),
    }),
  ),
  contracts: z.string().optional(), // the fingerprint of those that lie on its chains
  settlement: z.object({ chainId: z.number(), currency: z.string(), recipient: z.string() }),
  wallet: z.object({
    bitcoin: z.object({ address: z.string(), wif: z.string() }),
    evm: z.object({ address: z.string(), privateKey: z.string() }),
  }),
});
export type SandboxFile = z.infer<typeof fileSchema>;

/** What an earlier start wrote, or undefined when there is nothing usable: it is written anew then. */
export function readSandboxFile(file: string): SandboxFile | undefined {
  try {
    return fileSchema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** No stored request names these: a sandbox of an earlier version gets them at its next start. */
const ADDED_LATER: ReadonlySet<string> = new Set(["PermitTransfer"]);

/**
 * What the sandbox deploys on its chains and requests name, as one short text: another text means other contracts at other
 * addresses.
 */
export function contractsFingerprint(): string {
  const service = Object.entries(readServiceArtifacts()).filter(([name]) => !ADDED_LATER.has(name));
  const artifacts = [
    ...SANDBOX_TOKENS.map(({ contract }) => readArtifact(contract)),
    ...service.map(([, artifact]) => artifact),
  ];
  const hash = createHash("sha256");
  for (const { bytecode } of artifacts) hash.update(bytecode);
  return hash.digest("hex").slice(0, 16);
}

/** Throws when a folder holds chains with other contracts than this version uses: requests and stores there name them. */
export function refuseEarlierSandbox(
  earlier: SandboxFile | undefined,
  contracts: string,
  dataDir: string,
): void {
  if (!earlier || earlier.contracts === contracts) return;
  throw new Error(
    `The sandbox in ${dataDir} was made by another version, with other contracts on its chains. Delete ${dataDir} (or set DATA_DIR to a new folder) and start again.`,
  );
}

/**
 * The demo merchant's store and key: the ones from an earlier start if the database still has them, else
 * new ones.
 */
export async function openStoreAccount(
  persistence: Persistence,
  deps: Deps,
  settings: MerchantStore["settings"],
  earlier: SandboxFile | undefined,
): Promise<Pick<SandboxFile, "storeId" | "apiKey">> {
  const key = earlier && (await persistence.keys.find(keyDigest(earlier.apiKey)));
  if (earlier && key && (await persistence.stores.load(key.storeId)))
    return { storeId: key.storeId, apiKey: earlier.apiKey };
  const merchant = await createMerchant(persistence, deps, "Sandbox shop", settings);
  const apiKey = await issueKey(
    persistence.keys,
    deps,
    { storeId: merchant.id, label: "sandbox", permissions: DEFAULT_PERMISSIONS },
    "test",
  );
  return { storeId: merchant.id, apiKey };
}
