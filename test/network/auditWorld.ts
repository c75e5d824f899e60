import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import type { Hex } from "viem";
import { openDatabase } from "../../src/database/open.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { adopt, type Direction } from "../../src/network/audit/adopt.ts";
import { audit, type AuditReport } from "../../src/network/audit/audit.ts";
import { createAuditParts, type AuditParts } from "../../src/network/audit/auditParts.ts";
import type { Place } from "../../src/network/audit/places.ts";
import { SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { storeIn } from "./storeIn.ts";
import { startWorld, type World, type WorldChanges } from "./world.ts";

/** A world whose books are looked at from outside, as the command does it beside the running service. */
export type AuditedWorld = Readonly<{
  world: World;
  databaseUrl: string;
  parts: AuditParts;
  audit(): Promise<AuditReport>;
  adopt(report: AuditReport, direction?: Direction): Promise<readonly Place[]>;
  close(): Promise<void>;
}>;

export async function startAuditedWorld({
  databaseUrl,
  ...changes
}: WorldChanges = {}): Promise<AuditedWorld> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-audit-"));
  const url = databaseUrl ?? path.join(folder, "network.db");
  const world = await startWorld({ ...changes, databaseUrl: url });
  const store = storeIn(await openDatabase(url, "network", true));
  const base = world.url.slice(0, -"/base/path".length);
  const chains = [world.evm, ...(changes.twoChains ? [world.other] : [])];
  const parts = createAuditParts(
    {
      mnemonic: SANDBOX_MNEMONIC,
      refunderMnemonic: changes.refunderMnemonic,
      contractOwner: changes.contractOwner,
      bitcoinNetwork: "regtest",
      explorerUrls: [`${base}/explorer/api`],
      explorerQuorum: undefined,
      evmChains: chains.map((chain) => chain.config(chain.url)),
    },
    store,
    { clock: () => world.now, log: silentLog },
  );
  return {
    world,
    databaseUrl: url,
    parts,
    audit: () => audit(parts),
    adopt: (report, direction = "came") => adopt(parts, report, direction),
    async close() {
      await store.close();
      await world.close();
      fs.rmSync(folder, { recursive: true });
    },
  };
}

/** What is wrong in a report, in words that a failed test can show. */
export function troublesOf(report: AuditReport): readonly string[] {
  return [
    ...report.places
      .filter(({ outcome }) => outcome !== "equal")
      .map(({ chainId, currency, place, difference, outcome }) =>
        [chainId, currency, place, outcome, String(difference)].join(" "),
      ),
    ...report.faults.map(({ id, what }) => `${id} ${what}`),
    ...report.imbalances.map(({ chainId, currency, amount }) => `${chainId} ${currency} off by ${amount}`),
    ...report.unreached.map(({ chainId, why }) => `${chainId} ${why}`),
  ];
}

/** The salt of an issued deposit address: the service's secret, which the first sweep makes public. */
export async function saltOf({ parts: { store } }: AuditedWorld, address: string): Promise<Hex> {
  const { addresses } = store.tables;
  const [row] = await store.db.select().from(addresses).where(eq(addresses.address, address));
  return row?.salt as Hex; // issued for an EVM chain
}
