import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import { balance, createPayees, evmQuote, family, listOfCalls, transferOf, type Walk } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { alarmLog } from "../solverAlarms.ts";
import { API_KEY, type World } from "../world.ts";

const MINUTE = 60_000;
const COIN = 10n ** 17n;
const TOKENS = 200_000_000n;
const SENDER = ZERO_ADDRESS; // as refundTo
const REFUSING = "0x6005600c60003960056000f360006000fd"; // a contract that reverts whatever comes

describe("where deposits go back to: the sender, and recovery addresses", () => {
  const { log, events } = alarmLog();
  const payee = createPayees();
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;
  before(async () => {
    audited = await startAuditedWorld({ twoChains: true, log });
    world = audited.world;
    user = await world.evm.wallet(10);
  });
  after(() => audited.close());
  beforeEach(() => void (events.length = 0));
  afterEach("the books agree with the chains", async () => {
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
    expect(world.failures).to.deep.equal([]);
  });

  const token = () => ({
    originCurrency: world.evm.usdc,
    destinationCurrency: world.other.usdc,
    amount: String(TOKENS),
  });
  const late = (refundTo: string | undefined, recoveryAddress?: string) => {
    return { useDepositAddress: true, recipient: payee(), ttl: 60, refundTo, recoveryAddress };
  };
  /** Lets the time of a quote pass, has it paid, and tells what became of it. */
  const payLate = async ({ requestId }: Walk, pay: () => Promise<unknown>) => {
    world.now += 2 * MINUTE;
    await pay();
    await world.tick(4);
    return world.status(requestId);
  };
  /** All but a twentieth of `sent`, which gas may cost, is there. */
  const within = (amount: bigint, of: bigint, sent = of) =>
    expect(amount < of && (of - amount) * 20n <= sent, `${amount} of ${of}`).to.equal(true);
  const dollars = ({ address }: Pick<Wallet, "address">) => balance(world.evm, world.evm.usdc, address);
  const setCode = (address: string, code: string) =>
    world.evm.client.request({ method: "anvil_setCode" as never, params: [address, code] as never });

  it("coins and tokens go back to the account that sent them, whoever asked for the quote [x.refund-to-sender]", async () => {
    const other = await world.evm.wallet(1);
    const coins = await evmQuote(world, user, late(SENDER));
    const before = await balance(world.evm, ZERO_ADDRESS, other.address);
    expect(await payLate(coins, () => other.send({ to: coins.address, value: COIN }))).to.include({
      status: "refund",
    });
    const lost = before - (await balance(world.evm, ZERO_ADDRESS, other.address));
    expect(lost > 0n && lost < COIN / 20n, `${lost} went to gas`).to.equal(true);

    const holder = payee();
    const tokens = await evmQuote(
      world,
      { address: holder as Wallet["address"] },
      { ...token(), ...late(SENDER) },
    );
    const held = await dollars(other);
    const sent = () => other.send(transferOf(world.evm.usdc, tokens.address, TOKENS));
    expect(await payLate(tokens, sent)).to.include({ status: "refund" });
    within(await dollars(other), held, TOKENS);
    expect(await balance(world.evm, world.evm.usdc, holder)).to.equal(0n);
  });

  it("two payers of one address get each their own back", async () => {
    const quote = await evmQuote(world, user, { ...token(), ...late(SENDER) });
    const payers = [await world.evm.wallet(1), await world.evm.wallet(1)];
    const held = await Promise.all(payers.map(dollars));
    await payLate(quote, async () => {
      for (const payer of payers) await payer.send(transferOf(world.evm.usdc, quote.address, TOKENS));
    });
    expect((await family(world, quote.address)).map(({ status }) => status)).to.deep.equal([
      "refund",
      "refund",
    ]);
    for (const [place, payer] of payers.entries()) within(await dollars(payer), held[place]!, TOKENS);
  });

  it("an account that runs a contract's code by its own signature (EIP-7702) is its holder's", async () => {
    const smart = await world.evm.wallet(1);
    const quote = await evmQuote(world, smart, { ...token(), ...late(SENDER) });
    const held = await dollars(smart);
    await setCode(smart.address, `0xef0100${world.evm.contracts.Router.slice(2)}`);
    const sent = () => smart.send(transferOf(world.evm.usdc, quote.address, TOKENS));
    expect(await payLate(quote, sent)).to.include({ status: "refund" });
    within(await dollars(smart), held, TOKENS);
  });

  it("what a contract sent waits for a person, or goes to the recovery address [x.recovery-address]", async () => {
    const byRouter = async (to: string) => {
      await user.send(transferOf(world.evm.usdc, world.evm.contracts.Router, TOKENS));
      await user.send(listOfCalls(world.evm, user, [transferOf(world.evm.usdc, to, TOKENS)]));
    };
    const manual = await evmQuote(world, user, { ...token(), ...late(SENDER) });
    expect(await payLate(manual, () => byRouter(manual.address))).to.include({
      ...{ status: "failure", failReason: "TTL_EXPIRED", refundFailReason: "MANUAL_REFUND_REQUIRED" },
    });
    const recovery = payee();
    const quote = await evmQuote(world, user, { ...token(), ...late(SENDER, recovery) });
    expect(await payLate(quote, () => byRouter(quote.address))).to.include({ status: "refund" });
    within(await balance(world.evm, world.evm.usdc, recovery), TOKENS);
    expect(await balance(world.evm, world.evm.usdc, world.evm.contracts.Router)).to.equal(0n);
    const { body } = await world.get(`/requests/v3?id=${quote.requestId}`, { "x-api-key": API_KEY });
    const [row] = body["requests"] as { depositAddress: { recoveryAddress: string } }[];
    expect(row?.depositAddress.recoveryAddress).to.equal(recovery);
  });

  it("what this service itself paid to an address never goes back to the service", async () => {
    const recovery = payee();
    const quote = await evmQuote(world, user, late(SENDER, recovery));
    const payer = await world.other.wallet(10);
    const first = await evmQuote(world, payer, {
      ...{ originChainId: world.other.id, destinationChainId: world.evm.id },
      ...{ useDepositAddress: true, recipient: quote.address, refundTo: payer.address },
    });
    const sent = async () => {
      await payer.send({ to: first.address, value: COIN });
      await world.tick(4);
    };
    expect(await payLate(quote, sent)).to.include({ status: "refund" });
    expect(await world.status(first.requestId)).to.include({ status: "success" });
    within(await balance(world.evm, ZERO_ADDRESS, recovery), COIN);
  });

  it("without refundTo a deposit goes to the recovery address, on every chain [x.recovery-address]", async () => {
    const recovery = payee();
    const quote = await evmQuote(world, user, late(undefined, recovery));
    expect(await payLate(quote, () => user.send({ to: quote.address, value: COIN }))).to.include({
      status: "refund",
    });
    within(await balance(world.evm, ZERO_ADDRESS, recovery), COIN);

    const bitcoin = await world.quote({ refundTo: undefined, recoveryAddress: world.refundTo, ttl: 60 });
    world.now += 2 * MINUTE;
    await world.pay(bitcoin.address, 100_000);
    await world.mine();
    await world.tick(4);
    await world.mine();
    await world.tick(4);
    expect(await world.status(bitcoin.requestId)).to.include({ status: "refund" });
  });

  it("a refund that its receiver refuses goes to the recovery address, once", async () => {
    const refundTo = payee();
    const recovery = payee();
    const quote = await evmQuote(world, user, late(refundTo, recovery));
    await setCode(refundTo, `0x${REFUSING.slice(-10)}`);
    expect(await payLate(quote, () => user.send({ to: quote.address, value: COIN }))).to.include({
      status: "refund",
    });
    within(await balance(world.evm, ZERO_ADDRESS, recovery), COIN);
    expect(events, "nobody is called for it").to.deep.equal([]);
    await setCode(refundTo, "0x");
    await world.tick(3);
    expect(await balance(world.evm, ZERO_ADDRESS, refundTo)).to.equal(0n);
  });

  it("what an exact output does not need goes back to its sender", async () => {
    const payer = await world.evm.wallet(1);
    const held = await dollars(payer);
    const recipient = payee();
    const quote = await evmQuote(world, user, {
      ...{ ...token(), amount: "50000000", tradeType: "EXACT_OUTPUT", strict: true },
      ...{ useDepositAddress: true, refundTo: SENDER, recipient },
    });
    await payer.send(transferOf(world.evm.usdc, quote.address, TOKENS));
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(await balance(world.other, world.other.usdc, recipient)).to.equal(50_000_000n);
    const cost = held - (await dollars(payer));
    expect(cost > 50_000_000n && cost < 60_000_000n, String(cost)).to.equal(true);
  });

  it("both are refused where they would be without a meaning", async () => {
    const code = async (changes: Record<string, unknown>) => {
      const body = world.quoteBody({ user: user.address, originChainId: world.evm.id, destinationChainId: world.other.id, originCurrency: "ETH", destinationCurrency: "ETH", amount: String(COIN), refundTo: undefined, ...changes }); // prettier-ignore
      const { status, body: answer } = await world.post("/quote/v2", body);
      return `${status} ${String(answer["errorCode"])}: ${String(answer["message"])}`;
    };
    const bitcoin = await world.post("/quote/v2", world.quoteBody({ refundTo: BTC_CURRENCY }));
    expect(bitcoin.body).to.include({ errorCode: "INVALID_ADDRESS" });
    expect(bitcoin.body["message"]).to.match(/^refundTo: a Bitcoin payment may have several senders/);
    expect(await code({ recoveryAddress: SENDER })).to.match(
      /^400 INVALID_ADDRESS: recoveryAddress is the zero/,
    );
    expect(await code({ recoveryAddress: world.evm.usdc })).to.match(/^400 INVALID_ADDRESS/);
    expect(await code({ refundTo: world.evm.usdc })).to.match(/^400 INVALID_ADDRESS/);
    expect(await code({ recoveryAddress: 5 })).to.match(/^400 INVALID_REQUEST: recoveryAddress/);
    expect(await code({ recoveryAddress: payee(), useDepositAddress: false })).to.match(
      /^400 INVALID_REQUEST: recoveryAddress is for deposit addresses/,
    );
    expect(await code({ recoveryAddress: "" })).to.match(/^400 INVALID_REQUEST: recoveryAddress/);
    expect(await code({ recoveryAddress: null })).to.match(/^200/);
  });
});
