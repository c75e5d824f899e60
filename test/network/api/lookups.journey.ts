import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { payerBitcoin } from "../../../src/sandbox/accounts.ts";
import { createPayees, evmQuote } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { ask, refused, walletQuote } from "../quote/quoted.ts";
import { readySolver } from "../quote/solverAccount.ts";
import { API_KEY, RECIPIENT, startWorld, type World } from "../world.ts";

const KEY = { "x-api-key": API_KEY };
const OTHER_KEY = { "x-api-key": "another-key-for-tests" };
const COIN = 10n ** 17n;
type Row = Record<"depositAddress" | "requestId", string>;

describe("prices, limits and deposit addresses that are looked up", () => {
  const payee = createPayees();
  let world: World;
  let user: Wallet;
  before(async () => {
    const apiKeys = [API_KEY, OTHER_KEY["x-api-key"]];
    world = await startWorld({ twoChains: true, elevatedPerSecond: 1_000, apiKeys });
    user = await world.evm.wallet(10);
    await readySolver(world.evm, world.network.solver.evm);
  });
  after(() => world.close());

  const bridge = (changes: Record<string, unknown> = {}) => walletQuote(world, user.address, changes);
  const priceOf = async (body: unknown, headers?: Record<string, string>) => {
    const { status, body: answer } = await world.post("/price", body, headers);
    return { status, answer };
  };
  const requestsOf = async (who: string) => {
    const { body } = await world.get(`/requests/v2?user=${who}`);
    return body["requests"] as unknown[];
  };

  describe("POST /price", () => {
    it("tells what the quote would tell beside its steps, and keeps nothing [x.quote-price]", async () => {
      for (const changes of [
        {},
        { usePermit: true },
        { tradeType: "EXACT_OUTPUT", slippageTolerance: "50" },
        { destinationChainId: world.evm.id, destinationCurrency: "USDT" },
        { useDepositAddress: true, refundTo: RECIPIENT },
        { appFees: [{ recipient: RECIPIENT, fee: "100" }] },
      ]) {
        const recipient = payee();
        const told = await priceOf(bridge({ recipient, ...changes }));
        expect(told.status, JSON.stringify(told.answer)).to.equal(200);
        expect(await requestsOf(recipient)).to.deep.equal([]);
        const { steps: _, ...quoted } = await ask(world, bridge({ recipient, ...changes }));
        expect(told.answer).to.deep.equal(quoted);
        expect(await requestsOf(recipient)).to.have.length(1);
      }
    });

    it("does not look at what the user has", async () => {
      const { address } = await world.quote(); // a Bitcoin address without coins
      const empty = world.quoteBody({ user: address, useDepositAddress: false, refundTo: undefined });
      expect(await refused(world, empty)).to.equal("400 INSUFFICIENT_FUNDS");
      expect((await priceOf(empty)).status).to.equal(200);
    });

    it("refuses what the quote refuses, by the same codes", async () => {
      for (const changes of [
        { amount: "1" },
        { destinationCurrency: "0x12" },
        { recipient: ZERO_ADDRESS },
        { topupGas: true },
        { amount: String(10n ** 30n) },
        { subsidizeFees: true },
      ]) {
        const { status, answer } = await priceOf(bridge(changes));
        expect(`${status} ${String(answer["errorCode"])}`).to.equal(await refused(world, bridge(changes)));
      }
      expect((await world.get("/price")).status).to.equal(405);
    });
  });

  describe("GET /config", () => {
    const configOf = async (query: Record<string, string | number> = {}) => {
      const sides = { originChainId: world.evm.id, destinationChainId: world.other.id, ...query };
      const text = Object.entries(sides)
        .map(([name, value]) => `${name}=${value}`)
        .join("&");
      const [old, now] = await Promise.all([world.get(`/config?${text}`), world.get(`/config/v2?${text}`)]);
      expect(old.body).to.deep.equal(now.body);
      return { status: now.status, body: now.body as never as Config };
    };
    type Config = {
      enabled: boolean;
      user?: { balance: string; maxBridgeAmount: string };
      fee: string;
      solver: { address: string; balance: string; capacityPerRequest: string };
      supportsExternalLiquidity: boolean;
      errorCode?: string;
    };

    it("tells the largest amount that a user can bridge, and the next larger one is refused [x.config]", async () => {
      const usdc = { currency: "usdc", user: user.address };
      const { body } = await configOf(usdc);
      expect(body).to.include({ enabled: true, supportsExternalLiquidity: false });
      expect(body.solver.address).to.equal(world.network.solver.evm);
      expect(BigInt(body.user!.balance)).to.equal(await world.evm.balanceOf(world.evm.usdc, user.address));
      const most = BigInt(body.user!.maxBridgeAmount);
      expect(most > 0n && most <= BigInt(body.user!.balance)).to.equal(true);
      expect(await ask(world, bridge({ amount: String(most), usePermit: false }))).to.have.property("steps");

      await world.evm.mint(world.evm.usdc, user.address, 10n ** 15n); // more than the solver can give
      const rich = (await configOf(usdc)).body;
      const bound = BigInt(rich.user!.maxBridgeAmount);
      expect(bound < BigInt(rich.user!.balance)).to.equal(true);
      const { details } = await ask(world, bridge({ amount: String(bound) }));
      expect(BigInt(details.currencyOut.amount) <= BigInt(rich.solver.capacityPerRequest)).to.equal(true);
      expect(await refused(world, bridge({ amount: String(bound + 10_000n) }))).to.equal(
        "400 INSUFFICIENT_LIQUIDITY",
      );
    });

    it("leaves the gas of the user's own transaction, and names the fee that every bridge pays", async () => {
      const { body } = await configOf({ user: user.address });
      const { balance, maxBridgeAmount } = body.user!;
      expect(BigInt(balance)).to.equal(await world.evm.client.getBalance({ address: user.address }));
      expect(BigInt(maxBridgeAmount) < BigInt(balance)).to.equal(true);
      const native = { originCurrency: ZERO_ADDRESS, destinationCurrency: ZERO_ADDRESS };
      const { fees } = await ask(world, bridge({ ...native, amount: String(COIN) }));
      const all = BigInt(fees.relayer.amount);
      const fee = BigInt(body.fee);
      expect(all - fee > 0n && all - fee <= COIN / 9_000n, "the rest is a share of the amount").to.equal(
        true,
      );
    });

    it("takes bitcoin, and an empty account", async () => {
      const { body } = await configOf({ originChainId: BITCOIN_CHAIN_ID, user: payerBitcoin().address });
      expect(BigInt(body.user!.balance) > 0n).to.equal(true);
      expect(body.enabled).to.equal(true);
      const out = await configOf({ destinationChainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY });
      expect(`${out.status} ${out.body.errorCode}`).to.equal("400 UNSUPPORTED_CURRENCY");
      const empty = (await configOf({ user: payee(), currency: world.evm.usdc })).body.user;
      expect(empty).to.deep.equal({ balance: "0", maxBridgeAmount: "0" });
    });
    it("is off where there is nothing to bridge, and refuses what is not there", async () => {
      expect((await configOf({ destinationChainId: world.evm.id })).body.enabled).to.equal(false);
      for (const [query, code] of [
        [{ destinationChainId: 5 }, "UNSUPPORTED_CHAIN"],
        [{ currency: "doge" }, "UNSUPPORTED_CURRENCY"],
        [{ user: "me" }, "INVALID_ADDRESS"],
        [{ colour: "red" }, "INVALID_REQUEST"],
      ] as const) {
        const { status, body } = await configOf(query);
        expect(`${status} ${String(body.errorCode)}`).to.equal(`400 ${code}`);
      }
    });
  });

  describe("GET /deposit-addresses/v1", () => {
    const lookUp = async (query: string, headers: Record<string, string> = KEY) =>
      await world.get(`/deposit-addresses/v1${query}`, headers);
    const quoted = async (changes: Record<string, unknown> = {}, headers?: Record<string, string>) => {
      const native = {
        originCurrency: ZERO_ADDRESS,
        destinationCurrency: ZERO_ADDRESS,
        amount: String(COIN),
      };
      const body = bridge({ ...native, useDepositAddress: true, recipient: payee(), ...changes });
      const [step] = (await ask(world, body, headers)).steps;
      return { address: step!.depositAddress, requestId: step!.requestId };
    };
    const rowsOf = (body: Record<string, unknown>) => body["depositAddresses"] as Row[];

    it("tells what an address is for, by the address, its request and a further deposit to it [x.deposit-addresses]", async () => {
      const refundTo = payee();
      const open = await quoted({ refundTo });
      const { body } = await lookUp(`?address=${open.address.toUpperCase().replace("X", "x")}`);
      expect(body).to.deep.equal({
        depositAddress: open.address,
        type: "open",
        requestId: open.requestId,
        chainId: world.evm.id,
        createdAt: new Date(world.now).toISOString(),
        currency: ZERO_ADDRESS,
        refundTo,
        recoveryAddress: null,
      });
      expect((await lookUp(`?requestId=${open.requestId}`)).body).to.deep.equal(body);
      for (let paid = 0; paid < 2; paid++) await user.send({ to: open.address, value: COIN });
      await world.tick(5);
      const { body: all } = await world.get(`/requests/v2?id=${open.requestId}&includeChildRequests=true`);
      const ids = (all["requests"] as { id: string }[]).map(({ id }) => id);
      expect(ids).to.have.length(2);
      for (const id of ids) expect((await lookUp(`?requestId=${id}`)).body).to.deep.equal(body);

      const strict = await quoted({ strict: true, refundTo });
      expect((await lookUp(`?address=${strict.address}`)).body).to.include({ type: "strict" });
      const unnamed = await quoted({});
      expect((await lookUp(`?address=${unnamed.address}`)).body).to.include({ refundTo: null });
      const recoveryAddress = payee();
      const recovered = await quoted({ recoveryAddress });
      expect((await lookUp(`?address=${recovered.address}`)).body).to.include({ recoveryAddress });
    });

    it("lists those of the key, or of a user, the newest first, in pages", async () => {
      const mine: string[] = [];
      for (let count = 0; count < 3; count++) {
        mine.unshift((await quoted({}, OTHER_KEY)).address);
        world.now += 1_000;
      }
      await ask(world, bridge(), OTHER_KEY); // has no deposit address
      const first = await lookUp("?limit=2", OTHER_KEY);
      expect(rowsOf(first.body).map(({ depositAddress }) => depositAddress)).to.deep.equal(mine.slice(0, 2));
      const next = await lookUp(`?limit=2&continuation=${String(first.body["continuation"])}`, OTHER_KEY);
      expect(rowsOf(next.body).map(({ depositAddress }) => depositAddress)).to.deep.equal(mine.slice(2));
      expect(next.body).to.not.have.property("continuation");
      const other = await world.evm.wallet(1);
      const theirs = await evmQuote(world, other, { useDepositAddress: true, recipient: payee() });
      const { body } = await lookUp(`?user=${other.address}`);
      expect(rowsOf(body).map(({ requestId }) => requestId)).to.deep.equal([theirs.requestId]);
    });

    it("needs a key, and says what is not there", async () => {
      const { address, requestId } = await quoted();
      expect((await lookUp(`?address=${address}`, {})).status).to.equal(401);
      const wallet = (await ask(world, bridge())).steps[0]!.requestId;
      for (const query of [`?address=${RECIPIENT}`, "?requestId=0x12", `?requestId=${wallet}`])
        expect((await lookUp(query)).status, query).to.equal(404);
      const permit = (await ask(world, bridge({ usePermit: true }))).steps[0]!.requestId;
      expect((await lookUp(`?requestId=${permit}`)).status, "the service pays that one itself").to.equal(404);
      for (const query of [`?address=${address}&requestId=${requestId}`, "?limit=0", "?colour=red"])
        expect((await lookUp(query)).body, query).to.include({ errorCode: "INVALID_REQUEST" });
    });
  });
});
