import { expect } from "chai";
import { SCENARIOS } from "../../src/sandbox/demo/scenarios/scenarios.ts";
import { frequentJobs } from "../support/frequentJobs.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { ok } from "./shop.ts";

type Played = Readonly<{ id: string; invoiceId: string; checkoutLink: string; ended: boolean; done: readonly Readonly<{ text: string }>[] }>; // prettier-ignore
type Invoice = Readonly<{
  status: string;
  additionalStatus: string;
  paidAmount: string;
  crosstill: Readonly<{ oddities: readonly Readonly<{ kind: string }>[]; deposits: readonly Readonly<{ state: string; amount: string }>[] }>; // prettier-ignore
}>;

/** What the shop sees in the end, and whether that takes longer than a payment does. */
type Ending = Readonly<{ status: string; additional?: string; odd?: string; seconds?: number }>;

/** Scenarios of one invoice's payer, which are played at the same time. */
const TOGETHER: Readonly<Record<string, Ending>> = {
  exact: { status: "Settled" },
  under: { status: "New", additional: "PaidPartial", odd: "underpaid" },
  over: { status: "Settled", additional: "PaidOver", odd: "overpaid" },
  late: { status: "Expired", additional: "PaidLate", odd: "late", seconds: 80 },
  "two-payments": { status: "Settled", odd: "several" },
  "wrong-chain": { status: "Settled", odd: "wrongChain" }, // the service has that address on every chain
};

/** Scenarios that change what every invoice meets, which are played one after the other. */
const ALONE: Readonly<Record<string, Ending>> = {
  replaced: { status: "New", additional: "None" },
  reorganised: { status: "Settled" },
  "service-refuses": { status: "New", additional: "None" },
  "explorer-down": { status: "Settled", seconds: 100 },
  "explorer-lies": { status: "Settled", seconds: 100 },
};

const STEP = 6; // seconds
const STRIDE = 3; // seconds between the runs of the jobs

function isAs({ status, additionalStatus, crosstill }: Invoice, ending: Ending): boolean {
  const { additional = additionalStatus, odd } = ending;
  const isOdd = odd === undefined || crosstill.oddities.some(({ kind }) => kind === odd);
  return status === ending.status && additionalStatus === additional && isOdd;
}

describe("a scenario of the sandbox", function () {
  this.timeout(120_000);
  let sandbox: SandboxApp;
  before(async () => void (sandbox = await startSandboxApp()));
  after(() => sandbox.close());

  const play = async (name: string) => ok<Played>(await sandbox.control(`scenarios/${name}`, {}));
  const seen = async ({ invoiceId }: Played) => ok<Invoice>(await sandbox.get(`/invoices/${invoiceId}`));
  const told = async ({ id }: Played) => (await (await fetch(`${sandbox.url}/sandbox/scenarios/${id}`)).json()) as Played; // prettier-ignore
  const begin = async (name: string) => {
    const played = await play(name);
    await fetch(played.checkoutLink); // somebody looks at it
    return played;
  };
  /** Lets seconds pass until the invoice is as in the ending, and compares it. */
  const ends = async (played: Played, ending: Ending) => {
    const isOver = async () => (await told(played)).ended && isAs(await seen(played), ending);
    for (let passed = 0; passed < (ending.seconds ?? 40) && !(await isOver()); passed += STEP)
      await seconds(STEP);
    const { ended, done } = await told(played);
    expect(ended, JSON.stringify(done)).to.equal(true);
    expect(done.map(({ text }) => text).join(" ")).not.to.include("stopped");
    const { status, additionalStatus, crosstill } = await seen(played);
    expect(status, JSON.stringify(crosstill)).to.equal(ending.status);
    if (ending.additional) expect(additionalStatus).to.equal(ending.additional);
    if (ending.odd) expect(crosstill.oddities.map(({ kind }) => kind)).to.include(ending.odd);
  };
  const titled = (name: string, ending: Ending) =>
    `${name} ends ${ending.status}${ending.odd ? `, ${ending.odd}` : ""}`;
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second += STRIDE) {
      sandbox.clock.advance(STRIDE * 1_000);
      for (const job of frequentJobs(sandbox.app.jobs)) await job.run().catch(() => {}); // as the schedule does: it says so, and goes on
    }
  };

  it("is there for each way in which a payment can go", () => {
    expect(SCENARIOS.map(({ name }) => name)).to.have.members([
      ...Object.keys({ ...TOGETHER, ...ALONE }),
      "service-slow",
    ]);
  });

  afterEach(() => sandbox.clock.advance(60_000)); // what one of them broke is whole again for the next

  describe("of one payer", () => {
    const played = new Map<string, Played>();
    before(async () => {
      for (const name of Object.keys(TOGETHER)) played.set(name, await begin(name));
    });

    for (const [name, ending] of Object.entries(TOGETHER))
      it(titled(name, ending), () => ends(played.get(name)!, ending));

    it("wrong-chain can be refunded, in the coin and the amount that were sent, and no more than once", async () => {
    const wrong = played.get("wrong-chain")!;
    const { crosstill } = await seen(wrong);
    const [sent] = crosstill.deposits;
    const path = `/invoices/${wrong.invoiceId}/refund`;
    const wanted = { refundVariant: "RateThen" };
    const both = await Promise.all([sandbox.post(path, wanted), sandbox.post(path, wanted)]);
    expect(both.map(({ status }) => status)).to.have.members([200, 422]);
    const refund = ok<{ amount: string; currency: string; crosstill: Readonly<{ payoutMethods: readonly string[] }> }>(both.find(({ status }) => status === 200)!);
    expect([Number(refund.amount), refund.currency]).to.deep.equal([Number(sent?.amount), "USDC"]);
    expect(refund.crosstill.payoutMethods).to.deep.equal(["USDC-BASE"]); // it was asked for on Arbitrum
    expect((await sandbox.post(path, { refundVariant: "Custom", customAmount: "0.01", customCurrency: "USDC" })).status).to.equal(422);
  }); // prettier-ignore
  });

  for (const [name, ending] of Object.entries(ALONE))
    it(titled(name, ending), async () => ends(await begin(name), ending));

  it("makes the service slow for a minute: every answer of it comes too late for everybody", async () => {
    const { faults } = sandbox.app.sandbox!.sandbox;
    const played = await play("service-slow");
    await sandbox.run("play scenarios");
    await sandbox.run("play scenarios");
    expect([(await told(played)).ended, faults.active("intents")]).to.deep.equal([true, "slow"]);
    sandbox.clock.advance(60_000);
    expect(faults.active("intents")).to.equal(undefined);
    for (let passed = 0; passed < 40 && (await seen(played)).status !== "Settled"; passed += STEP)
      await seconds(STEP);
    expect((await seen(played)).status).to.equal("Settled");
  });

  it("is a button on a page, which leads to the checkout", async () => {
    const page = await (await fetch(`${sandbox.url}/sandbox`)).text();
    for (const { title } of SCENARIOS) expect(page).to.include(title);
    const pressed = await fetch(`${sandbox.url}/sandbox/scenarios/exact`, { method: "POST", headers: { accept: "text/html" }, redirect: "manual" }); // prettier-ignore
    expect([pressed.status, pressed.headers.get("location")?.includes("/i/")]).to.deep.equal([303, true]);
    const from = (headers: Record<string, string>) => fetch(`${sandbox.url}/sandbox/scenarios/exact`, { method: "POST", headers }); // prettier-ignore
    for (const foreign of [{ origin: "https://elsewhere.example" }, { "sec-fetch-site": "cross-site" }])
      expect((await from(foreign as Record<string, string>)).status, "from another website").to.equal(403);
    expect((await from({ origin: sandbox.url })).status, "from its own page").to.equal(200);
    const unknown = await sandbox.control("scenarios/nonsense", {});
    expect([unknown.status, JSON.stringify(unknown.body).includes("two-payments")]).to.deep.equal([
      404,
      true,
    ]);
  });
});
