import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { payoutsPay } from "../../src/commands/payoutsPay.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { ok, shopOf } from "./shop.ts";

const BUYER = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

type Payout = Readonly<{ id: string; state: string; paymentProof?: { id: string }; crosstill: { evidence: string; paidAmount: string; service: { minimum: string } } }>; // prettier-ignore

describe("a refund from the invoice to the buyer's address", function () {
  this.timeout(120_000);
  let sandbox: SandboxApp;
  before(async () => void (sandbox = await startSandboxApp()));
  after(() => sandbox.close());

  /** What the form of the claim page sends, and the page that comes back. */
  const submit = async (url: string, fields: Readonly<Record<string, string>>) =>
    (await fetch(url, { method: "POST", body: new URLSearchParams(fields) })).text();

  it("is claimed on its page, approved, paid from the settlement coin, and completed when the chain shows it", async () => {
    const shop = shopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    const { id } = await shop.invoice();
    await shop.pay(id);
    await shop.mine();
    await shop.until(id, "Settled");

    const refund = ok<{ id: string; viewLink: string }>(await sandbox.post(`/invoices/${id}/refund`, { refundVariant: "Fiat" })); // prettier-ignore
    const typed = { method: "BTC-CHAIN", address: BUYER, amount: "" };
    expect(await (await fetch(refund.viewLink)).text()).to.include("25.00");
    const ahead = await submit(refund.viewLink, { ...typed, step: "see" });
    const [, expected = "0"] = /You get about[^]*?class="digits">([\d.]+)</.exec(ahead) ?? [];
    expect(Number(expected), "net of fees").to.be.greaterThan(0);
    expect(ahead).to.match(/About [\d]+ (seconds|minutes)/);
    expect(await submit(refund.viewLink, { ...typed, step: "claim" })).to.include("looks at it");
    expect(await submit(refund.viewLink, { ...typed, step: "claim" }), "twice").to.include(
      "All of this payment",
    );

    const [claimed] = ok<readonly Payout[]>(await sandbox.get("/payouts"));
    const path = `/payouts/${claimed!.id}`;
    ok(await sandbox.post(path, {}));
    const load = async () => ok<Payout>(await sandbox.get(path));
    const refusals: number[] = [];
    let isPaying = true;
    const told = pay(sandbox, claimed!.id).finally(() => (isPaying = false));
    for (let second = 0; second < 100 && (isPaying || (await load()).state === "InProgress"); second++) {
      if ((await load()).state === "InProgress") refusals.push((await sandbox.post(`${path}/mark`, { state: "Cancelled" })).status); // prettier-ignore
      await shop.tick();
      await shop.mine();
    }
    expect(await told).to.match(/^Outcome: success\. Sent 0x/);
    expect(new Set(refusals), "cancelled while it is being paid").to.deep.equal(new Set([400]));
    const paid = await load();
    expect(paid.state).to.equal("Completed");
    expect(paid.crosstill.evidence).to.equal("verified");
    const sums = await sandbox.app.gateway.explorer.addressSums(BUYER);
    const sats = BigInt(Math.round(Number(paid.crosstill.paidAmount) * 1e8));
    expect(sums.funded).to.equal(sats);
    expect(Number(paid.crosstill.paidAmount)).to.be.at.least(Number(paid.crosstill.service.minimum));
    expect(await (await fetch(refund.viewLink)).text()).to.include(paid.paymentProof!.id);
  });
});

/** What `crosstill payouts pay` prints, run beside the server with the sandbox wallet's key. */
async function pay({ dataDir, clock }: SandboxApp, payoutId: string): Promise<string> {
  const printed: string[] = [];
  await payoutsPay({
    ...{ args: [payoutId], env: { DATA_DIR: dataDir }, clock, random: (length) => randomBytes(length) },
    ...{ print: (text) => void printed.push(text), note: () => {}, startedAt: clock(), onStop: () => {} },
  });
  return printed.join("\n");
}
