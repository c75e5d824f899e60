import { expect } from "chai";
import { databaseUrls, journeyEngines } from "../../database/databaseUrls.ts";
import fs from "node:fs";
import path from "node:path";
import { merchantBitcoin } from "../../../src/sandbox/accounts.ts";
import { runFolder } from "../../support/runFolder.ts";
import { startWorld, type World } from "../world.ts";

const TOKEN = "operator-token-for-tests";
const BASIC = `Basic ${Buffer.from(`anybody:${TOKEN}`).toString("base64")}`;

for (const engine of journeyEngines())
  describe(`the operator's page (${engine})`, () => {
    let folder: string;
    let world: World;

    before(async () => {
      folder = fs.mkdtempSync(path.join(runFolder(), "operator-"));
      world = await startWorld({
        operatorToken: TOKEN,
        databaseUrl: await databaseUrls(folder)(engine),
      });
    });
    after(async () => {
      await world.close();
      fs.rmSync(folder, { recursive: true });
    });

    const ask = (at: string, headers: Record<string, string> = { authorization: BASIC }, form?: object) =>
      fetch(`${world.url}${at}`, {
        redirect: "manual",
        headers,
        ...(form && { method: "POST", body: new URLSearchParams(form as Record<string, string>) }),
      });
    const page = async (at = "/operator") => textOf(await (await ask(at)).text());

    it("lets in with the token alone, and turns guesses away", async () => {
      const none = await ask("/operator", {});
      expect(none.status).to.equal(401);
      expect(none.headers.get("www-authenticate")).to.match(/^Basic realm=/);
      expect((await ask("/metrics", { authorization: `Bearer ${TOKEN}` })).status).to.equal(200);
      const guess = { authorization: `Basic ${Buffer.from("anybody:wrong").toString("base64")}` };
      const answers: number[] = [];
      for (let tried = 0; tried < 11; tried++) answers.push((await ask("/operator", guess)).status);
      expect(answers.slice(0, 10)).to.deep.equal(Array(10).fill(401));
      expect(answers[10]).to.equal(429);
      expect((await ask("/operator")).status, "the operator has been here").to.equal(200);
      world.now += 60_000;
      expect((await ask("/operator")).status).to.equal(200);
    });

    it("shows what is held and promised, and what was earned, request by request", async () => {
      const quote = await world.quote();
      await world.pay(quote.address, Number(quote.input));
      await world.mine();
      await world.tick(2);
      await world.tick(4);
      expect((await world.status(quote.requestId)).status).to.equal("success");
      const text = await page();
      expect(text).to.match(/Bitcoin BTC (low )?\d/);
      expect(text).to.match(/USDC [\d.,]+/);
      const [, ...sums] =
        new RegExp(
          `${quote.requestId.slice(0, 12)}… ([\\d.]+) ([\\d.]+) ([\\d.]+) ([\\d.]+) (-?[\\d.]+)`,
        ).exec(text) ?? [];
      const [income = 0, payouts = 0, gas = 0, pools = 0, net = 0] = sums.map((one) =>
        Math.round(Number(one) * 100),
      );
      expect(income).to.be.above(payouts);
      expect(payouts).to.be.above(0);
      expect(net).to.be.closeTo(income - payouts - gas - pools, 4);
    });

    it("orders the refund of a deposit that waits for a person, once its cost was seen", async () => {
      const quote = await world.quote({ refundTo: undefined, amount: "20000" });
      await world.pay(quote.address, 600);
      await world.mine();
      await world.tick(2);
      expect(await page()).to.contain("named no address for refunds");
      const form = { id: quote.requestId, to: merchantBitcoin().address };
      const seen = await ask("/operator/refund", { authorization: BASIC }, form);
      expect(textOf(await seen.text())).to.match(
        /0\.000006 BTC on chain 8253038 .*: the fee is about .* arrive/,
      );
      expect((await world.status(quote.requestId)).status, "nothing is ordered yet").to.equal("failure");
      const elsewhere = { authorization: BASIC, "sec-fetch-site": "cross-site" };
      const confirmed = { ...form, confirmed: "yes" };
      expect((await ask("/operator/refund", elsewhere, confirmed)).status).to.equal(403);
      for (const origin of ["http://attacker.example", "null"]) {
        const withoutTls = { authorization: BASIC, origin }; // browsers send no fetch metadata then
        expect((await ask("/operator/refund", withoutTls, confirmed)).status, origin).to.equal(403);
      }
      const own = { authorization: BASIC, origin: new URL(world.url).origin };
      const ordered = await ask("/operator/refund", own, confirmed);
      expect(ordered.status).to.equal(303);
      expect(ordered.headers.get("location")).to.equal(`../operator?ordered=${quote.requestId}`);
      await world.tick(2);
      await world.mine();
      await world.tick(2);
      expect((await world.status(quote.requestId)).status).to.equal("refund");
      expect(await page()).to.not.contain("named no address for refunds");
      const again = await ask("/operator/refund", { authorization: BASIC }, confirmed);
      expect(again.status).to.equal(400);
      expect(textOf(await again.text())).to.contain("has nothing to refund: it was refunded.");
    });

    it("lets browsers tell the origin of its form", async () => {
      expect((await ask("/operator")).headers.get("referrer-policy")).to.equal("same-origin");
    });

    it("keeps what a stranger wrote harmless", async () => {
      const form = { id: `0x${"ab".repeat(32)}`, to: "<script>alert(1)</script>" };
      const answer = await ask("/operator/refund", { authorization: BASIC }, form);
      expect(answer.status).to.equal(400);
      expect(await answer.text()).to.not.contain("<script>alert");
    });

    it("gives figures to Prometheus, and leaves out what it does not know", async () => {
      const metrics = async () => (await ask("/metrics", { authorization: `Bearer ${TOKEN}` })).text();
      const all = await metrics();
      expect(all).to.match(/^crosstill_network_healthy 1$/m);
      expect(all).to.match(/^crosstill_network_inventory\{chain="8253038",coin="BTC"\} [\d.]+$/m);
      expect(all).to.match(/^crosstill_network_requests\{state="pending"\} 0$/m);
      world.rpcDown = true;
      world.now += 10_000;
      try {
        const some = await metrics();
        expect(some).to.match(/^crosstill_network_healthy 0$/m);
        expect(some).to.not.match(/^crosstill_network_inventory\{chain="31337",coin="USDC"\}/m);
      } finally {
        world.rpcDown = false;
      }
    });
  });

/** What a person reads: no tags, single blanks. */
function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}
