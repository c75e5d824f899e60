import * as ecc from "tiny-secp256k1";
import { Psbt, payments, networks } from "bitcoinjs-lib";
import { expect } from "chai";
import { ECPairFactory } from "ecpair";
import request from "supertest";
import { wordsOf } from "../../../src/languages/translate.ts";
import { parseDecimal } from "../../../src/values/amount.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { decode, element, textOf } from "../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue } from "./merchant.ts";

const KEY = ECPairFactory(ecc).fromPrivateKey(Buffer.alloc(32, 7));
const ADDRESS = payments.p2wpkh({ pubkey: KEY.publicKey, network: networks.regtest }).address ?? "";

describe("paying with a PSBT", () => {
  let shop: SandboxApp;
  before(async () => {
    shop = await startSandboxApp();
    await shop.control("bitcoin/pay", { address: ADDRESS, sats: "5000000" });
    await shop.control("bitcoin/mine", { blocks: 1 });
  });
  after(() => shop.close());

  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    request(shop.url).post(path).type("form").set("Accept", "text/html").send(fields);
  const make = async (id: string, addresses: string) => post(`/i/${id}/psbt`, { addresses });
  const base64In = (html: string) => /id="psbt-text"[^>]*>([^<]+)</.exec(html)?.[1] ?? "";
  const problemIn = (html: string) => textOf(element(html, "psbt-problem"));
  const sign = (base64: string) => Psbt.fromBase64(base64).signAllInputs(KEY);
  const stageOf = async (id: string) => ((await request(shop.url).get(`/i/${id}/status`)).body as { stage: string }).stage; // prettier-ignore

  it("makes one of the payer's coins, takes it back signed, broadcasts it once, and sees the payment", async () => {
    const { id } = await issue(shop);
    const { destination, due } = await bitcoinOf(shop, id);
    expect((await request(shop.url).get(`/i/${id}`)).text).to.include(`/i/${id}/psbt`);
    const { text } = await make(id, ADDRESS);
    const unsigned = base64In(text);
    expect(text, "the file").to.include(`href="data:application/octet-stream;base64,${unsigned}"`);
    expect(decode(text), "the code").to.equal(unsigned);
    const psbt = Psbt.fromBase64(unsigned, { network: networks.regtest });
    expect(psbt.txOutputs.map(({ address, value }) => [address, value])[0]).to.deep.equal([
      destination,
      parseDecimal(due, 8),
    ]);
    expect(psbt.txOutputs[1]?.address, "the rest").to.equal(ADDRESS);
    expect(psbt.data.inputs[0]?.nonWitnessUtxo, "for signing devices").not.to.equal(undefined);

    const signed = sign(unsigned).toBase64();
    for (const _ of [1, 2]) await post(`/i/${id}/psbt/signed`, { psbt: signed }).expect(303);
    shop.clock.advance(3_000);
    await shop.run("watch mempool");
    expect(await stageOf(id)).to.equal("seen");
    await request(shop.url).get(`/i/${id}/psbt`).expect(303).expect("Location", `/i/${id}`);
    await shop.control("bitcoin/mine", { blocks: 1 });
  });

  it("sends nothing that is unsigned, wrongly signed, for another amount, or no PSBT, and says so", async () => {
    const { id } = await issue(shop);
    const { due, destination } = await bitcoinOf(shop, id);
    const unsigned = base64In((await make(id, ADDRESS)).text);
    const other = Psbt.fromBase64(unsigned, { network: networks.regtest });
    const short = new Psbt({ network: networks.regtest });
    const [input, spent] = [other.txInputs[0]!, other.data.inputs[0]!];
    short.addInput({ hash: input.hash, index: input.index, witnessUtxo: spent.witnessUtxo! });
    short.addOutput({ address: destination, value: parseDecimal(due, 8) - 1n });
    short.addOutput({ address: ADDRESS, value: other.txOutputs[1]!.value });
    const broken = sign(unsigned);
    broken.data.inputs[0]!.partialSig![0]!.signature = short.signAllInputs(KEY).data.inputs[0]!.partialSig![0]!.signature; // prettier-ignore
    const whole = sign(unsigned).finalizeAllInputs().extractTransaction().toHex();
    for (const [psbt, words] of [
      [unsigned, "Input 1 of 1 is not signed"],
      [broken.toBase64(), "does not fit"],
      [short.toBase64(), `expected exactly ${due} BTC`],
      ["hello", "This is no PSBT"],
      [whole, "finished transaction"],
      ["<script>alert(1)</script>", "This is no PSBT"],
    ] as const) {
      const { status, text } = await post(`/i/${id}/psbt/signed`, { psbt });
      expect(status, text).to.equal(422);
      expect(problemIn(text)).to.include(words);
      expect(text).not.to.include("<script>alert");
    }
    shop.clock.advance(3_000);
    await shop.run("watch mempool");
    expect(await stageOf(id)).to.equal("awaiting");
  });

  it("speaks the payer's language, also when something is wrong, and keeps it", async () => {
    const { id } = await issue(shop);
    await bitcoinOf(shop, id);
    const t = wordsOf("de");
    const { text } = await request(shop.url).get(`/i/${id}/psbt?lang=de`).expect(200);
    expect(textOf(element(text, "psbt-title"))).to.equal(t("psbt.title"));
    expect(text).to.include(`action="/i/${id}/psbt?lang=de"`).and.to.include(`href="/i/${id}?lang=de"`);
    const foreign = await request(shop.url).post(`/i/${id}/psbt/signed`).set("Accept-Language", "de").type("form").send({ psbt: "hello" });
    expect(problemIn(foreign.text)).to.equal(t("psbt.unsigned.foreign"));
    const { text: made } = await make(`${id}`, ADDRESS);
    const signed = sign(base64In(made)).toBase64();
    await post(`/i/${id}/psbt/signed?lang=ja`, { psbt: signed }).expect(303).expect("Location", `/i/${id}?lang=ja`);
    await shop.control("bitcoin/mine", { blocks: 1 });
  }); // prettier-ignore

  it("says which addresses it can take, and what they lack", async () => {
    const { id } = await issue(shop, { amount: "90000.00" });
    const twoOfThree = "2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm";
    for (const [addresses, words] of [
      ["", "Expected one to 5 addresses"],
      [`${ADDRESS} `.repeat(6), "Expected one to 5 addresses"],
      ["0x52908400098527886E0F7030069857D2E4169EE7", "is no Bitcoin address of this network"],
      [twoOfThree, "more than one plain signature"],
      [ADDRESS, "These addresses hold"],
    ] as const) {
      const { status, text } = await make(id, addresses);
      expect(status, text).to.equal(422);
      expect(problemIn(text)).to.include(words);
    }
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 12) statuses.push((await make(id, "nothing")).status);
    expect(statuses.at(-1), "too many in a minute").to.equal(429);
  });
});

describe("paying with a PSBT while there are few calls to the explorers", () => {
  let shop: SandboxApp;
  before(async () => {
    shop = await startSandboxApp({ env: { EXPLORER_CALLS_PER_MINUTE: "60" } });
    for (let coin = 0; coin < 12; coin++)
      await shop.control("bitcoin/pay", { address: ADDRESS, sats: "5000" });
    await shop.control("bitcoin/mine", { blocks: 1 });
  });
  after(() => shop.close());

  it("takes none of those that payments are followed with, and gets further with each try", async () => {
    const { id } = await issue(shop);
    await bitcoinOf(shop, id);
    const form = request(shop.url).post(`/i/${id}/psbt`).type("form");
    shop.clock.advance(MINUTE_MS);
    const busy = await form.send({ addresses: ADDRESS });
    expect(busy.status).to.equal(503);
    expect(textOf(element(busy.text, "psbt-problem"))).to.equal(wordsOf("en")("psbt.busy"));
    expect(busy.text, "what was typed").to.include(ADDRESS);
    expect(shop.app.gateway.budgets.explorer.take(), "a call to follow a payment").to.equal(true);

    shop.clock.advance(MINUTE_MS);
    const made = await request(shop.url).post(`/i/${id}/psbt`).type("form").send({ addresses: ADDRESS });
    expect(made.status, made.text).to.equal(200);
    const psbt = Psbt.fromBase64(/id="psbt-text"[^>]*>([^<]+)</.exec(made.text)?.[1] ?? "");
    expect(psbt.inputCount, "more than one try can ask for").to.be.above(5);

    const { budgets } = shop.app.gateway;
    while (budgets.explorer.takeSpare());
    const signed = psbt.signAllInputs(KEY).toBase64();
    const send = () => request(shop.url).post(`/i/${id}/psbt/signed`).type("form").send({ psbt: signed });
    await send().expect(503);
    shop.clock.advance(MINUTE_MS);
    await send().expect(303);
  });
});
