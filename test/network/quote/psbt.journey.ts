import { expect } from "chai";
import { Psbt, payments } from "bitcoinjs-lib";
import { networkParameters, scriptOf, type BitcoinAddress } from "../../../src/bitcoin/codec/address.ts";
import { commitmentScript } from "../../../src/bitcoin/codec/outputScript.ts";
import { readPsbtPayment } from "../../../src/bitcoin/codec/paymentPsbt.ts";
import { payerBitcoin } from "../../../src/sandbox/accounts.ts";
import { readPsbtOffer } from "../../../src/wallet/psbtOffer.ts";
import { startWorld, type World } from "../world.ts";
import { ask, refused } from "./quoted.ts";

describe("wallet quotes from Bitcoin", () => {
  let world: World;
  before(async () => {
    world = await startWorld();
  });
  after(() => world.close());

  const body = (changes: Record<string, unknown> = {}) =>
    world.quoteBody({ useDepositAddress: undefined, refundTo: undefined, ...changes });
  const psbtOf = async (changes: Record<string, unknown> = {}) => {
    const { steps } = await ask(world, body(changes));
    expect(steps).to.have.length(1);
    const [{ id, kind, requestId, depositAddress, items }] = steps as [(typeof steps)[0]];
    expect({ id, kind, depositAddress }).to.deep.equal({
      id: "deposit",
      kind: "transaction",
      depositAddress: "",
    });
    expect(Object.keys(items[0].data)).to.deep.equal(["psbt"]);
    return { requestId, psbt: items[0].data.psbt ?? "", check: items[0].check };
  };
  const addressOf = (kind: "p2pkh" | "p2sh") => {
    const network = networkParameters("regtest");
    const pubkey = payerBitcoin().key.publicKey;
    const made =
      kind === "p2pkh"
        ? payments.p2pkh({ pubkey, network })
        : payments.p2sh({ redeem: payments.p2wpkh({ pubkey, network }), network });
    return made.address as BitcoinAddress; // of a compressed key
  };

  it("the PSBT pays an address of the request, commits to its id, returns the change, and can be signed as it is [item.psbt]", async () => {
    const { requestId, psbt, check } = await psbtOf();
    expect(check?.endpoint).to.contain(requestId);
    const { inputs, outputs, fee, requestId: committed } = readPsbtPayment(psbt);
    expect(committed).to.equal(requestId);
    expect(outputs.map(({ value }) => value).slice(0, 2)).to.deep.equal([100_000n, 0n]);
    expect(outputs[1]?.script).to.equal(commitmentScript(requestId));
    const own = scriptOf("regtest", payerBitcoin().address as BitcoinAddress);
    expect(inputs.every(({ script }) => script === own)).to.equal(true);
    expect(outputs.slice(2).every(({ script }) => script === own)).to.equal(true);
    expect(fee > 0n && fee < 10_000n).to.equal(true);
    const signed = Psbt.fromHex(psbt)
      .signAllInputs(payerBitcoin().key)
      .finalizeAllInputs()
      .extractTransaction();
    await world.ledger.accept(signed.toHex());
    await world.mine();
    await world.tick(2);
    expect(await world.status(requestId)).to.include({ status: "success" });
  });

  it("the payer's own client finds nothing wrong with it", async () => {
    const { requestId, psbt } = await psbtOf();
    const offer = readPsbtOffer(psbt, {
      ...{ network: "regtest", user: payerBitcoin().address, references: [requestId] },
      ...{ depositAddress: undefined, input: 100_000n, feeCap: { bps: 1_000n, sats: 10_000n } },
    });
    expect(offer.paidSats).to.equal(100_000n);
  });

  it("coins that do not reach for amount and fee are refused before an address is given out", async () => {
    const poor = addressOf("p2pkh");
    await world.pay(poor, 100_000);
    expect(await refused(world, body({ user: poor })), "unconfirmed").to.equal("400 INSUFFICIENT_FUNDS");
    const { body: answer } = await world.post("/quote/v2", body({ user: poor }));
    expect(answer.message).to.contain("next block");
    await world.mine();
    expect(await refused(world, body({ user: poor })), "no room for the fee").to.equal(
      "400 INSUFFICIENT_FUNDS",
    );
    expect(await refused(world, body({ user: poor, amount: "99000" }))).to.equal("200 undefined");
  });

  it("a P2PKH user's inputs carry the transactions that made them", async () => {
    const user = addressOf("p2pkh");
    const { psbt } = await psbtOf({ user, amount: "90000" });
    expect(Psbt.fromHex(psbt).data.inputs.every(({ nonWitnessUtxo }) => nonWitnessUtxo)).to.equal(true);
  });

  it("a P2PKH user's coin of which the explorer says what its transaction does not is nobody's failure but the explorer's", async () => {
    const user = addressOf("p2pkh");
    const txid = await world.pay(user, 200_000);
    await world.mine();
    const coin = { txid, vout: 0, value: 5_000_000, status: { confirmed: true } };
    world.gate = ({ path }, response, next) =>
      path.endsWith(`/${user}/utxo`) ? void response.json([coin]) : next();
    expect(await refused(world, body({ user }))).to.match(/^503 /);
    world.gate = undefined;
  });

  it("a P2SH user has to send the public key, and gets a PSBT with it", async () => {
    const user = addressOf("p2sh");
    await world.pay(user, 200_000);
    await world.mine();
    expect(await refused(world, body({ user }))).to.equal("400 INVALID_REQUEST");
    expect(await refused(world, body({ user, additionalData: { userPublicKey: "02" } }))).to.equal(
      "400 INVALID_REQUEST",
    );
    const userPublicKey = Buffer.from(payerBitcoin().key.publicKey).toString("hex");
    const { psbt } = await psbtOf({ user, additionalData: { userPublicKey } });
    Psbt.fromHex(psbt).signAllInputs(payerBitcoin().key).finalizeAllInputs();
  });

  it("a user whose coins one signature cannot spend is refused", async () => {
    const script = Buffer.concat([Buffer.from([0, 32]), Buffer.alloc(32, 7)]);
    const { address: user } = payments.p2wsh({ output: script, network: networkParameters("regtest") });
    expect(await refused(world, body({ user }))).to.equal("400 INVALID_ADDRESS");
  });

  it("an amount that nodes would not relay is refused", async () => {
    expect(await refused(world, body({ amount: "100" }))).to.equal("400 AMOUNT_TOO_LOW");
  });
});
