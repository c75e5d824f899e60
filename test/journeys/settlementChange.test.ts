import { expect } from "chai";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { createEvmRpc } from "../../src/evm/reader/evmClient.ts";
import type { Settlement } from "../../src/gateway/domain/invoices/invoice.ts";
import { statementView } from "../../src/gateway/http/statement/statementView.ts";
import { makeStatement } from "../../src/gateway/usecases/books/makeStatement.ts";
import { claimPayout } from "../../src/gateway/usecases/payouts/claimPayout.ts";
import { approvePayout } from "../../src/gateway/usecases/payouts/managePayouts.ts";
import { preparePayoutPayment } from "../../src/gateway/usecases/payouts/preparePayoutPayment.ts";
import { routeKey } from "../../src/gateway/usecases/pricing/feeCurveCache.ts";
import { methodsOf } from "../../src/gateway/usecases/pricing/methods.ts";
import { addressRoute } from "../../src/gateway/usecases/pricing/reusableAddress.ts";
import { changeSettlement } from "../../src/gateway/usecases/stores/changeSettlement.ts";
import { chooseSettlement } from "../../src/gateway/usecases/stores/chooseSettlement.ts";
import { settlementText } from "../../src/gateway/usecases/stores/settlements.ts";
import { monthOf, readMonth } from "../../src/values/month.ts";
import { MINUTE_MS } from "../../src/values/time.ts";
import { onEngines, USUAL_ENGINES } from "../support/databases.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { AWAY, evmShopOf, HOME } from "./evmShop.ts";
import { ok } from "./shop.ts";

const NEW_ADDRESS = "0x7777777777777777777777777777777777777777";
const BUYER = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const ADA = { userId: "ada", userName: "Ada" };
const MINUTE = 60;
const DOLLAR = 1_000_000n; // of both coins

describe("a change of a store's coin, chain and address", function () {
  this.timeout(120_000);

  onEngines(USUAL_ENGINES, (newUrl) => {
    let sandbox: SandboxApp;
    let shop: ReturnType<typeof evmShopOf>;
    let old: Settlement;
    let wanted: Settlement;
    before(async () => {
      const databaseUrl = await newUrl();
      sandbox = await startSandboxApp(databaseUrl ? { databaseUrl } : {});
      shop = evmShopOf(sandbox);
      await sandbox.control("bitcoin/automine", { seconds: 0 });
      await shop.tick();
      old = (await store()).settings.settlement;
      const chains = await sandbox.app.gateway.service.chains();
      const away = chains.find(({ id }) => id === AWAY)!;
      const { address: currency } = away.solverCurrencies.find(({ symbol }) => symbol === "USDT")!;
      wanted = chooseSettlement(chains, { chainId: AWAY, currency, recipient: NEW_ADDRESS });
    });
    after(() => sandbox.close());

    const store = async () => (await sandbox.app.gateway.persistence.stores.load(sandbox.storeId))!;
    const change = async (to: Settlement) => {
      const from = settlementText((await store()).settings.settlement);
      return changeSettlement(sandbox.app.gateway, await store(), { from, to }, ADA);
    };
    const balanceOf = ({ chainId, currency, recipient }: Settlement): Promise<bigint> => {
      const { rpcUrl } = sandbox.app.sandbox!.file.chains.find(({ id }) => id === chainId)!;
      return createEvmRpc(rpcUrl).readContract({
        address: currency as `0x${string}`,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [recipient as `0x${string}`],
      });
    };
    const termsOf = async (id: string) => (await sandbox.app.gateway.persistence.invoices.load(id))!.terms;
    const payInBitcoin = async (id: string) => {
      await shop.pay(id);
      await shop.mine();
      return shop.until(id, "Settled", 40);
    };

    it("leaves open invoices at the old address, also when they are priced anew, and pays new ones at the new", async () => {
      const [converted, direct, renewed] = [await shop.invoice(), await shop.invoice(), await shop.invoice()];
      const { destination: oldDeposit } = await shop.bitcoin(converted.id);
      const asked = await shop.choose(direct.id, "USDC", HOME);
      const { before } = await change(wanted);
      expect(before).to.deep.equal(old);

      const atOld = await balanceOf(old);
      const paid = await payInBitcoin(converted.id);
      expect(await balanceOf(old)).to.equal(atOld + BigInt(paid.crosstill.settlements[0]!.amount));
      expect((await shop.choose(direct.id, "USDC", HOME)).destination).to.equal(old.recipient);
      await shop.payIn(direct.id, "USDC", HOME);
      const settled = await shop.until(direct.id, "Settled");
      expect(settled.crosstill.settlements[0]?.amount).to.equal(`${asked.units}`);

      await shop.tick(5 * MINUTE); // the offer is old, and the page asks for another
      const again = await shop.choose(renewed.id, "USDT", AWAY);
      expect(again.destination, "the new coin is converted for an old invoice").not.to.equal(NEW_ADDRESS);
      const atOldThen = await balanceOf(old);
      await shop.payIn(renewed.id, "USDT", AWAY);
      const late = await shop.until(renewed.id, "Settled", 40);
      expect(await balanceOf(old)).to.equal(atOldThen + BigInt(late.crosstill.settlements[0]!.amount));
      expect(await termsOf(renewed.id)).to.have.deep.property("settlement", old);

      const atNew = await balanceOf(wanted);
      const next = await shop.invoice();
      expect(await termsOf(next.id)).to.have.deep.property("settlement", wanted);
      expect((await shop.bitcoin(next.id)).destination).not.to.equal(oldDeposit);
      const paidNext = await payInBitcoin(next.id);
      const received = BigInt(paidNext.crosstill.settlements[0]!.amount);
      expect(received >= 25n * DOLLAR, `${received}`).to.equal(true);
      expect(await balanceOf(wanted)).to.equal(atNew + received);
      const nextDirect = await shop.invoice();
      expect((await shop.choose(nextDirect.id, "USDT", AWAY)).destination).to.equal(NEW_ADDRESS);
      await shop.payIn(nextDirect.id, "USDT", AWAY);
      await shop.until(nextDirect.id, "Settled");
    });

    it("names the right coin of each payment in the books, which add up", async () => {
      const { gateway } = sandbox.app;
      await shop.tick(2 * MINUTE);
      const month = readMonth(monthOf(gateway.clock(), "UTC"), "UTC")!;
      const statement = (await makeStatement(gateway, await store(), month))!;
      expect(statement.faults).to.deep.equal([]);
      const settledIn = statement.rows.filter(({ settled }) => settled > 0n).map(({ asset, chainId }) => [asset?.symbol, chainId]);
      expect(settledIn.toSorted()).to.deep.equal([["USDC", HOME], ["USDT", AWAY]]);
      const { paid } = statementView(await store(), statement, "en");
      expect(paid.map(({ recipient }) => recipient)).to.deep.equal([old.recipient, NEW_ADDRESS]);
    }); // prettier-ignore

    it("pays a refund of an old invoice from the new coin, with what it is worth in it", async () => {
      const { gateway } = sandbox.app;
      const settled = (await gateway.persistence.invoices.list(sandbox.storeId, { states: ["Settled"], withArchived: true, limit: 50 })).find(({ terms, facts }) => terms.settlement.chainId === HOME && facts.deposits[0]?.methodId === "BTC-CHAIN")!;
      const { id: pullId } = ok<{ id: string }>(await sandbox.post(`/invoices/${settled.id}/refund`, { refundVariant: "Fiat" }));
      const { id } = await claimPayout(gateway, pullId, { destination: BUYER, methodId: "BTC-CHAIN", amount: undefined });
      await approvePayout(gateway, id, 0, ADA);
      const { payment, request } = await preparePayoutPayment(gateway, id, NEW_ADDRESS);
      expect([request.originChainId, request.originCurrency]).to.deep.equal([AWAY, wanted.currency]);
      expect(payment.coin?.symbol).to.equal("USDT");
      expect(payment.input > 24n * DOLLAR && payment.input <= 25n * DOLLAR + DOLLAR, `${payment.input}`).to.equal(true);
    }); // prettier-ignore

    it("takes no address that was quoted for the other recipient out of the cache", async () => {
      const { gateway } = sandbox.app;
      const { persistence } = gateway;
      const { id } = await shop.invoice();
      const { destination: forNew } = await shop.bitcoin(id);
      const [lease] = await persistence.leases.of(id);
      await persistence.leases.end(lease!, gateway.clock(), true);
      const bitcoin = (await methodsOf(gateway, await store())).find((one) => one.id === "BTC-CHAIN")!;
      const refundTo = (await store()).settings.refunds[String(bitcoin.chainId)]!;
      const free = async (settlement: Settlement) =>
        (await persistence.leases.freeAddresses(addressRoute(await store(), routeKey(settlement, bitcoin, refundTo)), gateway.clock(), true)).map(({ address }) => address);
      expect(await free(wanted)).to.include(forNew);
      await change(old);
      const back = await shop.invoice();
      expect((await shop.bitcoin(back.id)).destination).not.to.equal(forNew);
      expect(await free(old)).not.to.include(forNew);
      await change(wanted);
      sandbox.clock.advance(2 * MINUTE_MS);
      const again = await shop.invoice();
      expect((await shop.bitcoin(again.id)).destination, "of the same recipient").to.equal(forNew);
    }); // prettier-ignore
  });
});
