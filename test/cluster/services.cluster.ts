import { expect } from "chai";
import { parseTransaction, recoverTransactionAddress, type Hex, type TransactionSerialized } from "viem";
import { query, until } from "../support/postgresServers.ts";
import {
  createCrossings,
  depositAll,
  expectPaidOnce,
  quote,
  statusOf,
  type Ask,
  type Json,
  type Quoted,
} from "../network/faults/crossings.ts";
import {
  prepareService,
  type KillableService,
  type ServiceProcess,
} from "../network/faults/killableService.ts";
import { postgresOfCluster } from "./support/servers.ts";
import { isFull } from "./support/size.ts";

const ROUNDS = isFull ? 12 : 1;
const END_MS = 120_000;
const ENDS: ReadonlySet<string> = new Set(["success", "refund", "failure"]);

describe("two intent services on one database and seed", function () {
  this.timeout(2 * ROUNDS * END_MS);
  let service: KillableService;
  let databaseUrl: string;
  let both: readonly ServiceProcess[];
  const closers: (() => Promise<unknown>)[] = [];
  before(async () => {
    databaseUrl = await postgresOfCluster().newDatabase("services");
    service = await prepareService(databaseUrl);
    closers.push(() => service.close());
    await service.start();
    const second = service.another();
    await second.start();
    both = [service, second];
    await service.booksOpen();
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });

  it("fill every deposit once, also when the one that pays is killed", async () => {
    const { world } = service;
    const crossings = await createCrossings(world);
    let kills = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const quotes: Quoted[] = [];
      for (const crossing of crossings())
        await until(async () => {
          const quoted = await quote(askOf(both, quotes.length), crossing);
          if (quoted) quotes.push(quoted);
          return quoted !== undefined;
        });
      await depositAll(world, quotes);
      const payer = await holder(databaseUrl, both, "solver");
      payer.kill();
      await payer.gone();
      kills++;
      const left = both.filter((one) => one !== payer);
      const open = new Set(quotes);
      await until(async () => {
        if (world.ledger.view.mempool().size > 0) await world.mine();
        for (const one of open) if (ENDS.has(await statusOf(askOf(left, 0), one))) open.delete(one);
        return open.size === 0;
      }, END_MS);
      for (const one of quotes) await expectPaidOnce(world, askOf(left, 0), one);
      await payer.start();
    }
    console.log(`      ${ROUNDS * 5} deposits, the payer killed ${kills} times`);
    expect(await noncesUsedTwice(world.sent)).to.deep.equal([]);
    const { code, output } = await service.audit();
    expect(code, output).to.equal(0);
  });
});

function askOf(services: readonly ServiceProcess[], turn: number): Ask {
  return async (path, body) => {
    const headers = { "content-type": "application/json" };
    const post = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
    const url = services[turn % services.length]?.url() ?? "";
    return (await (await fetch(`${url}${path}`, post)).json()) as Json;
  };
}

/** The process that holds a group of jobs. */
async function holder(
  databaseUrl: string,
  services: readonly ServiceProcess[],
  group: string,
): Promise<ServiceProcess> {
  let found: ServiceProcess | undefined;
  await until(async () => {
    const sql = `select place from network_job_leases join network_processes p on p.id = holder where name = '${group}'`;
    const pid = Number(
      String((await query(databaseUrl, sql))[0]?.["place"])
        .split(":")
        .at(-1),
    );
    return (found = services.find((one) => one.pid() === pid)) !== undefined;
  });
  return found as ServiceProcess; // else it has thrown
}

/** Nonces of one account and chain that were signed for two different calls. The same call with a higher fee is no other. */
async function noncesUsedTwice(sent: readonly Hex[]): Promise<readonly string[]> {
  const calls = new Map<string, Set<string>>();
  for (const raw of new Set(sent)) {
    const { chainId, nonce = 0, to, value = 0n, data = "0x" } = parseTransaction(raw);
    const from = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized });
    const key = `${chainId} ${from} ${nonce}`;
    calls.set(key, (calls.get(key) ?? new Set()).add(`${to} ${value} ${data}`));
  }
  return [...calls].flatMap(([key, different]) => (different.size > 1 ? [key] : []));
}
