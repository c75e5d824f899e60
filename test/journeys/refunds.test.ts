import fs from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { payoutsPay, sendPayment, type PaymentTools } from "../../src/cli/gateway/payoutsPay.ts";
import type { Sending } from "../../src/gateway/usecases/payouts/preparePayoutPayment.ts";
import { createIntentService } from "../../src/wallet/intentService.ts";
import type { EvmSigner } from "../../src/wallet/signers.ts";
import { invoke, type Said } from "../cli/invoke.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { ok, shopOf } from "./shop.ts";

const BUYER = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

type Payout = Readonly<{ id: string; state: string; paymentProof?: { id: string }; crosstill: { evidence: string; paidAmount: string; service: { minimum: string; status: string; sent: readonly string[] } } }>; // prettier-ignore

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
    const payoutPath = `/payouts/${claimed!.id}`;
    ok(await sandbox.post(payoutPath, {}));
    const load = async () => ok<Payout>(await sandbox.get(payoutPath));
    const refusals: number[] = [];
    let isPaying = true;
    const told = pay(sandbox, claimed!.id).finally(() => (isPaying = false));
    for (let second = 0; second < 100 && (isPaying || (await load()).state === "InProgress"); second++) {
      if ((await load()).state === "InProgress") refusals.push((await sandbox.post(`${payoutPath}/mark`, { state: "Cancelled" })).status); // prettier-ignore
      await shop.tick();
      await shop.mine();
    }
    const { result, notes, error } = await told;
    expect(error).to.equal(undefined);
    expect(result).to.match(/^Outcome: success\. Sent 0x/);
    expect(notes).to.match(/gets about 0\.00\d+ BTC for [\d.]+ USDC on Sandbox Base \(\d+ smallest units\)/);
    expect(new Set(refusals), "cancelled while it is being paid").to.deep.equal(new Set([400]));
    const paid = await load();
    expect(paid.state).to.equal("Completed");
    expect(paid.crosstill.evidence).to.equal("verified");
    expect(paid.crosstill.service.status).to.equal("success");
    expect(paid.crosstill.service.sent, "what was sent").not.to.be.empty;
    for (const hash of paid.crosstill.service.sent) expect(result).to.include(hash);
    const sums = await sandbox.app.gateway.explorer.addressSums(BUYER);
    const sats = BigInt(Math.round(Number(paid.crosstill.paidAmount) * 1e8));
    expect(sums.funded).to.equal(sats);
    expect(Number(paid.crosstill.paidAmount)).to.be.at.least(Number(paid.crosstill.service.minimum));
    expect(await (await fetch(refund.viewLink)).text()).to.include(paid.paymentProof!.id);
  });

  it("is not paid with a key that others may read, or that is none, nor when it was paid already", async () => {
    const [{ id } = { id: "" }] = ok<readonly Payout[]>(await sandbox.get("/payouts"));
    const file = path.join(sandbox.dataDir, "merchant.key");
    fs.writeFileSync(file, "ab".repeat(32), { mode: 0o644 });
    expect((await pay(sandbox, id, "--key-file", file)).error).to.include("chmod 600");
    fs.chmodSync(file, 0o600);
    expect((await pay(sandbox, id, "--key-file", file)).error).to.include("this one is Completed");
    fs.writeFileSync(file, "ab");
    const { error } = await pay(sandbox, id, "--key-file", file);
    expect(error).to.include("64 hexadecimal digits").and.not.include('"ab"');
  });

  it("waits for its payment again when the wallet sent nothing, and for a person when nobody knows", async () => {
    const pull = ok<{ id: string }>(await sandbox.post("/pull-payments", { amount: "5", currency: "USD" }));
    const wanted = { destination: BUYER, payoutMethodId: "BTC-CHAIN", pullPaymentId: pull.id, approved: true };
    const { id, state } = ok<Payout>(await sandbox.post("/payouts", wanted));
    expect(state).to.equal("AwaitingPayment");
    const file = path.join(sandbox.dataDir, "poor.key");
    fs.writeFileSync(file, "cd".repeat(32), { mode: 0o600 });
    expect((await pay(sandbox, id, "--key-file", file)).error).to.be.a("string");
    const stateNow = async () => ok<Payout>(await sandbox.get(`/payouts/${id}`)).state;
    expect(await stateNow()).to.equal("AwaitingPayment");

    const { app, clock } = sandbox;
    const { intentsUrl, intentsApiKey, settlement, wallet } = app.sandbox!.file;
    const silent = async () => Promise.reject(new Error("the node went silent"));
    const signer: EvmSigner = {
      ...{ address: wallet.evm.address as EvmSigner["address"], chainId: async () => settlement.chainId },
      ...{ switchChain: silent, sendTransaction: silent, waitForReceipt: silent, signMessage: silent, signTypedData: silent },
    };
    const service = createIntentService({ baseUrl: intentsUrl, apiKey: intentsApiKey });
    const tools: PaymentTools = { signer, service, bitcoinNetwork: "regtest", deadline: clock() };
    const send = (gateway: Sending) => sendPayment(gateway, id, tools, () => {}).then(() => "sent", (error) => String(error));
    expect(await send(wantingSignature(app.gateway))).to.include("no transaction");
    expect(await stateNow()).to.equal("AwaitingPayment");
    expect(await send(app.gateway)).to.include("not known whether");
    expect(await stateNow()).to.equal("InProgress");
  }); // prettier-ignore
});

/** A gateway whose service wants something signed, such as a permit, before the transaction. */
function wantingSignature(gateway: Sending): Sending {
  const ask = { signatureKind: "eip191", message: "everything you have is mine" };
  const quote: Sending["service"]["quote"] = async (...wanted) => {
    const answer = await gateway.service.quote(...wanted);
    const { steps, ...rest } = answer.raw as { steps: readonly Readonly<{ requestId: string }>[] };
    const sign = { ...steps[0], id: "authorize", kind: "signature", items: [{ status: "incomplete", data: { sign: ask } }] };
    return { ...answer, raw: { ...rest, steps: [sign, ...steps] } };
  };
  return { ...gateway, service: { ...gateway.service, quote } };
} // prettier-ignore

/** `crosstill payouts pay` beside the server; without a key file the sandbox wallet pays. */
function pay({ dataDir, clock }: SandboxApp, payoutId: string, ...options: readonly string[]): Promise<Said> {
  return invoke(payoutsPay, [payoutId, ...options], { DATA_DIR: dataDir }, clock);
}
