import { expect } from "chai";
import { createTestClient, http, publicActions, walletActions, type Hex } from "viem";
import { parseDecimal } from "../../src/values/amount.ts";
import { frequentJobs } from "../support/frequentJobs.ts";
import { isFull, usualCases } from "../support/sizes.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { AWAY, evmShopOf, HOME } from "./evmShop.ts";
import { onEveryServiceAndEngine } from "./shop.ts";

const MINUTE = 60;
const DOLLAR = 1_000_000n; // of USDC and USDT
const GWEI = 10n ** 9n;

describe("a payment on an EVM chain from invoice to settlement", function () {
  this.timeout(60_000);

  onEveryServiceAndEngine(
    (service, isBare, newUrl) => {
      let sandbox: SandboxApp;
      let shop: ReturnType<typeof evmShopOf>;

      before(async () => {
        const databaseUrl = await newUrl();
        sandbox = await startSandboxApp({ service, ...(databaseUrl ? { databaseUrl } : {}) });
        shop = evmShopOf(sandbox);
        await sandbox.control("bitcoin/automine", { seconds: 0 });
        await shop.tick();
      });
      after(() => sandbox.close());

      const seconds = async (count: number) => {
        for (let second = 0; second < count; second++) await shop.tick();
      };
      const settledIn = async (id: string) =>
        (await shop.load(id)).crosstill.settlements.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

      const isShown = isFull || !isBare; // what does not depend on what a service shows, or is played at a bare one elsewhere
      const isHidden = isFull || isBare; // the harder case: what the service filled has to be told from what a payer sent
      const usual = [["USDT", HOME]] as const;
      const others = [
        ["ETH", AWAY],
        ["USDC", AWAY],
      ] as const;
      const coins = usualCases<readonly [string, number]>(usual, others);
      for (const [symbol, chainId] of isShown ? coins : []) {
          it(`settles an exact payment of ${symbol} ${chainId === HOME ? "on the shop's own chain" : "on another chain"}, and the merchant has what the invoice says`, async () => {
            const before = await shop.received();
            const { id } = await shop.invoice();
            const { due } = await shop.choose(id, symbol, chainId);
            expect(due, "an amount that people can type and exchanges can send").to.match(/^\d+\.\d{1,8}$/);
            const hash = await shop.payIn(id, symbol, chainId);
            const settled = await shop.until(id, "Settled");
            const [settlement] = settled.crosstill.settlements;
            expect(settled.additionalStatus).to.equal("None");
            expect(settlement?.evidence).to.equal("verified");
            expect(settlement?.originOutpoint.startsWith(`${hash}:`)).to.equal(true);
            expect(BigInt(settlement!.amount) >= 25n * DOLLAR).to.equal(true);
            expect((await shop.received()) - before).to.equal(BigInt(settlement!.amount));
          });
        } // prettier-ignore

      if (isShown)
        it("settles a part in Bitcoin and the rest in ETH as one invoice", async () => {
          const before = await shop.received();
          const { id } = await shop.invoice("100.00");
          await shop.pay(id, parseDecimal((await shop.bitcoin(id)).due, 8) / 2n);
          await shop.mine();
          const half = await shop.settledTimes(id, 1);
          expect([half.status, half.additionalStatus]).to.deep.equal(["New", "PaidPartial"]);
          const { units } = await shop.choose(id, "ETH", AWAY);
          await shop.payIn(id, "ETH", AWAY, units);
          const settled = await shop.until(id, "Settled");
          expect(settled.additionalStatus).to.equal("None");
          expect(settled.crosstill.settlements).to.have.length(2);
          expect((await shop.received()) - before).to.equal(await settledIn(id));
        });

      if (isHidden)
        it("tells apart what one transaction pays to two invoices", async () => {
          const ids = [(await shop.invoice("25.00")).id, (await shop.invoice("40.00")).id];
          const methods = [];
          for (const id of ids) methods.push(await shop.choose(id, "USDC", AWAY));
          const payments = methods.map(({ destination: to, units }) => ({ to, units }));
          await shop.payAtOnce(AWAY, methods[0]!.additionalData.tokenAddress, payments);
          for (const id of ids) {
            const settled = await shop.until(id, "Settled");
            expect([settled.additionalStatus, settled.crosstill.settlements.length]).to.deep.equal([
              "None",
              1,
            ]);
          }
        });

      const WRONG = [
        ["another coin", AWAY, "wrongAsset"],
        ["a coin on another chain", HOME, "wrongChain"],
      ] as const;
      for (const [what, chainId, kind] of isHidden ? WRONG : []) {
        it(`takes ${what} than was asked for at what it yields`, async () => {
          const before = await shop.received();
          const { id } = await shop.invoice();
          const { destination } = await shop.choose(id, "ETH", AWAY);
          const { additionalData: usdt } = await shop.method(id, "USDT", chainId);
          await shop.send(chainId, usdt.tokenAddress, destination, 30n * DOLLAR);
          await shop.until(id, "Settled");
          expect(await shop.oddities(id)).to.include(kind);
          const received = (await shop.received()) - before;
          expect(received > 29n * DOLLAR, "the merchant has it either way").to.equal(true);
          const { status, additionalStatus } = await shop.load(id);
          expect([status, additionalStatus]).to.deep.equal(["Settled", "PaidOver"]);
          expect(await settledIn(id)).to.equal(received);
          expect(await shop.attention(id)).to.deep.equal([]);
        });
      }

      /** Lets seconds pass until the service has ended the payment, by a conversion, a refund or an entry in the inbox. */
      const ended = async (id: string) => {
        for (let waited = 0; waited < 90; waited++) {
          const { settlements, refunds } = (await shop.load(id)).crosstill;
          if (settlements.length + refunds.length + (await shop.attention(id)).length > 0) break;
          await seconds(1);
        }
        const { status, crosstill } = await shop.load(id);
        const { settlements, refunds } = crosstill;
        return {
          status,
          settlements: settlements.length,
          refunds: refunds.length,
          inbox: await shop.attention(id),
        };
      };

      if (isHidden)
        it("sends back an EVM deposit that has become too small to convert, and the invoice stays open", async () => {
          const { directRpcUrl } = sandbox.app.sandbox!.sandbox.evmChains.find((chain) => chain.id === HOME)!;
          const node = createTestClient({ mode: "anvil", transport: http(directRpcUrl) }).extend(
            publicActions,
          );
          const { id } = await shop.invoice();
          const { units } = await shop.choose(id, "USDC", AWAY);
          const { baseFeePerGas } = await node.getBlock();
          const setBaseFee = async (fee: bigint) => {
            await node.setNextBlockBaseFeePerGas({ baseFeePerGas: fee });
            await node.mine({ blocks: 1 });
          };
          await setBaseFee(100n * GWEI); // a fill there costs more than the payment
          await shop.tick(MINUTE);
          const before = await shop.received();
          await shop.payIn(id, "USDC", AWAY, 2n * DOLLAR);
          expect(await ended(id)).to.deep.equal({ status: "New", settlements: 0, refunds: 1, inbox: [] });
          expect(await shop.received()).to.equal(before);
          await setBaseFee(baseFeePerGas!);
          await shop.tick(MINUTE);
          await shop.payIn(id, "USDC", AWAY, units);
          await shop.until(id, "Settled");
        });

      if (!isShown) return;

      it("records late money: an expired invoice becomes paid late once it has settled", async () => {
        const { id } = await shop.invoice();
        const { units } = await shop.choose(id, "USDC", AWAY);
        await shop.tick(16 * MINUTE);
        expect((await shop.load(id)).status).to.equal("Expired");
        await shop.payIn(id, "USDC", AWAY, units + DOLLAR);
        const late = await shop.settledTimes(id, 1);
        expect([late.status, late.additionalStatus], JSON.stringify(late.crosstill)).to.deep.equal(["Expired", "PaidLate"]); // prettier-ignore
        expect(late.crosstill.settlements).to.have.length(1);
      });

      it("adds up two payments of one transaction to one address", async () => {
        const before = await shop.received();
        const { id } = await shop.invoice("100.00");
        const { destination: to, units, additionalData } = await shop.choose(id, "USDC", AWAY);
        const half = units / 2n;
        await shop.payAtOnce(AWAY, additionalData.tokenAddress, [{ to, units: half }, { to, units: units - half }]); // prettier-ignore
        await shop.settledTimes(id, 2);
        const { payments } = await shop.method(id, "USDC", AWAY);
        expect(payments).to.have.length(2);
        expect((await shop.load(id)).crosstill.settlements).to.have.length(2);
        expect((await shop.received()) - before).to.equal(await settledIn(id));
      });

      it("settles what a smart wallet pays in the chain's own coin, though no log tells of it", async () => {
        const { directRpcUrl } = sandbox.app.sandbox!.sandbox.evmChains.find(({ id }) => id === AWAY)!;
        const node = createTestClient({ mode: "anvil", transport: http(directRpcUrl) });
        const before = await shop.received();
        const { id } = await shop.invoice();
        await shop.choose(id, "ETH", AWAY);
        const hash = await shop.payInside(id, AWAY);
        await seconds(3);
        expect((await shop.load(id)).status, "it is seen in its block").to.equal("Processing");
        await node.mine({ blocks: 6 });
        const settled = await shop.until(id, "Settled");
        const outpoints = settled.crosstill.settlements.map(({ originOutpoint }) =>
          originOutpoint.slice(0, 66),
        );
        expect(outpoints).to.deep.equal([hash]);
        expect((await shop.received()) - before).to.equal(await settledIn(id));
      });

      for (const cents of usualCases([60n], [90n, 120n])) {
        it(`credits a part of ${cents} cents that fees eat most of, and the invoice stays open for the rest`, async () => {
          const { id } = await shop.invoice();
          const { units } = await shop.choose(id, "USDC", AWAY);
          await shop.payIn(id, "USDC", AWAY, (DOLLAR * cents) / 100n);
          expect(await ended(id)).to.deep.equal({ status: "New", settlements: 1, refunds: 0, inbox: [] });
          await shop.payIn(id, "USDC", AWAY, units);
          await shop.until(id, "Settled");
        });
      }

      it("lists in the inbox a part that is too small to convert and too small to send back", async () => {
        const { id } = await shop.invoice();
        const { units } = await shop.choose(id, "USDC", AWAY);
        await shop.payIn(id, "USDC", AWAY, (DOLLAR * 3n) / 10n);
        expect(await ended(id)).to.deep.equal({
          status: "New",
          settlements: 0,
          refunds: 0,
          inbox: ["failed"],
        });
        await shop.payIn(id, "USDC", AWAY, units);
        await shop.until(id, "Settled");
      });

      it("counts as in time when nobody could look at its chain while the time ran out", async () => {
        const { id } = await shop.invoice();
        await shop.choose(id, "ETH", AWAY);
        await shop.payIn(id, "ETH", AWAY);
        await sandbox.control("faults", { target: "rpc", kind: "down", seconds: 3_600 });
        for (const pause of [10 * MINUTE, 10 * MINUTE]) {
          sandbox.clock.advance(pause * 1_000);
          for (const job of frequentJobs(sandbox.app.jobs)) await job.run().catch(() => {}); // a schedule would log it and go on
        }
        expect((await shop.load(id)).status, "expired by nobody who could see").to.equal("New");
        await sandbox.control("faults", { target: "rpc", kind: "down", seconds: 0 });
        const settled = await shop.until(id, "Settled");
        expect(settled.additionalStatus).to.equal("None");
      });

      it("takes a confirmation back when its block is reorganised away, and settles once after the next", async () => {
        const { directRpcUrl } = sandbox.app.sandbox!.sandbox.evmChains.find(({ id }) => id === AWAY)!;
        const node = createTestClient({ mode: "anvil", transport: http(directRpcUrl) }).extend(walletActions);
        const look = async () => {
          sandbox.clock.advance(1_000);
          await sandbox.run(`watch deposits ${AWAY}`);
        };
        const { id } = await shop.invoice();
        await shop.choose(id, "ETH", AWAY);
        await look();
        const snapshot = await node.snapshot();
        const hash = await shop.payIn(id, "ETH", AWAY);
        const raw: Hex = await node.request({
          method: "eth_getRawTransactionByHash",
          params: [hash],
        } as never);
        await look();
        expect((await shop.load(id)).status).to.equal("Processing");
        await node.revert({ id: snapshot });
        await node.mine({ blocks: 2 });
        await look();
        const status = await fetch(`${sandbox.url}/i/${id}/status`, {
          headers: { accept: "application/json" },
        });
        expect(await status.json()).to.deep.include({ stage: "seen", confirmations: { need: 1, have: 0 } });
        await node.sendRawTransaction({ serializedTransaction: raw });
        await node.mine({ blocks: 1 });
        const settled = await shop.until(id, "Settled");
        expect(settled.crosstill.settlements).to.have.length(1);
      });
    },
    ["full", "bare"],
  );
});
