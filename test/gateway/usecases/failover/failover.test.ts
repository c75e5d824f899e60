import { expect } from "chai";
import { recover } from "../../../../src/cli/gateway/recover.ts";
import { healthLines } from "../../../../src/gateway/compose/healthLines.ts";
import { merchantWords } from "../../../../src/languages/merchantWords.ts";
import { invoke } from "../../../cli/invoke.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";
import { postgresOfRun } from "../../../support/postgresOfRun.ts";
import { embeddedBinaries, startPair, type Pair } from "../../../support/postgresServers.ts";

type Inbox = Readonly<{ lost: readonly Readonly<{ invoiceId: string }>[] }>;

describe("a gateway whose PostgreSQL fails over to a standby that stayed behind", () => {
  let pair: Pair;
  let merchant: MerchantApp;
  let databaseUrl: string;
  before(async () => {
    await postgresOfRun(); // which makes the user that servers run as
    pair = await startPair(await embeddedBinaries());
    databaseUrl = pair.primary.url().replace(/\/postgres$/, `,127.0.0.1:${pair.standby.port}/postgres`);
    merchant = await startMerchantApp({ databaseUrl, env: { DATABASE_POOL_SIZE: "3" } });
  });
  after(async () => {
    await merchant.close();
    await pair.stop();
  });

  const create = () => merchant.post("/invoices", { amount: "25.00", currency: "USD" });
  const idOf = ({ body }: Readonly<{ body: unknown }>) => (body as Readonly<{ id: string }>).id;
  const page = (id: string) => fetch(`${merchant.url}/i/${id}`, { headers: { accept: "text/html" } });
  let kept: string;
  let lost: string;

  it("loses what the standby did not have", async () => {
    kept = idOf(await create());
    await pair.caughtUp();
    await pair.pause();
    lost = idOf(await create());
    expect((await page(kept)).status).to.equal(200);
  });

  it("answers new invoices with 503 and Retry-After while no server takes writes", async () => {
    await pair.primary.end("SIGKILL");
    const answer = await fetch(`${merchant.url}/api/v1/stores/${merchant.storeId}/invoices`, {
      method: "POST",
      headers: { authorization: `token ${merchant.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ amount: "25.00", currency: "USD" }),
    });
    expect(answer.status).to.equal(503);
    expect(Number(answer.headers.get("retry-after"))).to.be.greaterThan(0);
    expect(await answer.json()).to.include({ code: "storage-unavailable" });
  });

  it("still shows the invoices that were looked at, and says that they may be out of date", async () => {
    merchant.clock.advance(1_000); // pages are kept for a second
    const shown = await page(kept);
    expect(shown.status).to.equal(200);
    expect(await shown.text()).to.contain("If you have paid since, don&#39;t pay again");
    const status = await fetch(`${merchant.url}/i/${kept}/status`, {
      headers: { accept: "application/json" },
    });
    expect(await status.json()).to.include({ status: "New", outdated: true });
    expect((await page("unseen")).status).to.equal(503);
  });

  it("refuses new invoices at once when the standby has taken over, and says why", async () => {
    await pair.promote();
    const { status, body } = await create();
    expect(status).to.equal(503);
    expect(body).to.include({ code: "database-behind" });
    expect(body).to.have.property("message").that.contains("crosstill recover");
    merchant.clock.advance(1_000);
    expect(await (await page(kept)).text()).not.to.contain("your payment isn&#39;t lost");
    expect(merchant.app.gateway.failover?.lost()).to.equal(1);
    await merchant.run("watch database");
    expect((await create()).status).to.equal(503);
    expect(await databaseLine()).to.include({
      state: "missing after a failover: 1 invoices; run crosstill recover",
      isWell: false,
    });
  });

  it("goes on by itself when an operator has run crosstill recover", async () => {
    const env = { DATA_DIR: merchant.dataDir, DATABASE_URL: databaseUrl };
    const { result, error } = await invoke(recover, ["--yes"], env, merchant.clock);
    expect(error).to.equal(undefined);
    expect(result).to.contain(lost);
    await merchant.run("watch database");
    expect((await create()).status).to.equal(200);
    expect(merchant.app.gateway.failover?.lost()).to.equal(0);
    expect(await databaseLine()).to.include({ state: "ok", isWell: true });
    const { body } = await merchant.get("/crosstill/inbox");
    expect(
      (body as Inbox).lost.map(({ invoiceId }) => invoiceId),
      "for a person",
    ).to.deep.equal([lost]);
  });

  /** How the owner's overview and the server's page say that the database is. */
  const databaseLine = async () => {
    const readiness = {
      storage: async () => ({ database: "ok", journal: "ok" }) as const,
      stalledJobs: () => [],
      clockSkewMs: () => undefined,
      warnings: () => [],
      isStopping: () => false,
    };
    const { gateway } = merchant.app;
    const [line] = await healthLines(gateway, readiness, merchant.dataDir, merchantWords("en"));
    return line;
  };
});
