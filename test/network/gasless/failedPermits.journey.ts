import { expect } from "chai";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { alarmLog } from "../solverAlarms.ts";
import type { Wallet } from "../evmWorld.ts";
import { startWorld, type World } from "../world.ts";
import { postSignature, signedQuote, signStep } from "./signed.ts";

const TOKEN = "operator-token-for-tests";

describe("signatures whose signer moves the tokens away", function () {
  this.timeout(60_000);
  const { log, events } = alarmLog();
  let world: World;
  let wallet: Wallet;
  before(async () => {
    world = await startWorld({ twoChains: true, operatorToken: TOKEN, log });
    wallet = await world.evm.wallet(12);
  });
  after(() => world.close());
  afterEach(() => world.evm.client.setAutomine(true));

  const operator = async (path: string) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    return (await fetch(`${world.url}${path}`, { headers })).text();
  };
  const post = async (by: Wallet) => {
    const quote = await signedQuote(world, by.address);
    const signature = await signStep(by.account, quote.sign);
    return { quote, signature, answer: await postSignature(world, quote, signature) };
  };
  const spent = async (work: () => Promise<void>) => {
    const coins = () => world.evm.client.getBalance({ address: world.network.solver.evm });
    const before = await coins();
    await work();
    return before - (await coins());
  };

  it("are given up where that is seen before they are sent, which costs less than their revert", async () => {
    const { quote, signature, answer } = await post(wallet);
    expect(answer.status).to.equal(200);
    await world.evm.setUsdc(wallet.address, 0n);
    const before = world.sent.length;
    const cost = await spent(() => world.tick(4));
    const sent = world.sent.slice(before);
    expect(sent, "one transaction, that moves nothing").to.have.length(1);
    const { baseFeePerGas } = await world.evm.client.getBlock();
    expect(cost < 40_000n * ((baseFeePerGas ?? 0n) + 2n * 10n ** 9n), `${cost} wei`).to.equal(true);
    const told = await world.status(quote.requestId);
    expect(told).to.include({ status: "waiting" });
    expect(told["inTxHashes"]).to.deep.equal([]);
    await world.evm.setUsdc(wallet.address, 10n ** 12n);
    const again = await postSignature(world, quote, signature);
    expect(again.message).to.contain("Ask for a new quote");
  });

  it("are refused after three of an account in an hour, and not those of others", async () => {
    await world.evm.client.setAutomine(false);
    for (let times = 0; times < 2; times++) {
      const { answer } = await post(wallet);
      expect(answer.status).to.equal(200);
      await world.tick(1); // it is sent, and goes through as far as can be seen
      await world.evm.setUsdc(wallet.address, 0n);
      await world.evm.client.mine({ blocks: 1 });
      world.now += 6 * MINUTE_MS; // until a revert counts
      await world.tick(2);
      world.now += 6 * MINUTE_MS;
      await world.tick(2);
      await world.evm.setUsdc(wallet.address, 10n ** 12n);
    }
    await world.evm.client.setAutomine(true);
    const { answer } = await post(wallet);
    expect(`${answer.status} ${String(answer.code)}`).to.equal("429 PERMIT_LIMIT_REACHED");
    expect(answer.message).to.contain(`3 permits of ${wallet.address} have reverted within an hour`);
    const other = await world.evm.wallet(13);
    expect((await post(other)).answer.status).to.equal(200);
    await world.tick(4);
  });

  it("are told to the operator with what they cost", async () => {
    expect(await operator("/operator")).to.match(
      /3 signatures of users on .+ reverted in the last 24 hours and cost the service \d/,
    );
    const metrics = await operator("/metrics");
    expect(metrics).to.contain(`crosstill_network_permits_failed{chain="${world.evm.id}"} 3`);
    const usd = new RegExp(`crosstill_network_permits_failed_usd{chain="${world.evm.id}"} ([\\d.e-]+)`).exec(
      metrics,
    );
    expect(Number(usd?.[1]) > 0, metrics).to.equal(true);
  });

  it("are taken again after an hour", async () => {
    world.now += 60 * MINUTE_MS;
    await world.tick(2);
    const { quote, answer } = await post(wallet);
    expect(answer.status).to.equal(200);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(events.filter((event) => event.includes("reverted_payment_paid"))).to.deep.equal([]);
  });
});
