import { expect } from "chai";
import { payments, Psbt, Transaction } from "bitcoinjs-lib";
import { HttpFailure } from "../../src/http-client/http.ts";
import { networkParameters } from "../../src/bitcoin/codec/address.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { merchantBitcoin, minerBitcoin, payerBitcoin } from "../../src/sandbox/accounts.ts";
import type { BitcoinSigner, QuoteBody } from "../../src/wallet/index.ts";
import { NATIVE, REQUEST_ID, TOKEN, errorOf, openTill, stepOf, type Till } from "./payer.ts";

const payer = payerBitcoin();
const service = minerBitcoin(); // stands for the service's depository
const stranger = merchantBitcoin();
const network = networkParameters("regtest");
const SATS = 500_000n;
const COIN = 1_000_000n;

const FROM_BITCOIN: QuoteBody = {
  ...NATIVE,
  user: payer.address,
  recipient: TOKEN,
  originChainId: BITCOIN_CHAIN_ID,
  originCurrency: BTC_CURRENCY,
  amount: String(SATS),
};

const bytes = (hex: string) => Buffer.from(hex, "hex");
const noteOf = (id: string) => bytes(`6a20${id.replace(/^0x/, "")}`);

type Output = Readonly<{ script: Uint8Array; value: bigint }>;
const pay = (script: string, value: bigint): Output => ({ script: bytes(script), value });
const NOTE: Output = { script: noteOf(REQUEST_ID), value: 0n };
const PAYMENT = pay(service.script, SATS);
const change = (fee: bigint) => pay(payer.script, COIN - SATS - fee);

/** A real PSBT of the service: one coin of the payer, prevout included. */
function psbtOf(outputs: readonly Output[], coin = COIN): Psbt {
  const psbt = new Psbt({ network });
  psbt.addInput({
    hash: "11".repeat(32),
    index: 0,
    witnessUtxo: { script: bytes(payer.script), value: coin },
  });
  psbt.addOutputs(outputs.map(({ script, value }) => ({ script, value })));
  return psbt;
}
const GOOD = () => psbtOf([PAYMENT, NOTE, change(1_500n)]);
const psbtStep = (psbt: Psbt, depositAddress = "") =>
  stepOf({ psbt: psbt.toHex() }, { depositAddress, action: "Sign" });

const signing = (finalise: boolean): BitcoinSigner => ({
  async signPsbt({ psbtBase64, inputs }) {
    const psbt = Psbt.fromBase64(psbtBase64, { network });
    for (const { index } of inputs) psbt.signInput(index, payer.key);
    return (finalise ? psbt.finalizeAllInputs() : psbt).toBase64();
  },
});

describe("a PSBT step", () => {
  let till: Till;
  let raws: string[];
  const broadcast = async (raw: string) => {
    raws.push(raw);
    return Transaction.fromHex(raw).getId();
  };
  beforeEach(async () => {
    till = await openTill();
    raws = [];
  });
  afterEach(() => till.service.close());

  const payWith = async (
    steps: unknown[],
    bitcoin: BitcoinSigner = signing(false),
    options: Partial<Parameters<Till["pay"]>[1]> = {},
    extra: Record<string, unknown> = {},
  ) =>
    till.pay(await till.quote(FROM_BITCOIN, steps, extra), {
      signers: { bitcoin },
      broadcast,
      bitcoinNetwork: "regtest",
      ...options,
    });
  const refusal = async (psbt: Psbt, depositAddress = "", options = {}) => {
    const asked: string[] = [];
    const bitcoin = {
      signPsbt: async ({ psbtBase64 }: { psbtBase64: string }) => (asked.push(psbtBase64), ""),
    };
    const error = await errorOf(payWith([psbtStep(psbt, depositAddress)], bitcoin, options));
    expect([asked, raws, till.requestIds]).to.deep.equal([[], [], []]);
    expect(error.code).to.equal("unsafe_quote");
    return error.message;
  };

  for (const finalise of [false, true]) {
    it(`is signed, ${finalise ? "finalised by the wallet" : "finalised"} and broadcast`, async () => {
      const { outcome, sent } = await payWith([psbtStep(GOOD())], signing(finalise));
      const [transaction] = raws.map((raw) => Transaction.fromHex(raw));
      expect([outcome, sent]).to.deep.equal(["success", [transaction?.getId()]]);
      expect(transaction?.outs.map(({ value }) => value)).to.deep.equal([SATS, 0n, COIN - SATS - 1_500n]);
      expect(transaction?.ins[0]?.witness.length).to.equal(2);
    });
  }

  it("shows the payer fee and outputs before it asks for a signature", async () => {
    const asked: unknown[] = [];
    const bitcoin: BitcoinSigner = {
      async signPsbt(ask) {
        asked.push([ask.inputs, ask.sighashTypes, till.progress.at(-1)]);
        return signing(false).signPsbt!(ask);
      },
    };
    await payWith([psbtStep(GOOD())], bitcoin);
    const shown = till.progress.find(({ kind }) => kind === "psbt-checked");
    expect(asked).to.deep.equal([[[{ index: 0, address: payer.address, sats: COIN }], [0, 1], shown]]);
    expect(shown).to.deep.equal({
      kind: "psbt-checked",
      paidSats: SATS,
      feeSats: 1_500n,
      outputs: [
        { purpose: "payment", address: service.address, sats: SATS },
        { purpose: "reference", address: undefined, sats: 0n },
        { purpose: "change", address: payer.address, sats: COIN - SATS - 1_500n },
      ],
    });
  });

  it("is not one of two that together pay more than was quoted", async () => {
    const other = psbtOf([PAYMENT, NOTE, change(1_600n)]);
    const error = await errorOf(payWith([psbtStep(GOOD()), psbtStep(other)]));
    expect([error.code, raws]).to.deep.equal(["unsafe_quote", []]);
    expect(error.message).to.include(`${2n * SATS} in all, the quote is for ${SATS}`);
  });

  it("may spend a legacy coin when its amount is proven", async () => {
    const legacy = payments.p2pkh({ pubkey: payer.key.publicKey, network });
    const previous = new Transaction();
    previous.addInput(bytes("22".repeat(32)), 0);
    previous.addOutput(legacy.output!, COIN);
    const psbt = psbtOf([PAYMENT, NOTE, pay(payer.script, 2n * COIN - SATS - 900n)]);
    psbt.addInput({ hash: previous.getId(), index: 0, nonWitnessUtxo: previous.toBuffer() });
    expect((await payWith([psbtStep(psbt)])).outcome).to.equal("success");

    const unproven = psbtOf([PAYMENT, NOTE, change(900n)]);
    unproven.addInput({
      hash: previous.getId(),
      index: 0,
      witnessUtxo: { script: legacy.output!, value: COIN },
    });
    till.requestIds.length = raws.length = 0;
    expect(await refusal(unproven)).to.contain("without its whole previous transaction");
  });

  it("may name the service's order instead of the request", async () => {
    const orderId = `0x${"0d".repeat(32)}`;
    const psbt = psbtOf([PAYMENT, { script: noteOf(orderId), value: 0n }, change(900n)]);
    const extra = { protocol: { v2: { orderId } } };
    expect((await payWith([psbtStep(psbt)], signing(false), {}, extra)).outcome).to.equal("success");
  });

  it("may pay a deposit address", async () => {
    expect((await payWith([psbtStep(GOOD(), service.address)])).outcome).to.equal("success");
  });

  const REFUSED: readonly (readonly [string, () => Psbt, string])[] = [
    ["names no request", () => psbtOf([PAYMENT, change(900n)]), "no OP_RETURN output"],
    ["names another request", () => psbtOf([PAYMENT, { script: noteOf("77".repeat(32)), value: 0n }, change(900n)]), "no OP_RETURN output"],
    ["pays somebody else on top", () => psbtOf([PAYMENT, NOTE, pay(stranger.script, 1_000n), change(1_900n)]), "pays 501000 sats to others"],
    ["keeps the change", () => psbtOf([PAYMENT, NOTE, pay(stranger.script, COIN - SATS - 900n)]), "sats to others"],
    ["pays less than was quoted", () => psbtOf([pay(service.script, SATS - 1n), NOTE, change(900n)]), "pays 499999"],
    ["burns money in its note", () => psbtOf([PAYMENT, { ...NOTE, value: 700n }, change(1_600n)]), "pays 500700"],
    ["has a fee above the cap", () => psbtOf([PAYMENT, NOTE, change(25_001n)]), "fee of 25001 sats, the cap is 25000"],
    ["spends less than it pays", () => psbtOf([PAYMENT, NOTE], SATS - 5n), "5 sats more than it spends"],
  ]; // prettier-ignore
  for (const [what, psbt, words] of REFUSED) {
    it(`is refused when it ${what}`, async () => {
      expect(await refusal(psbt())).to.contain(words);
    });
  }

  it("is refused when it does not pay the deposit address", async () => {
    expect(await refusal(GOOD(), stranger.address)).to.contain("pays 0 sats to its deposit address");
  });

  it("is refused when it wants a signature that leaves the outputs open", async () => {
    const psbt = GOOD();
    psbt.updateInput(0, { sighashType: Transaction.SIGHASH_NONE });
    expect(await refusal(psbt)).to.contain("sighash type 2");
  });

  it("is refused when it comes with another previous transaction", async () => {
    const psbt = new Psbt({ network });
    const other = new Transaction();
    other.addInput(bytes("22".repeat(32)), 0);
    other.addOutput(bytes(payer.script), COIN);
    psbt.addInput({ hash: other.getId(), index: 0 }).addOutputs([PAYMENT, NOTE, change(900n)].map(({ ...output }) => output)); // prettier-ignore
    expect(await refusal(psbt)).to.contain("neither what it spends nor how much");
    const lying = new Transaction();
    lying.addInput(bytes("33".repeat(32)), 0);
    lying.addOutput(bytes(payer.script), COIN - 1n);
    psbt.data.inputs[0]!.nonWitnessUtxo = Uint8Array.from(lying.toBuffer());
    expect(await refusal(psbt)).to.contain("another previous transaction");
  });

  it("has a cap of 20,000 sats for small payments, and another one when the payer says so", async () => {
    const psbt = psbtOf([PAYMENT, NOTE, change(600n)]);
    const message = await refusal(psbt, "", { feeCap: { bps: 0n, sats: 599n } });
    expect(message).to.contain("the cap is 599");
    const small = psbtOf([pay(service.script, 10_000n), NOTE, pay(payer.script, COIN - 30_001n)]);
    const quote = await till.quote({ ...FROM_BITCOIN, amount: "10000" }, [psbtStep(small)]);
    const options = { signers: { bitcoin: signing(false) }, broadcast, bitcoinNetwork: "regtest" } as const;
    expect((await errorOf(till.pay(quote, options))).message).to.contain("the cap is 20000");
  });

  describe("of which the wallet", () => {
    const answering = async (answer: () => string) => {
      const error = await errorOf(payWith([psbtStep(GOOD())], { signPsbt: async () => answer() }));
      expect([error.code, raws]).to.deep.equal(["wrong_signature", []]);
      return error.message;
    };
    const signed = (psbt: Psbt) => psbt.signAllInputs(payer.key).toBase64();

    it("signs another one is not broadcast", async () => {
      const other = () => psbtOf([pay(stranger.script, SATS), NOTE, change(1_500n)]);
      expect(await answering(() => signed(other()))).to.contain("something else");
      expect(await answering(() => Psbt.fromBase64(signed(other())).finalizeAllInputs().toBase64())).to.contain("something else"); // prettier-ignore
    });
    it("gives back garbage is not broadcast", async () => {
      expect(await answering(() => "signed!")).to.contain("in base64");
    });
    it("gives back unsigned is not broadcast", async () => {
      expect(await answering(() => GOOD().toBase64())).to.contain("every input signed");
    });
    it("will not sign is not broadcast", async () => {
      const signPsbt = () => Promise.reject(new Error("User rejected"));
      expect((await errorOf(payWith([psbtStep(GOOD())], { signPsbt }))).code).to.equal("not_sent");
    });
  });

  it("is broadcast again, and not signed again, after the network went silent", async () => {
    const down = () => Promise.reject(new HttpFailure("unreachable", "No answer."));
    const failed = await errorOf(payWith([psbtStep(GOOD())], signing(false), { broadcast: down }));
    expect(failed.code).to.equal("maybe_sent");
    const record = till.records.at(-1);
    const unable: BitcoinSigner = { signPsbt: () => Promise.reject(new Error("Not again.")) };
    const { sent } = await payWith([psbtStep(GOOD())], unable, { record });
    expect([sent, raws.length]).to.deep.equal([[Transaction.fromHex(raws[0]!).getId()], 1]);
    await payWith([psbtStep(GOOD())], unable, { record: till.records.at(-1) });
    expect(raws.length).to.equal(1);
  });

  it("that the network already has counts as sent", async () => {
    const known = () =>
      Promise.reject(new HttpFailure("refused", "400", 400, "RPC error: txn-already-in-mempool"));
    expect((await payWith([psbtStep(GOOD())], signing(false), { broadcast: known })).outcome).to.equal(
      "success",
    );
    const spent = () => Promise.reject(new HttpFailure("refused", "400", 400, "RPC error: missing inputs"));
    expect((await errorOf(payWith([psbtStep(GOOD())], signing(false), { broadcast: spent }))).code).to.equal("maybe_sent"); // prettier-ignore
  });
});

describe("a Bitcoin deposit address", () => {
  let till: Till;
  beforeEach(async () => {
    till = await openTill();
  });
  afterEach(() => till.service.close());

  const step = (changes: Record<string, unknown> = {}, depositAddress = service.address) => {
    const data = {
      from: payer.address,
      to: depositAddress,
      data: "0x",
      value: String(SATS),
      chainId: BITCOIN_CHAIN_ID,
    };
    return stepOf({ ...data, ...changes }, { depositAddress });
  };
  const quoteOf = (one: unknown) => till.quote({ ...FROM_BITCOIN, useDepositAddress: true }, [one]);
  const bitcoinNetwork = "regtest";

  it("is paid by the signer, once", async () => {
    const paid: unknown[] = [];
    const bitcoin: BitcoinSigner = { payAddress: async (payment) => (paid.push(payment), "ab".repeat(32)) };
    const quote = await quoteOf(step());
    const { outcome, sent } = await till.pay(quote, { signers: { bitcoin }, bitcoinNetwork });
    expect([outcome, sent, paid]).to.deep.equal(["success", ["ab".repeat(32)], [{ address: service.address, sats: SATS }]]); // prettier-ignore
    await till.pay(quote, { signers: { bitcoin }, bitcoinNetwork, record: till.records.at(-1) });
    expect(paid.length).to.equal(1);
  });

  it("says what to do when the signer cannot pay it", async () => {
    const error = await errorOf(till.pay(await quoteOf(step()), { signers: { bitcoin: signing(false) }, bitcoinNetwork })); // prettier-ignore
    expect(error.code).to.equal("signer_missing");
    expect(error.message).to.contain(`Or pay ${SATS} sats to ${service.address} from any wallet`);
  });

  const cases = [
    ["is paid elsewhere", step({ to: stranger.address }), "would go to"],
    ["is asked for another amount", step({ value: "499999" }), "pays 499999"],
    ["comes with call data", step({ data: "0x00" }), "no call data"],
    ["is on another chain", step({ chainId: 1 }), "for chain 1"],
    ["is missing", step({ to: service.address }, ""), "(none)"],
    ["is the currency's identifier", step({}, BTC_CURRENCY), "not a Bitcoin address"],
    ["belongs to another network", step({}, "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"), "not a Bitcoin address on the regtest"],
  ] as const; // prettier-ignore
  for (const [what, one, words] of cases) {
    it(`is refused when it ${what}`, async () => {
      const bitcoin: BitcoinSigner = { payAddress: () => Promise.reject(new Error("Never asked.")) };
      const error = await errorOf(till.pay(await quoteOf(one), { signers: { bitcoin }, bitcoinNetwork }));
      expect([error.code, till.requestIds]).to.deep.equal(["unsafe_quote", []]);
      expect(error.message).to.contain(words);
    });
  }
});
