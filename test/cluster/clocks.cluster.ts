import { expect } from "chai";
import { openShop } from "../kills/shop.ts";
import { openSurroundings, type Surroundings } from "../kills/surroundings.ts";
import type { KillableGateway } from "../kills/killable.ts";
import { until } from "../support/postgresServers.ts";
import { prepareGateways, type Gateways } from "./support/gateways.ts";
import { postgresOfCluster } from "./support/servers.ts";
import { isFull } from "./support/size.ts";

const INVOICES = isFull ? 20 : 4;
const LOOKS = isFull ? 12 : 2; // for what has expired, one every five seconds
const HOUR_MS = 3_600_000;
const SLIGHTLY = { "90 seconds": 90_000 };
const OFF = isFull ? { ...SLIGHTLY, "30 minutes": 1_800_000 } : SLIGHTLY;

describe("three gateways of which one has a wrong clock", function () {
  this.timeout(300_000);
  let around: Surroundings;
  let gateways: Gateways;
  let right: KillableGateway;
  let wrong: KillableGateway;
  let marker: string; // a key that may mark invoices
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    around = await openSurroundings();
    closers.push(() => around.close());
    gateways = await prepareGateways(around, await postgresOfCluster().newDatabase("clocks"), 3);
    closers.push(() => gateways.close());
    const [first, second, third] = gateways.each as [KillableGateway, KillableGateway, KillableGateway];
    [right, wrong] = [first, third];
    await Promise.all([first.start(0), second.start(0)]);
    marker = await keyToMark(first);
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });

  for (const [name, aheadMs] of Object.entries(OFF))
    describe(`${name} ahead`, () => {
      before(async () => {
        if (wrong.isUp()) await wrong.terminate();
        await wrong.startUnready(aheadMs);
      });

      it("nothing expires, it warns and is not ready", async () => {
        const ids = await issue(aheadMs / 60_000 - 0.1); // by the wrong clock they have ended
        await until(async () => wrong.recently().includes("clock.skewed"));
        expect(await readiness()).to.deep.equal([200, 503]);
        await looksForEnds(LOOKS);
        await nothingExpiredEarly(ids);
        expect(await statuses(wrong, ids)).to.deep.equal(await statuses(right, ids));
      });

      if (!isFull) return; // a range is final a minute after its end
      it("both export the same to the byte, also what the wrong one has booked", async () => {
        const from = await databaseTime();
        const [settled, invalid, later] = await issue(60);
        await mark(wrong, marker, settled, "Settled");
        await mark(right, marker, invalid, "Invalid");
        const to = (await databaseTime()) + 1;
        const both = () => Promise.all([right, wrong].map((one) => exported(one, from, to)));
        for (const { status } of await both()) expect(status, "too young to be final").to.equal(422);
        await until(async () => (await exported(right, from, to)).status === 200, 90_000);
        const [first, second] = await both();
        expect(second).to.deep.equal(first);
        expect(first?.text).to.contain(settled).and.to.contain(invalid);
        await mark(wrong, marker, later, "Settled");
        expect(await both()).to.deep.equal([first, first]);
      });
    });

  describe("an hour forward and back while invoices are open", () => {
    const isReady = (status: number) => until(async () => (await readiness())[1] === status);
    before(async () => {
      wrong.setClock(0);
      await isReady(200);
    });

    it("nothing expires, and it is ready again", async () => {
      const ids = await issue(30);
      wrong.setClock(HOUR_MS);
      await looksForEnds(LOOKS);
      wrong.setClock(-HOUR_MS);
      await isReady(503);
      expect(await readiness()).to.deep.equal([200, 503]);
      await looksForEnds(1);
      wrong.setClock(0);
      await isReady(200);
      expect(wrong.recently()).to.include("clock.agrees");
      await nothingExpiredEarly(ids);
    });
  });

  const issue = async (minutes: number): Promise<[string, string, string, ...string[]]> => {
    const shops = [openShop(right), openShop(wrong)];
    const made = Array.from({ length: INVOICES }, (_, index) =>
      shops[index % 2]!.issue({ amount: "30.00", minutes }),
    );
    return (await Promise.all(made)) as [string, string, string, ...string[]]; // four at least
  };

  const readiness = () =>
    Promise.all([right, wrong].map(async ({ url }) => (await fetch(`${url}/health/ready`)).status));

  /** Waits until some gateway has looked so many times for invoices that have ended. */
  const looksForEnds = async (looks: number): Promise<void> => {
    for (let look = 0; look < looks; look++) {
      const last = await gateways.lastRun("invoices", "expire invoices");
      await until(async () => (await gateways.lastRun("invoices", "expire invoices")) > last);
    }
  };

  const nothingExpiredEarly = async (ids: readonly string[]): Promise<void> => {
    const time = await databaseTime();
    const mine = `id in ('${ids.join("','")}')`;
    const early = `${mine} and state <> 'New' and expires_at > ${time}`;
    expect(await right.rows(`select id, state from invoices where ${early}`)).to.deep.equal([]);
    const open = await right.rows(`select id from invoices where ${mine} and expires_at > ${time}`);
    expect(open, "invoices that are still open").not.to.deep.equal([]);
  };

  const databaseTime = async (): Promise<number> => {
    const [row] = await right.rows("select (extract(epoch from clock_timestamp()) * 1000)::bigint as now");
    return Number(row?.["now"]);
  };
});

async function statuses(gateway: KillableGateway, ids: readonly string[]): Promise<readonly string[]> {
  const all = await openShop(gateway).invoices();
  return all.filter(({ id }) => ids.includes(id)).map(({ id, status }) => `${id} ${status}`);
}

async function keyToMark({ run, storeId }: KillableGateway): Promise<string> {
  const { code, output } = await run(
    "keys",
    "create",
    "--store",
    storeId,
    "--permissions",
    "canmarkinvoices,canmodifyinvoices",
  );
  expect(code, output).to.equal(0);
  return output.trim();
}

async function mark(gateway: KillableGateway, key: string, id: string, status: string): Promise<void> {
  const answer = await call({ ...gateway, apiKey: key }, `/invoices/${id}/status`, { status });
  expect(answer.status, await answer.text()).to.equal(200);
}

async function exported(gateway: KillableGateway, from: number, to: number) {
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const answer = await call(gateway, `/exports/invoices.csv?include=invalid&${range}`);
  return { status: answer.status, text: await answer.text() };
}

type Reached = Pick<KillableGateway, "url" | "storeId" | "apiKey">;

function call({ url, storeId, apiKey }: Reached, path: string, body?: unknown): Promise<Response> {
  return fetch(`${url}/api/v1/stores/${storeId}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `token ${apiKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
