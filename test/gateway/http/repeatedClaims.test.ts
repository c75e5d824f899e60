import { expect } from "chai";
import express from "express";
import request from "supertest";
import { createSecrets } from "../../../src/gateway/adapters/secrets.ts";
import { claimToken } from "../../../src/gateway/usecases/payouts/claimLink.ts";
import { createPullPayment } from "../../../src/gateway/usecases/payouts/createPullPayment.ts";
import { claimRoutes } from "../../../src/gateway/http/api/claimRoutes.ts";
import { claimPage } from "../../../src/gateway/http/claim/routes.ts";
import { errorHandler, notFound } from "../../../src/gateway/http/errors.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { BUYER, shop, SIGNER as OTHER } from "../usecases/payoutShop.ts";

/** The public side of pull payments over a shop without chains. */
async function open() {
  const world = await shop();
  const gateway = { ...world.gateway, secrets: createSecrets(new Uint8Array(32)) };
  const app = express().use(express.json());
  app.use(claimPage(gateway, { tx: () => undefined }), claimRoutes(gateway, ""), notFound, errorHandler(silentLog));
  const { pull } = world;
  const another = await createPullPayment(gateway, pull.storeId, { ...pull, amount: 9_00n });
  const amounts = async () => (await world.persistence.payouts.list({ pullPaymentId: pull.id, limit: 9 })).map(({ originalAmount }) => originalAmount); // prettier-ignore
  const linkOf = (id: string) => claimToken(gateway, { id });
  return { app, pull, another, amounts, linkOf };
} // prettier-ignore

describe("a claim that is said twice", () => {
  it("by an Idempotency-Key is one claim of its pull payment", async () => {
    const { app, pull, another, amounts, linkOf } = await open();
    const say = async (id: string, destination: string) => {
      const path = `/api/v1/pull-payments/${linkOf(id)}/payouts`;
      const body = { destination, payoutMethodId: "ETH-BASE", amount: "2" };
      const answer = await request(app).post(path).set("idempotency-key", "my-claim").send(body);
      return { status: answer.status, text: answer.text };
    };
    const first = await say(pull.id, BUYER);
    expect([first.status, await say(pull.id, BUYER)]).to.deep.equal([200, first]);
    expect((await say(pull.id, OTHER)).status, "another claim under the same key").to.equal(422);
    expect((await say(another.id, BUYER)).status, "of another pull payment").to.equal(200);
    expect((await say("unknown", BUYER)).status).to.equal(404);
    expect(await amounts()).to.deep.equal([2_00n]);
  });

  it("by a double click on the page is one claim, and leads to it", async () => {
    const { app, pull, amounts, linkOf } = await open();
    const submit = (fields: Readonly<Record<string, string>>) =>
      request(app)
        .post(`/pull-payments/${linkOf(pull.id)}`)
        .type("form")
        .send(fields);
    const typed = { method: "ETH-BASE", address: BUYER, amount: "3" };
    const ahead = await submit({ ...typed, step: "see" });
    const all = await submit({ ...typed, amount: "", step: "see" });
    expect(/name="amount" value="([^"]*)"/.exec(all.text)?.[1], "what is shown is what is claimed").to.equal(
      "50.00",
    );
    const [, token = ""] = /name="token" value="([^"]+)"/.exec(ahead.text) ?? [];
    const form = { ...typed, token, step: "claim" };
    const clicks = [...(await Promise.all([submit(form), submit(form)])), await submit(form)];
    expect(clicks.map(({ status }) => status)).to.deep.equal([303, 303, 303]);
    expect(await amounts()).to.deep.equal([3_00n]);
    const changed = await submit({ ...form, address: OTHER });
    expect(changed.status, "the same form with another address").to.equal(409);
    expect(changed.text).to.include("has made a claim already").and.to.include(BUYER);
    expect((await submit({ ...form, amount: "4" })).status, "with another amount").to.equal(409);
    expect((await submit({ ...form, amount: "" })).status, "with all that is left").to.equal(409);
    expect(await amounts()).to.deep.equal([3_00n]);
    for (const wrong of [`${token.slice(0, -4)}AAAA`, `claim ${pull.id} my-own-name`])
      expect((await submit({ ...form, token: wrong })).status, "a name of nobody's").to.equal(400);
  });
});
