import { expect } from "chai";
import express from "express";
import request from "supertest";
import { beginPayment } from "../../../src/gateway/usecases/payouts/preparePayoutPayment.ts";
import { newOwnerLink } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { errorHandler, notFound } from "../../../src/gateway/http/errors.ts";
import { ownerLinkUrl } from "../../../src/gateway/http/owner/paths.ts";
import { ownerRoutes } from "../../../src/gateway/http/owner/routes.ts";
import { loadPayoutPage } from "../../../src/gateway/http/payouts/loadPayoutPage.ts";
import { payoutView } from "../../../src/gateway/http/payouts/payoutView.ts";
import { payoutPages } from "../../../src/gateway/http/payouts/routes.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { GatewayError } from "../../../src/gateway/errors.ts";
import { BUYER, shop, SIGNER } from "../usecases/payoutShop.ts";
import { hiddenFields, openVisitor, PASSWORD, type Visitor } from "./ownerPages.ts";

const URL_OF_SITE = "http://localhost:3000";
const HASH = `0x${"ab".repeat(32)}`;

type Answer = Readonly<{ state?: string; requestId?: string; transactions?: readonly unknown[]; sent?: readonly unknown[]; message?: string }>; // prettier-ignore

/** The owner's pages over a shop without chains, whose quotes have two transactions. */
async function open() {
  const world = await shop();
  const told: string[] = [];
  const quoted = { isUnsafe: false };
  const transaction = { chainId: 8453, to: BUYER, data: "0x", value: 0n };
  const steps = {
    read: async () => {
      if (quoted.isUnsafe) throw new GatewayError("quote_unusable", "it wants a signature");
      return [transaction, transaction];
    },
    report: async (_: unknown, place: number, txHash: string, stage: string) => void told.push(`${stage} ${place} ${txHash.slice(0, 6)}`), // prettier-ignore
  };
  Object.assign(world.gateway.settings, { sandbox: true });
  const app = express();
  const gateway = { ...world.gateway, steps };
  app.use(
    ownerRoutes(gateway, URL_OF_SITE, {
      further: (door) => payoutPages(gateway, door, { tx: () => undefined }),
    }),
  );
  app.use(notFound, errorHandler(silentLog));
  const browser = openVisitor(app, URL_OF_SITE);
  await browser.get(ownerLinkUrl("", await newOwnerLink(gateway)));
  await browser.send("/owner/setup", { name: "Ada", password: PASSWORD, again: PASSWORD });
  const { formToken = "" } = hiddenFields((await browser.get("/owner")).text);
  const send: Visitor["send"] = (path, fields, from) => browser.send(path, { formToken, ...fields }, from);
  const visitor = { get: browser.get, send };
  const { id } = await world.approved();
  const page = `/owner/payouts/${id}`;
  const payout = async () => (await world.persistence.payouts.load(id))!;
  const wallet = (what: string, fields: Readonly<Record<string, string>> = {}) =>
    visitor.send(`${page}/wallet/${what}`, { requestId: "request-1", place: "0", account: SIGNER, ...fields }, { accept: "application/json" }); // prettier-ignore
  return { ...world, gateway, app, visitor, page, id, payout, wallet, told, quoted };
}

const said = ({ text }: Awaited<ReturnType<Visitor["get"]>>) => [JSON.parse(text) as Answer | readonly Answer[]].flat()[0] as Answer; // prettier-ignore

describe("the owner's pages of payouts", () => {
  it("are for the owner alone, and take forms of their own pages only", async () => {
    const { app, visitor, page, payout } = await open();
    for (const path of ["/owner/payouts", page, `${page}/progress`])
      expect((await request(app).get(path)).headers["location"], path).to.include("/owner/sign-in");
    const foreign = await visitor.send(`${page}/cancel`, {}, { origin: "https://elsewhere.example" });
    const stale = await visitor.send(`${page}/cancel`, { formToken: "another" });
    expect([foreign.status, stale.status, (await payout()).state]).to.deep.equal([
      403,
      403,
      "AwaitingPayment",
    ]);
  });

  it("show destination and amounts in full, and say how to pay", async () => {
    const { visitor, page } = await open();
    const { text, headers } = await visitor.get(page);
    expect(headers["content-security-policy"]).to.include("require-trusted-types-for 'script'");
    for (const words of [
      `data-copy="${BUYER}"`,
      "0.025",
      "50.00 USD",
      "crosstill payouts pay",
      "Pay with a browser wallet",
    ])
      expect(text).to.include(words);
    expect((await visitor.get("/owner/payouts")).text.replace(/<\/?span>/g, "")).to.include(BUYER);
  });

  it("say what the shop pays of its own coin before it is approved: as much as the buyer gets", async () => {
    const { gateway, id } = await open();
    const page = await loadPayoutPage(gateway, id);
    const { chainId, currency, symbol, decimals } = page.merchant.settings.settlement;
    const coin = { methodId: "USDC-BASE", chainId, currency, symbol, decimals };
    const payout = { ...page.payout, coin, state: "AwaitingApproval" as const, payoutAmount: undefined };
    const view = payoutView({ ...page, payout, coinsNow: 4_360_000n }, { tx: () => undefined }, false);
    expect(view["pays"]).to.deep.equal({ amount: "4.36", unit: "USDC", about: true });
    expect(view["gets"]).to.include({ amount: "4.36", unit: "USDC", about: true });
  });

  it("approve and cancel from the list, and say what is wrong on the payout's page", async () => {
    const { visitor, gateway, persistence, another } = await open();
    const { id } = await another();
    const page = `/owner/payouts/${id}`;
    const { status, text } = await visitor.send(`${page}/approve`, { revision: "0" });
    expect([status, text.includes("this one is AwaitingPayment")]).to.deep.equal([400, true]);
    const back = await visitor.send(`${page}/cancel`, { from: "list" });
    expect([back.status, back.headers["location"]]).to.deep.equal([303, "/owner/payouts"]);
    expect((await persistence.payouts.load(id))?.state).to.equal("Cancelled");
    expect((await visitor.get("/owner/payouts?show=finished")).text).to.include("Cancelled");
    expect((await visitor.get("/owner/payouts/unknown")).status).to.equal(404);
    expect(gateway.settings.sandbox).to.equal(true);
  });

  it("record a payment by hand, looked up on the chain, and by word only when that is said", async () => {
    const { visitor, page, said: world, payout } = await open();
    const paid = (fields: Readonly<Record<string, string>>) => visitor.send(`${page}/paid`, fields);
    expect((await paid({ transaction: "", word: "" })).text).to.include("64 hexadecimal digits");
    const early = await paid({ transaction: HASH });
    expect([early.status, early.text.includes(`value="${HASH}"`)]).to.deep.equal([422, true]);
    world.arrivals = [25n * 10n ** 15n];
    expect((await paid({ transaction: `https://explorer.example/tx/${HASH}` })).status).to.equal(303);
    expect((await payout()).proof).to.include({ evidence: "verified", txHash: HASH });
    const other = await open();
    await other.visitor.send(`${other.page}/paid`, { word: "yes" });
    expect((await other.payout()).proof?.evidence).to.equal("merchant");
  });

  it("take a transaction for a second payout only when a box says that it paid both", async () => {
    const { visitor, page, gateway, another, persistence } = await open();
    (gateway.arrivals as Map<unknown, unknown>).clear();
    await visitor.send(`${page}/paid`, { transaction: HASH });
    const { id } = await another();
    const again = await visitor.send(`/owner/payouts/${id}/paid`, { transaction: HASH });
    expect([again.status, again.text.includes("was recorded for another payout")]).to.deep.equal([422, true]);
    expect(again.text).to.include('name="paysSeveral"');
    await visitor.send(`/owner/payouts/${id}/paid`, { transaction: HASH, paysSeveral: "yes" });
    expect((await persistence.payouts.load(id))?.state).to.equal("Completed");
  });

  it("prepare a wallet's payment, and write each transaction down before and after it is sent", async () => {
    const { wallet, payout, told } = await open();
    const prepared = said(await wallet("prepare"));
    expect(prepared.transactions).to.have.length(2);
    expect([prepared.requestId, prepared.sent, (await payout()).state]).to.deep.equal(["request-1", [], "AwaitingPayment"]);
    expect(said(await wallet("ask")).state).to.equal("InProgress");
    expect((await wallet("ask")).status, "asked in another window").to.equal(400);
    expect((await wallet("ask", { place: "1" })).status, "before the first is known").to.equal(400);
    await wallet("sent", { transaction: HASH });
    await wallet("confirmed");
    expect(told).to.deep.equal(["sent 0 0xabab", "confirmed 0 0xabab"]);
    expect(said(await wallet("prepare")).sent, "after a reload").to.deep.equal([HASH]);
    const another = said(await wallet("prepare", { account: BUYER }));
    expect(another.message).to.include(SIGNER);
    expect((await wallet("ask", { place: "1" })).status).to.equal(200);
    expect((await payout()).service?.handed).to.deep.equal([{ hash: HASH }, { hash: undefined }]);
  }); // prettier-ignore

  it("take no transaction at a place that the quote does not have, and none for two places", async () => {
    const { wallet, payout } = await open();
    await wallet("prepare");
    await wallet("ask");
    await wallet("sent", { transaction: HASH });
    await wallet("ask", { place: "1" });
    const twice = await wallet("sent", { place: "1", transaction: HASH });
    expect([twice.status, said(twice).message?.includes("step 1 already")]).to.deep.equal([400, true]);
    await wallet("sent", { place: "1", transaction: HASH.replaceAll("ab", "cd") });
    const beyond = await wallet("ask", { place: "2" });
    expect([beyond.status, said(beyond).message?.includes("has 2 transactions")]).to.deep.equal([400, true]);
    expect((await payout()).service?.handed).to.have.length(2);
  });

  it("let it wait for its payment again when the wallet declined the first, and go on when it declined a later one", async () => {
    const { wallet, payout } = await open();
    await wallet("prepare");
    await wallet("ask");
    expect(said(await wallet("declined")).state).to.equal("AwaitingPayment");
    expect((await payout()).formerRequests).to.deep.equal(["request-1"]);
    await wallet("prepare");
    await wallet("ask");
    await wallet("sent", { transaction: HASH });
    await wallet("ask", { place: "1" });
    expect(said(await wallet("declined", { place: "1" })).state).to.equal("InProgress");
    expect((await wallet("declined")).status, "what was sent").to.equal(400);
    expect((await wallet("ask", { place: "1" })).status, "asked again").to.equal(200);
  });

  it("ask the wallet for nothing when a step is not safe, or the payment was begun by somebody else", async () => {
    const { wallet, quoted, gateway, id, payout, page, visitor } = await open();
    quoted.isUnsafe = true;
    expect(said(await wallet("prepare")).message).to.include("wants a signature");
    expect((await payout()).state).to.equal("AwaitingPayment");
    quoted.isUnsafe = false;
    await wallet("prepare");
    await beginPayment(gateway, id, "request-1"); // by command
    expect((await wallet("ask")).status).to.equal(400);
    expect((await visitor.get(page)).text).to.not.include("pay-by-wallet");
    expect((await wallet("prepare", { account: "nobody" })).status).to.equal(422);
  });

  it("say what a wallet has sent after its payment was taken back in another window, and tell the operator", async () => {
    const { wallet, visitor, page, payout, id, gateway } = await open();
    const errors: unknown[] = [];
    Object.assign(gateway, { log: { ...gateway.log, error: (event: string, data?: object) => errors.push({ event, ...data }) } }); // prettier-ignore
    await wallet("prepare");
    await wallet("ask");
    await visitor.send(`${page}/take-back`, { nothingUnderWay: "yes" });
    const late = await wallet("sent", { transaction: HASH });
    expect([late.status, said(late).message?.includes(`taken back before the wallet sent ${HASH}`)]).to.deep.equal([400, true]); // prettier-ignore
    expect(errors).to.deep.equal([{ event: "payout.sent_after_taking_back", payout: id, requestId: "request-1", txHash: HASH }]); // prettier-ignore
    expect((await payout()).state).to.equal("AwaitingPayment");
  });

  it("takes back the payment of a silent wallet only when a box says that it sent nothing and the service has seen nothing", async () => {
    const { wallet, visitor, page, payout, said: world } = await open();
    await wallet("prepare");
    await wallet("ask");
    expect((await visitor.get(page)).text).to.include("did not hear what became of it");
    world.news = { word: "pending", outHashes: [] };
    const sentNothing = { nothingUnderWay: "yes" };
    expect((await visitor.send(`${page}/take-back`, sentNothing)).status).to.equal(400);
    world.news = { word: "waiting", outHashes: [] };
    const unsaid = await visitor.send(`${page}/take-back`, {});
    expect([unsaid.status, unsaid.text.includes("may have sent it")]).to.deep.equal([400, true]);
    expect(unsaid.text).to.include("I have seen in the wallet that it has sent nothing for this payout.");
    expect((await visitor.send(`${page}/take-back`, sentNothing)).status).to.equal(303);
    expect((await payout()).state).to.equal("AwaitingPayment");
    await wallet("prepare");
    await wallet("ask");
    await visitor.get(page); // whose form names the request and the place
    const recorded = await visitor.send(`${page}/sent`, { transaction: HASH });
    expect([recorded.status, (await payout()).service?.handed]).to.deep.equal([303, [{ hash: HASH }]]);
    expect((await visitor.send(`${page}/take-back`, {})).text, "it may be mined yet").to.include("pay twice");
    expect((await payout()).state).to.equal("InProgress");
    expect((await visitor.send(`${page}/take-back`, { nothingUnderWay: "yes" })).status).to.equal(303);
    expect((await payout()).state).to.equal("AwaitingPayment");
  });
});
