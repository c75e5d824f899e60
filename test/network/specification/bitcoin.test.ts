import { expect } from "chai";
import { Psbt, payments } from "bitcoinjs-lib";
import { networkParameters, type BitcoinAddress } from "../../../src/bitcoin/codec/address.ts";
import { merchantBitcoin, minerBitcoin, payerBitcoin } from "../../../src/sandbox/accounts.ts";
import { createTestWallet } from "../../../src/sandbox/wallet/testWallet.ts";
import { createIntentService, execute } from "../../../src/wallet/index.ts";
import { held, PAYEE, topUp } from "../bitcoinSpending.ts";
import { transferOf } from "../evmRoutes.ts";
import { ask, refused } from "../quote/quoted.ts";
import { startWorld, type World } from "../world.ts";

const BTC = "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8";

/** Interface specification 2.5 and 4.5: Bitcoin. */
describe("Bitcoin", () => {
  let world: World;
  before(async () => {
    world = await startWorld();
    await topUp(world, 50_000_000);
  });
  after(() => world.close());

  const payer = payerBitcoin();
  const deposit = (changes: Record<string, unknown> = {}) => world.quoteBody(changes);
  /** A quote for the user's own wallet. */
  const withdrawal = (changes: Record<string, unknown> = {}) =>
    world.quoteBody({ useDepositAddress: undefined, refundTo: undefined, ...changes });
  const toBitcoin = async (changes: Record<string, unknown> = {}) => {
    const { address } = await world.evm.wallet(10);
    return deposit({
      ...{ user: address, originChainId: 31337, originCurrency: world.usdc, amount: "50000000" },
      ...{ destinationChainId: 8253038, destinationCurrency: BTC, recipient: PAYEE, refundTo: address },
      ...changes,
    });
  };
  const legacy = payments.p2pkh({
    pubkey: payer.key.publicKey,
    network: networkParameters("regtest"),
  }).address!;

  it("to Bitcoin: the recipient is a Bitcoin address and gets what was promised [bitcoin.to]", async () => {
    const { steps, details } = await ask(world, await toBitcoin());
    const [{ depositAddress, requestId }] = steps as [(typeof steps)[0]];
    const before = held(world, PAYEE);
    const wallet = await world.evm.wallet(10);
    await wallet.send(transferOf(world.usdc, depositAddress, 50_000_000n));
    await world.tick(2);
    await world.mine();
    await world.tick(2);
    expect(await world.status(requestId)).to.include({ status: "success" });
    expect(held(world, PAYEE) - before >= BigInt(details.currencyOut.minimumAmount)).to.equal(true);
    for (const recipient of [wallet.address, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", `${PAYEE}q`])
      expect(await refused(world, await toBitcoin({ recipient }))).to.equal("400 INVALID_ADDRESS");
    expect(await refused(world, await toBitcoin({ recipient: BTC }))).to.equal("400 INVALID_RECIPIENT");
    for (const destinationCurrency of [world.usdc, PAYEE])
      expect(await refused(world, await toBitcoin({ destinationCurrency }))).to.equal(
        "400 UNSUPPORTED_CURRENCY",
      );
  });

  it("from Bitcoin: the user is a Bitcoin address, the currency the contract's identifier [bitcoin.from]", async () => {
    for (const make of [deposit, withdrawal]) {
      expect(await refused(world, make({ originCurrency: BTC }))).to.equal("200 undefined");
      for (const user of ["0x1111111111111111111111111111111111111111", BTC, "bcrt1q", legacy.slice(1)])
        expect(await refused(world, make({ user }))).to.equal("400 INVALID_ADDRESS");
      expect(await refused(world, make({ originCurrency: payer.address }))).to.equal(
        "400 UNSUPPORTED_CURRENCY",
      );
    }
  });

  it("the chain of Bitcoin is 8253038 [bitcoin.chain-id]", async () => {
    expect(await refused(world, deposit({ originChainId: 8253038 }))).to.equal("200 undefined");
    for (const originChainId of [0, 1, 8253037, 8253039])
      expect(await refused(world, deposit({ originChainId }))).to.equal("400 UNSUPPORTED_CHAIN");
  });

  it("a Bitcoin address keeps its case; in another case it is none [bitcoin.case]", async () => {
    const taken = { ...(await toBitcoin()), recipient: legacy };
    const { details } = await ask(world, taken);
    expect((details as unknown as { recipient: string }).recipient).to.equal(legacy);
    for (const recipient of [legacy.toLowerCase(), legacy.toUpperCase(), PAYEE.replace("q", "Q")])
      expect(await refused(world, { ...taken, recipient }), recipient).to.equal("400 INVALID_ADDRESS");
  });

  it("amounts are satoshis: 100,000,000 are one bitcoin [bitcoin.sats]", async () => {
    const { details, steps } = await ask(world, deposit({ amount: "150000000" }));
    expect(details.currencyIn).to.include({ amount: "150000000", amountFormatted: "1.5" });
    expect(steps[0]?.items[0].data.value).to.equal("150000000");
  });

  it("a withdrawal carries a PSBT instead of call data [item.psbt]", async () => {
    const { steps } = await ask(world, withdrawal());
    expect(steps).to.have.length(1);
    const [{ id, kind, items }] = steps as [(typeof steps)[0]];
    expect([id, kind]).to.deep.equal(["deposit", "transaction"]);
    expect(Object.keys(items[0].data)).to.deep.equal(["psbt"]);
    const { txOutputs, txInputs } = Psbt.fromHex(items[0].data.psbt!);
    expect(txInputs.length).to.be.greaterThan(0);
    expect(txOutputs[0]?.value).to.equal(100_000n);
  });

  it("the PSBT comes back signed in base64; the client finalises and broadcasts it, and it is bridged [bitcoin.psbt]", async () => {
    const service = createIntentService({ baseUrl: world.url });
    const quote = await service.quote(withdrawal() as Parameters<typeof service.quote>[0]);
    const before = await world.received();
    const given: string[] = [];
    const { outcome, sent } = await execute(quote, {
      service,
      bitcoinNetwork: "regtest",
      clock: () => world.now,
      saveRequestId: () => {},
      signers: {
        bitcoin: {
          async signPsbt({ psbtBase64 }) {
            given.push(psbtBase64);
            return Psbt.fromBase64(psbtBase64).signAllInputs(payer.key).toBase64(); // neither finalised nor sent
          },
        },
      },
      async broadcast(rawTx) {
        const txid = await world.ledger.accept(rawTx);
        await world.mine();
        return txid;
      },
      wait: () => world.tick(),
    });
    expect(outcome).to.equal("success");
    expect([sent.length, given.length]).to.deep.equal([1, 1]);
    expect((await world.received()) > before).to.equal(true);
  });

  it("the user's balance must exceed the amount: equal is refused, one sat more is enough [bitcoin.insufficient-funds] [error.insufficient-funds]", async () => {
    const user = addressOf("07");
    await world.pay(user, 100_000);
    await world.mine();
    const { status, body } = await world.post("/quote/v2", deposit({ user, amount: "100000" }));
    expect([status, body.errorCode]).to.deep.equal([400, "INSUFFICIENT_FUNDS"]);
    expect(body.message).to.contain("100000");
    expect(await refused(world, deposit({ user, amount: "99999" }))).to.equal("200 undefined");
    expect(await refused(world, deposit({ user: addressOf("08") })), "no coins").to.equal(
      "400 INSUFFICIENT_FUNDS",
    );
  });

  it("the balance is what is confirmed, less what the mempool spends [bitcoin.balance]", async () => {
    const user = merchantBitcoin();
    const wallet = createTestWallet(world.ledger, user);
    const quote = (sats: number) => refused(world, deposit({ user: user.address, amount: String(sats) }));
    const isBalance = async (sats: number, when: string) => {
      expect(await quote(sats - 1), when).to.equal("200 undefined");
      expect(await quote(sats), when).to.equal("400 INSUFFICIENT_FUNDS");
    };
    await world.pay(user.address, 200_000);
    await world.mine();
    await isBalance(200_000, "one confirmed coin");
    await world.pay(user.address, 300_000);
    await isBalance(200_000, "what is received in the mempool is no balance");
    await world.mine();
    await isBalance(500_000, "two confirmed coins");
    await wallet.pay({ address: PAYEE, sats: 250_000n, feeRate: 1 }); // from the larger coin, with change
    await isBalance(200_000, "a coin that the mempool spends is gone, and its change is not there yet");
    await world.mine();
    expect(await quote(240_000), "the change is confirmed").to.equal("200 undefined");
  });

  it("the deposit may come from anybody, not only from the user of the quote [bitcoin.anyone]", async () => {
    const { requestId, address } = await world.quote({ user: minerBitcoin().address });
    await world.pay(address, 100_000); // from the payer
    await world.mine();
    await world.tick(3);
    expect(await world.status(requestId)).to.include({ status: "success" });
  });
});

/** An address of a made-up key hash. */
function addressOf(byte: string): BitcoinAddress {
  const hash = Buffer.from(byte.repeat(20), "hex");
  return payments.p2wpkh({ hash, network: networkParameters("regtest") }).address as BitcoinAddress;
}
