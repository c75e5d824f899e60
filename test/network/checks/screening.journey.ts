import { createHmac } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect } from "chai";
import type { Command, Invocation } from "../../../src/cli/command.ts";
import { networkAudit } from "../../../src/cli/network/audit.ts";
import { networkHolds } from "../../../src/cli/network/holds.ts";
import type { ScreeningSettings } from "../../../src/network/checks/screener.ts";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { merchantBitcoin, payerBitcoin, SANDBOX_MNEMONIC } from "../../../src/sandbox/accounts.ts";
import { databaseUrls, journeyEngines } from "../../database/databaseUrls.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";
import { runFolder } from "../../support/runFolder.ts";
import { held, PAYEE, payUsdc, quoteToBitcoin, topUp } from "../bitcoinSpending.ts";
import { evmQuote, listOfCalls, transferOf, walk } from "../evmRoutes.ts";
import { usualCases } from "../../support/sizes.ts";
import { EVM_CHAIN_ID, RECIPIENT, startWorld, type World } from "../world.ts";

const TOKEN = "operator-token-for-tests";
const SECRET = "a-secret-that-both-sides-know";
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };
const OTHER = "0x9999999999999999999999999999999999999999";
const NOBODY = "0x000000000000000000000000000000000000dEaD";
const WHO = { by: "Ada", reason: "case 7" };

for (const engine of journeyEngines())
  describe(`screening of addresses (${engine})`, function () {
    this.timeout(120_000);
    let folder: string;
    let databaseUrl: string;
    let list: string;
    let service: LocalServer;
    let answer: () => { status?: number; body: string };
    let world: World;

    before(async () => {
      folder = fs.mkdtempSync(path.join(runFolder(), "screening-"));
      list = path.join(folder, "list.txt");
      fs.writeFileSync(path.join(folder, "seed"), SANDBOX_MNEMONIC, { mode: 0o600 });
      service = await serve((_asked, response) => {
        const { status = 200, body } = answer();
        response.writeHead(status, { "content-type": "application/json" }).end(body);
      });
      databaseUrl = await databaseUrls(folder, "network")(engine);
      listed(NOBODY);
      world = await startWorld({ databaseUrl, operatorToken: TOKEN, screening: byList() });
      await topUp(world, 50_000_000);
    });
    after(async () => {
      await world.close();
      await service.close();
      fs.rmSync(folder, { recursive: true });
    });
    beforeEach(async () => {
      listed(NOBODY);
      answer = () => ({ body: '{"allowed":true}' });
      await world.restart({ screening: byList() });
    });
    afterEach(function () {
      if (this.currentTest?.state === "failed") console.error(world.failures);
    });

    const byList = (): ScreeningSettings => ({ file: list, service: undefined });
    const byService = (): ScreeningSettings => ({
      file: undefined,
      service: { url: `${service.url}/screen?v=1`, secret: SECRET },
    });
    const listed = (...addresses: readonly string[]) => fs.writeFileSync(list, addresses.join("\n"));
    /** A deposit of bitcoin that is confirmed and looked at. */
    const deposited = async (more: Record<string, unknown> = {}): Promise<string> => {
      const quote = await world.quote(more);
      await world.pay(quote.address, Number(quote.input));
      await world.mine();
      await world.tick(3);
      return quote.requestId;
    };
    /** Turns until the request has ended, and gives its status. */
    const isPaid = async (requestId: string) => {
      for (let turns = 0; turns < 7; turns++) {
        await world.tick();
        await world.mine();
        const { status } = await world.status(requestId);
        if (status === "success" || status === "refund") return status;
      }
      return (await world.status(requestId)).status;
    };
    const shown = async () =>
      textOf(await (await fetch(`${world.url}/operator`, { headers: AUTHORIZED })).text());
    const decide = async (id: string, decision: string, more: Record<string, string> = {}) => {
      const body = new URLSearchParams({ id, decision, ...WHO, confirmed: "yes", ...more });
      const options = { method: "POST", headers: AUTHORIZED, body, redirect: "manual" } as const;
      const answered = await fetch(`${world.url}/operator/hold`, options);
      return { status: answered.status, text: textOf(await answered.text()) };
    };
    const metric = async (name: string) => {
      const text = await (await fetch(`${world.url}/metrics`, { headers: AUTHORIZED })).text();
      return text.split("\n").find((line) => line.startsWith(name));
    };
    /** What the command prints beside the running service, or the sentence with which it refuses. */
    const command = (...args: readonly string[]) => run(networkHolds, args);
    const run = async (program: Command, args: readonly string[]): Promise<string> => {
      const lines: string[] = [];
      const invocation: Invocation = {
        args,
        env: {
          NETWORK_DATABASE_URL: databaseUrl,
          NETWORK_SEED_FILE: path.join(folder, "seed"),
          NETWORK_EXPLORER_URLS: `${world.url.slice(0, -"/base/path".length)}/explorer/api`,
          NETWORK_RPC_31337: world.evm.url,
          NETWORK_TOKENS_31337: `USDC:${world.usdc}:6`,
          LOG_LEVEL: "silent",
        },
        clock: () => world.now,
        random: () => Buffer.alloc(0),
        print: (text) => lines.push(text),
        note: () => {},
        startedAt: world.now,
        onStop: () => {},
      };
      await program(invocation).catch((error: unknown) => lines.push((error as Error).message));
      return lines.join("\n");
    };

    it("holds the payment of a listed sender, also after a restart, says so, and serves others meanwhile", async () => {
      listed(`${payerBitcoin().address} # case 7`);
      const before = await world.received();
      const id = await deposited();
      const status = await world.status(id);
      expect(status).to.include({ status: "pending", failReason: "N/A" });
      expect(status["details"]).to.match(/held until the operator of the service has looked at it/);
      expect(status["txHashes"]).to.deep.equal([]);
      await world.restart({ screening: byList() });
      await world.tick(3);
      expect(await world.received(), "nothing moves").to.equal(before);
      expect(await shown()).to.match(
        /0\.001 BTC on Bitcoin is held since .* waits for your decision\. The list has the sender address .*: case 7/,
      );
      expect(await metric('crosstill_network_payments_held{state="held"}')).to.match(/ 1$/);
      const other = await quoteToBitcoin(world, 100_000_000n);
      await payUsdc(world, other.address, 100_000_000n);
      expect(await isPaid(other.requestId)).to.equal("success");
      const audit = await run(networkAudit, []);
      expect(audit).to.match(
        new RegExp(`Waits for a decision: the fill of 0\\.001 BTC of request ${id}\\. The list has`),
      );
      expect(audit.match(/crosstill network holds/g), "once, however many are held").to.have.length(1);
      expect(await command("list")).to.match(new RegExp(`^${id}  fill of 0\\.001 BTC .*: case 7$`));

      const look = await decide(id, "serve", { confirmed: "" });
      expect(look.text).to.match(/If you serve it, about [\d.]+ USDC on chain 31337 are paid to 0x1111/);
      expect(await world.received(), "nothing is decided yet").to.equal(before);
      const foreign = await fetch(`${world.url}/operator/hold`, {
        ...{ method: "POST", body: new URLSearchParams({ id, decision: "serve", ...WHO, confirmed: "yes" }) },
        headers: { ...AUTHORIZED, "sec-fetch-site": "cross-site" },
      });
      expect(foreign.status).to.equal(403);
      expect((await decide(id, "serve", { by: "" })).text).to.contain("Expected the name of who decides");
      expect((await decide(id, "serve")).status).to.equal(303);
      await world.restart({ screening: byList() });
      expect(await isPaid(id)).to.equal("success");
      expect(await world.received()).to.not.equal(before);
      expect((await decide(id, "serve")).status, "the same again").to.equal(303);
      expect((await decide(id, "refund")).text).to.match(
        /was decided before: serve, by Ada at .* \(case 7\)/,
      );
      expect(await command("list")).to.equal("Nothing is held.");
    });

    it("gives the deposit back by the command, once it has shown what comes of it", async () => {
      listed(RECIPIENT.toUpperCase().replace("0X", "0x"));
      const id = await deposited();
      const to = merchantBitcoin().address;
      const before = held(world, to);
      const options = ["--to", to, "--by", "Ada", "--reason", "case 8"];
      expect(await command("refund", id, ...options)).to.match(
        /The list has the recipient address .*\nIf you refund it: it goes back to .*: the fee is about .*\nNothing was decided/,
      );
      expect(await command("serve", id, "--to", to)).to.contain("--to belongs to refund");
      expect(await command("refund", id, ...options, "--yes")).to.match(
        /It is refunded\. The running service/,
      );
      expect(await command("refund", id, ...options, "--yes")).to.match(
        /It was decided before: refund, by Ada/,
      );
      await world.restart({ screening: byList() });
      expect(await isPaid(id)).to.equal("refund");
      expect(await world.status(id)).to.include({ failReason: "MANUAL_ADMIN_REFUND" });
      expect(held(world, to) > before).to.equal(true);
    });

    it("shows the operator the address that a refund would go to, also where that is the recovery address", async () => {
      listed(RECIPIENT);
      const recoveryAddress = merchantBitcoin().address;
      const id = await deposited({ refundTo: undefined, recoveryAddress });
      const html = await (await fetch(`${world.url}/operator`, { headers: AUTHORIZED })).text();
      const [, form = ""] = html.split(`name="id" value="${id}"`);
      expect(form.slice(0, form.indexOf("</form>"))).to.contain(`value="${recoveryAddress}"`);
      expect((await decide(id, "refund", { confirmed: "" })).text).to.contain(
        `goes back to ${recoveryAddress}`,
      );
      expect((await decide(id, "refund")).status).to.equal(303);
    });

    it("of decisions at the same moment one counts", async () => {
      listed(RECIPIENT);
      const id = await deposited();
      const answers = await Promise.all(
        ["serve", "refund", "serve", "refund"].map((decision) => decide(id, decision)),
      );
      const [status] = [await isPaid(id)];
      const taken = status === "success" ? [0, 2] : [1, 3];
      expect(status).to.be.oneOf(["success", "refund"]);
      expect(answers.map((one, index) => (taken.includes(index) ? one.status === 303 : one.status === 400))) //
        .to.deep.equal([true, true, true, true]);
    });

    it("holds a refund to a listed address, and sends it where the operator says", async () => {
      const user = (await world.evm.wallet(5)).address;
      const quote = await quoteToBitcoin(world, 100_000_000n, { refundTo: OTHER, ttl: 60 });
      world.now += 3_600_000;
      await payUsdc(world, quote.address, 100_000_000n);
      const both = [OTHER, PAYEE];
      await world.tick(1);
      listed(...both);
      await world.tick(4);
      const held = await world.status(quote.requestId);
      expect(held["details"]).to.match(/held until the operator/);
      if ((await decide(quote.requestId, "serve")).status === 303) await world.tick(3); // the fill was held first
      expect((await world.status(quote.requestId))["failReason"]).to.equal("TTL_EXPIRED");
      expect((await decide(quote.requestId, "serve")).text).to.contain("its refund is held");
      await world.restart({ screening: byList() });
      await world.tick(3);
      const before = await world.received(user);
      expect((await decide(quote.requestId, "refund", { to: user })).status).to.equal(303);
      await world.tick(8);
      expect(await world.status(quote.requestId)).to.include({ status: "refund" });
      expect((await world.received(user)) > before).to.equal(true);
      expect(await world.received(OTHER)).to.equal(0n);
    });

    it("does not touch what was signed before the address was listed", async () => {
      world.swallowSends = true;
      const id = await deposited();
      expect((await world.status(id))["txHashes"]).to.have.length(1);
      listed(payerBitcoin().address, RECIPIENT, world.refundTo);
      world.swallowSends = false;
      world.now += 60_000;
      expect(await isPaid(id)).to.equal("success");
    });

    it("does not start with a list that cannot be used, pays nothing meanwhile, and goes on when it can", async () => {
      fs.writeFileSync(list, "");
      const id = await deposited();
      await world.restart({ screening: byList() });
      const { wrong } = await world.network.check();
      expect(wrong.join(" ")).to.match(/^NETWORK_SCREENING_LIST: Expected one address or more, got none/);
      await world.tick(3);
      expect(await world.status(id)).to.include({ status: "pending" });
      expect(await metric('crosstill_network_payments_held{state="unanswered"}')).to.match(/ 1$/);
      world.now += 60_000;
      expect(await metric('crosstill_network_payments_held_oldest_seconds{state="unanswered"}')).to.match(
        / (6|7)\d$/,
      );
      listed(NOBODY);
      expect(await isPaid(id)).to.equal("success");
      expect(await metric('crosstill_network_payments_held{state="unanswered"}')).to.match(/ 0$/);
    });

    it("asks a service, with a signature that it can check", async () => {
      await world.restart({ screening: byService() });
      const from = service.asked.length;
      const id = await deposited();
      expect(await isPaid(id)).to.equal("success");
      const [first, ...more] = service.asked.slice(from).filter(({ body }) => body.includes(id));
      expect(more, "one answer is enough").to.deep.equal([]);
      expect(first).to.include({ method: "POST", path: "/screen?v=1" });
      const { headers = {}, body = "" } = first ?? {};
      const signed = createHmac("sha256", SECRET).update(
        `${String(headers["x-signature-timestamp"])}.${body}`,
      );
      expect(headers["x-signature-sha256"]).to.equal(signed.digest("hex"));
      const asked = JSON.parse(body) as Record<string, unknown>;
      expect(asked).to.deep.include({ requestId: id, purpose: "fill" });
      expect(asked["deposit"]).to.include({ chainId: BITCOIN_CHAIN_ID, symbol: "BTC", amount: "100000" });
      expect(asked["destination"]).to.include({ chainId: EVM_CHAIN_ID, symbol: "USDC" });
      expect(asked["addresses"]).to.deep.equal([
        { role: "sender", chainId: BITCOIN_CHAIN_ID, address: payerBitcoin().address },
        { role: "recipient", chainId: EVM_CHAIN_ID, address: RECIPIENT },
        { role: "refund", chainId: BITCOIN_CHAIN_ID, address: world.refundTo },
      ]);
    });

    it("holds what the service refuses, with its reason", async () => {
      answer = () => ({ body: '{"allowed":false,"reason":"sanctions <list>"}' });
      await world.restart({ screening: byService() });
      const id = await deposited();
      expect(await shown()).to.contain("waits for your decision. sanctions &lt;list&gt;");
      answer = () => ({ body: '{"allowed":true}' });
      await world.tick(3);
      expect((await world.status(id))["details"], "only a person ends a hold").to.match(/held until/);
      expect((await decide(id, "refund")).status).to.equal(303);
      expect(await isPaid(id)).to.equal("refund");
    });

    const fails = { what: "fails", bad: { status: 500, body: "" } };
    const others = [
      { what: "does not know it", bad: { status: 404, body: "{}" } },
      { what: "answers something else", bad: { status: 200, body: '{"allowed":"yes"}' } },
      {
        what: "answers far too much",
        bad: { status: 200, body: `{"allowed":true,"reason":"${"x".repeat(40_000)}"}` },
      },
    ];
    for (const { what, bad } of usualCases([fails], others))
      it(`pays nothing while the service ${what}, also after a restart, and asks again`, async () => {
        answer = () => bad;
        await world.restart({ screening: byService() });
        const from = service.asked.length;
        const id = await deposited();
        await world.tick(2);
        expect(service.asked.length - from, "it is not asked each second").to.be.below(4);
        await world.restart({ screening: byService() });
        await world.tick(2);
        expect(await world.status(id)).to.include({ status: "pending" });
        expect((await world.status(id))["txHashes"]).to.deep.equal([]);
        answer = () => ({ body: '{"allowed":true}' });
        world.now += 300_000;
        expect(await isPaid(id)).to.equal("success");
      });

    /** A quote for the wallet of an account that is not listed, from an EVM chain to Bitcoin. */
    const walletQuote = async (more: Record<string, unknown>) => {
      const to = {
        destinationChainId: BITCOIN_CHAIN_ID,
        destinationCurrency: BTC_CURRENCY,
        recipient: PAYEE,
      };
      return evmQuote(world, await world.evm.wallet(6), { ...to, ...more });
    };
    const expectHeld = async (requestId: string) => {
      await world.tick(3);
      expect((await world.status(requestId))["details"]).to.match(/held until the operator/);
    };
    const usdc = () => ({ originCurrency: world.usdc, amount: "100000000" });
    const coins = { originCurrency: ZERO_ADDRESS, amount: String(10n ** 17n) };

    const byTokens = { what: "tokens", from: usdc };
    const byCoins = { what: "coins", from: () => coins };
    for (const { what, from } of usualCases([byTokens], [byCoins]))
      it(`asks about the account that paid ${what} into the depository, whomever its call names as depositor`, async () => {
        const payer = await world.evm.wallet(7);
        listed(payer.address);
        const quote = await walletQuote(from());
        await walk(payer, quote.steps);
        await expectHeld(quote.requestId);
      });

    it("asks about the account that signed a transaction in which a contract pays tokens", async () => {
      const payer = await world.evm.wallet(7);
      listed(payer.address);
      const quote = await quoteToBitcoin(world, 100_000_000n);
      const { Router } = world.evm.contracts;
      await (await world.evm.wallet(6)).send(transferOf(world.usdc, Router, 100_000_000n));
      await payer.send(listOfCalls(world.evm, payer, [transferOf(world.usdc, quote.address, 100_000_000n)]));
      await expectHeld(quote.requestId);
    });

    it("serves who pays the depository and is not listed", async () => {
      for (const from of usualCases<Record<string, unknown>>([coins], [usdc()])) {
        const quote = await walletQuote(from);
        await walk(await world.evm.wallet(6), quote.steps);
        expect(await isPaid(quote.requestId)).to.equal("success");
      }
    });

    it("leads swaps on one chain through the depository, where their sender is known before anything is paid", async () => {
      const { address: user } = await world.evm.wallet(6);
      const { body } = await world.post("/quote/v2", {
        ...{ user, recipient: user, tradeType: "EXACT_INPUT", amount: "100000000" },
        ...{ originChainId: EVM_CHAIN_ID, destinationChainId: EVM_CHAIN_ID },
        ...{ originCurrency: world.usdc, destinationCurrency: world.evm.usdt },
      });
      const steps = body["steps"] as { items: { data: { to: string } }[] }[];
      const targets = steps.flatMap(({ items }) => items.map(({ data }) => data.to.toLowerCase()));
      expect(targets).to.include(world.evm.contracts.Depository);
      expect(targets).to.not.include(world.evm.contracts.SwapDesk);
    });
  });

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
