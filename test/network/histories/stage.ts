import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { encodeFunctionData, maxUint256 } from "viem";
import { openDatabase } from "../../../src/database/open.ts";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import { audit, type AuditReport } from "../../../src/network/audit/audit.ts";
import { createAuditParts } from "../../../src/network/audit/auditParts.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { SANDBOX_MNEMONIC } from "../../../src/sandbox/accounts.ts";
import { saveState } from "../../support/anvilState.ts";
import { runFolder } from "../../support/runFolder.ts";
import { createPayees } from "../evmRoutes.ts";
import type { EvmWorld, Wallet } from "../evmWorld.ts";
import { fixedPrices, startPoolWorld, type PoolWorld } from "../pools/poolWorld.ts";
import { alarmLog } from "../solverAlarms.ts";
import { storeIn } from "../storeIn.ts";
import type { World } from "../world.ts";
import type { Order } from "./orders.ts";

const SIGNERS = 8;
const FIRST_SIGNER = 20; // of the test mnemonic

/** A coin of the second chain that the operator can take away for a while. */
export type Inventory = "usdc" | "weth";

/** What a history happens in: a service with pools, its payers, and what was done to them. */
export type Scene = Readonly<{
  pooled: PoolWorld;
  world: World;
  payer: Wallet;
  signers: readonly Wallet[]; // each signs for one order
  orders: Order[];
  taken: Map<Inventory, bigint>; // of the service's coins, until they come back
  moved: Map<string, bigint>; // away from a signer and a token, until they come back
  payee(): string;
  alarms: readonly string[]; // events that call the operator
  audit(): Promise<AuditReport>;
  /** Everything in memory is gone. */
  restart(): Promise<void>;
}>;

/** Lends one world to any number of histories, each of which begins with the same chains, books and time. */
export type Stage = Readonly<{
  play(act: (scene: Scene) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}>;

/** Chains and database are put back by a snapshot and a copy, which takes a tenth of a second instead of seconds. */
export async function openStage(): Promise<Stage> {
  const { log, events } = alarmLog();
  const pooled = await startPoolWorld({ log });
  try {
    return await stageOn(pooled, events);
  } catch (error) {
    await pooled.close(); // a set-up that fails leaves nothing behind
    throw error;
  }
}

async function stageOn(pooled: PoolWorld, alarms: string[]): Promise<Stage> {
  const { world } = pooled;
  const payer = await world.evm.wallet(10);
  const signers: Wallet[] = [];
  for (let index = 0; index < SIGNERS; index++)
    signers.push(await openSigner(world.evm, FIRST_SIGNER + index));
  await world.tick(3);
  const folder = fs.mkdtempSync(path.join(runFolder(), "histories-"));
  const first = path.join(folder, "first.db");
  copyDatabase(pooled.databaseUrl, first);
  const now = world.now;
  const chains = [world.evm, world.other];
  const restore = await Promise.all(chains.map(({ url }) => saveState(url)));
  let played = 0;

  return {
    async play(act) {
      const databaseUrl = path.join(folder, `${++played}.db`);
      fs.copyFileSync(first, databaseUrl);
      await Promise.all(restore.map((one) => one()));
      Object.assign(world, { now, tamper: undefined, gate: undefined, swallowSends: false });
      Object.assign(pooled.prices.usd, fixedPrices().usd);
      alarms.length = world.sent.length = world.failures.length = 0;
      const restart = () => world.restart({ databaseUrl, evmChains: pooled.configs() });
      await restart();
      const store = storeIn(await openDatabase(databaseUrl, "network", true));
      const parts = createAuditParts(
        {
          ...{ mnemonic: SANDBOX_MNEMONIC, bitcoinNetwork: "regtest", explorerQuorum: undefined },
          explorerUrls: [`${world.url.slice(0, -"/base/path".length)}/explorer/api`],
          evmChains: chains.map((chain) => chain.config(chain.url)),
        },
        store,
        { clock: () => world.now, log: silentLog },
      );
      try {
        await act({
          ...{ pooled, world, payer, signers, alarms, orders: [], taken: new Map(), moved: new Map() },
          ...{ payee: createPayees(), audit: () => audit(parts), restart },
        });
      } finally {
        await store.close();
        await world.network.close();
        for (const name of fs.readdirSync(folder))
          if (name.startsWith(`${played}.db`)) fs.rmSync(path.join(folder, name));
      }
    },
    async close() {
      await pooled.close();
      fs.rmSync(folder, { recursive: true });
    },
  };
}

/** A wallet with tokens, from which Permit2 may take them. */
async function openSigner(chain: EvmWorld, index: number): Promise<Wallet> {
  const wallet = await chain.wallet(index);
  const args = [chain.permit2, maxUint256] as const;
  await wallet.send({
    to: chain.usdt,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }),
  });
  return wallet;
}

/** The whole of a database that is open. */
function copyDatabase(from: string, to: string): void {
  const database = new Database(from, { readonly: true });
  database.prepare("VACUUM INTO ?").run(to);
  database.close();
}
