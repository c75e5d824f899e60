import { expect } from "chai";
import { createPublicClient, createWalletClient, http, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { sendPayment } from "../../src/commands/payoutsPay.ts";
import { createIntentService } from "../../src/wallet/intentService.ts";
import { viemSigner } from "../../src/wallet/viemSigner.ts";
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
    expect(await submit(refund.viewLink, { ...typed, step: "claim" }), "twice").to.include("All of this payment");

    const [claimed] = ok<readonly Payout[]>(await sandbox.get("/payouts"));
    const path = `/payouts/${claimed!.id}`;
    ok(await sandbox.post(path, {}));
    const ending = await send(sandbox, claimed!.id);
    expect(ending.sent.length).to.be.greaterThan(0);
    expect(ok<Payout>(await sandbox.get(path)).state).to.equal("InProgress");
    expect((await sandbox.post(`${path}/mark`, { state: "Cancelled" })).status, "while it is paid").to.equal(400);

    let paid = claimed!;
    for (let second = 0; second < 30 && paid.state !== "Completed"; second++) {
      await shop.tick();
      await shop.mine();
      paid = ok<Payout>(await sandbox.get(path));
    }
    expect(paid.state).to.equal("Completed");
    expect(paid.crosstill.evidence).to.equal("verified");
    const sums = await sandbox.app.gateway.explorer.addressSums(BUYER);
    const sats = BigInt(Math.round(Number(paid.crosstill.paidAmount) * 1e8));
    expect(sums.chain_stats.funded_txo_sum).to.equal(sats);
    expect(Number(paid.crosstill.paidAmount)).to.be.at.least(Number(paid.crosstill.service.minimum));
    expect(await (await fetch(refund.viewLink)).text()).to.include(paid.paymentProof!.id);
  });
});

/** What `crosstill payouts pay` does, with the sandbox wallet's key. */
function send({ app, clock }: SandboxApp, payoutId: string) {
  const { wallet, chains, settlement, intentsUrl, intentsApiKey } = app.sandbox!.file;
  const transport = http(chains.find(({ id }) => id === settlement.chainId)!.rpcUrl);
  const account = privateKeyToAccount(wallet.evm.privateKey as Hex);
  const signer = viemSigner(createWalletClient({ account, transport, pollingInterval: 100 }), createPublicClient({ transport, pollingInterval: 100 })); // prettier-ignore
  const service = createIntentService({ baseUrl: intentsUrl, apiKey: intentsApiKey });
  return sendPayment(app.gateway, payoutId, { signer, service, bitcoinNetwork: "regtest", deadline: clock() }, () => {}); // prettier-ignore
}
