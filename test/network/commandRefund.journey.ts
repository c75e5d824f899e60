import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Invocation } from "../../src/cli/command.ts";
import { networkRefund } from "../../src/cli/network/refund.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import { BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { merchantBitcoin, SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { databaseUrls, journeyEngines } from "../database/databaseUrls.ts";
import { payUsdc, quoteToBitcoin, topUp } from "./bitcoinSpending.ts";
import { RECIPIENT, startWorld, type World } from "./world.ts";

const TO = merchantBitcoin().address;

describe("crosstill network refund", function () {
  this.timeout(60_000);

  let folder: string;

  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-refund-"));
    fs.writeFileSync(path.join(folder, "seed"), SANDBOX_MNEMONIC, { mode: 0o600 });
  });
  after(async () => {
    fs.rmSync(folder, { recursive: true });
  });

  for (const engine of journeyEngines())
    describe(`on ${engine}`, () => rules(() => databaseUrls(folder, "network")(engine)));

  function rules(databaseUrl: () => Promise<string>): void {
    let world: World;
    let url: string;

    before(async () => {
      url = await databaseUrl();
      world = await startWorld({ databaseUrl: url });
    });
    after(() => world.close());

    /** What the command prints beside the running service, or the sentence with which it refuses. */
    const run = async (...args: readonly string[]): Promise<string> => {
      const lines: string[] = [];
      const invocation: Invocation = {
        args,
        env: {
          NETWORK_DATABASE_URL: url,
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
      await networkRefund(invocation).catch((error: unknown) => lines.push((error as Error).message));
      return lines.join("\n");
    };
    /** A deposit that is worth too little to bridge, at an address whose quote names nobody to refund. */
    const strand = async (): Promise<string> => {
      const { requestId, address } = await world.quote({ refundTo: undefined, amount: "20000" });
      await world.pay(address, 600);
      await world.mine();
      await world.tick(3);
      expect(await world.status(requestId)).to.include({
        status: "failure",
        refundFailReason: "MANUAL_REFUND_REQUIRED",
      });
      return requestId;
    };

    it("says what it would do, orders it with --yes, and the service pays it on the origin chain [x.manual-refund]", async () => {
      const id = await strand();
      const question = await run(id, "--to", TO);
      expect(question).to.match(/^Would refund 0\.000006 BTC on chain 8253038 .*--yes\.$/);
      const [, fee = "", arrives = ""] = /fee is about ([\d.]+) BTC now, so about ([\d.]+) BTC arrive/.exec(question) ?? []; // prettier-ignore
      const foretold = parseDecimal(arrives, 8);
      expect(parseDecimal(fee, 8) + foretold).to.equal(600n);
      await world.tick();
      expect((await world.status(id)).status, "asking orders nothing").to.equal("failure");

      expect(await run(id, "--to", TO, "--yes")).to.match(/^Ordered the refund of 0\.000006 BTC/);
      expect((await world.status(id)).status).to.equal("pending");
      await world.tick(3);
      await world.mine();
      await world.tick(3);
      expect((await world.status(id)).status).to.equal("refund");
      const refunded = [...(world.ledger.view.script(merchantBitcoin().script)?.unspent.values() ?? [])];
      expect(refunded, "once").to.have.length(1);
      expect(Number(refunded[0]?.value), "less the fee of a small transaction").to.be.within(300, 599);
      expect(refunded[0]?.value, "as it was foretold").to.equal(foretold);

      const again = await run(id, "--to", TO, "--yes");
      expect(again).to.equal(`Request ${id} has nothing to refund: it was refunded.`);
    });

    it("refuses while nothing would be left, and orders nothing", async () => {
      const id = await strand();
      world.gate = (request, response, next) =>
        request.url.endsWith("/fee-estimates") ? void response.json({ 3: 60 }) : next();
      for (const more of [[], ["--yes"]]) {
        const said = await run(id, "--to", TO, ...more);
        expect(said).to.match(/^Nothing would be left of 0\.000006 BTC: the fee is about 0\.0000\d+ BTC now/);
      }
      world.gate = undefined;
      expect((await world.status(id)).status).to.equal("failure");
    });

    it("on an EVM chain too: twenty cents are less than the gas", async () => {
      await topUp(world, 1_000_000);
      const { requestId, address } = await quoteToBitcoin(world, 20_000_000n, { refundTo: undefined });
      await payUsdc(world, address, 200_000n);
      await world.tick(2);
      expect((await world.status(requestId)).status).to.equal("failure");
      const mistyped = "0x52908400098527886E0F7030069857D2E4169Ee7";
      expect(await run(requestId, "--to", mistyped, "--yes")).to.contain("has a wrong checksum (EIP-55)");
      const said = await run(requestId, "--to", RECIPIENT, "--yes");
      expect(said).to.match(/^Nothing would be left of 0\.2 USDC: the fee is about [\d.]+ USDC now/);
    });

    it("says that the fee cannot be told while no explorer answers", async () => {
      const id = await strand();
      world.explorerDown = true;
      const said = await run(id, "--to", TO);
      world.explorerDown = false;
      expect(said).to.match(/^Would refund 0\.000006 BTC .*the fee cannot be told now/);
    });

    it("refuses a receiver that is no address on the deposit's chain, or is a currency", async () => {
      const id = await strand();
      expect(await run(id, "--to", RECIPIENT, "--yes")).to.match(/Expected --to to be a Bitcoin address on regtest/); // prettier-ignore
      expect(await run(id, "--to", BTC_CURRENCY, "--yes")).to.match(
        /Expected --to to be|names a currency/, // the identifier belongs to mainnet, so on regtest it is no address
      );
      expect(await run(id, "--yes")).to.match(/^--to is missing/);
      expect((await world.status(id)).status).to.equal("failure");
    });

    it("names the request of dust that came to a quote's address", async () => {
      const { requestId, address } = await world.quote({ refundTo: undefined, amount: "10000000" });
      await world.pay(address, 600);
      await world.mine();
      await world.tick(3);
      const said = await run(requestId, "--to", TO);
      const [, child = ""] = /no confirmed deposit has come, but request (0x\w{64}) of the same address has one\.$/.exec(said) ?? []; // prettier-ignore
      expect(await run(child, "--to", TO), said).to.match(/^Would refund 0\.000006 BTC/);
    });

    it("refuses what has nothing to refund, with the reason", async () => {
      const { requestId } = await world.quote();
      expect(await run(requestId, "--to", TO)).to.match(/nothing to refund: no confirmed deposit has come/);
      expect(await run(`0x${"ab".repeat(32)}`, "--to", TO)).to.match(/^There is no request 0xabab/);
      expect(await run("deadbeef", "--to", TO)).to.match(/^Expected a request id/);
    });
  }
});
