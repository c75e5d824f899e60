import { expect } from "chai";
import { commitmentScript, dustThreshold, requestIdIn } from "../../../src/bitcoin/codec/outputScript.ts";
import { dustLimit } from "../../../src/sandbox/bitcoin/rules/outputScript.ts";
import { scriptsOf, testKey } from "./coinSets.ts";

const SCRIPTS = scriptsOf(testKey(1));
const ID = `0x${"c5".repeat(32)}`;

describe("output scripts", () => {
  const cases = [
    { name: "P2WPKH", script: SCRIPTS.p2wpkh, least: 294n },
    { name: "P2TR", script: SCRIPTS.p2tr, least: 330n },
    { name: "P2WSH", script: `0020${"33".repeat(32)}`, least: 330n },
    { name: "P2SH", script: SCRIPTS["p2sh-p2wpkh"], least: 540n },
    { name: "P2PKH", script: SCRIPTS.p2pkh, least: 546n },
    { name: "data", script: commitmentScript(ID), least: 0n },
  ];
  for (const { name, script, least } of cases) {
    it(`are dust below ${least} sats for ${name}, as the ledger says too`, () => {
      expect(dustThreshold(script)).to.equal(least);
      expect(dustLimit(script)).to.equal(least);
    });
  }

  it("count as a witness program only when one push fills them", () => {
    expect(dustThreshold("51024e73")).to.equal(240n); // version 1, two bytes: the shortest there is
    expect(dustThreshold(`0015${"11".repeat(20)}`)).to.equal(537n); // says 21 bytes, has 20
    expect(dustThreshold(`61${"14"}${"11".repeat(20)}`)).to.equal(537n); // no version opcode
  });

  it("tell the request that a transaction is tied to", () => {
    expect(requestIdIn([SCRIPTS.p2wpkh, commitmentScript(ID), SCRIPTS.p2tr])).to.equal(ID);
    expect(requestIdIn([commitmentScript(`0x${"C5".repeat(32)}`)])).to.equal(ID);
  });

  it("tell no request without a commitment of 32 bytes, or with two different ones", () => {
    expect(requestIdIn([SCRIPTS.p2wpkh])).to.equal(undefined);
    expect(
      requestIdIn(["6a", "6a0568656c6c6f", `6a1f${"c5".repeat(31)}`, `6a20${"c5".repeat(33)}`]),
    ).to.equal(undefined);
    expect(requestIdIn([commitmentScript(ID), commitmentScript(`0x${"00".repeat(32)}`)])).to.equal(undefined);
    expect(requestIdIn([commitmentScript(ID), commitmentScript(ID)])).to.equal(ID);
  });

  it("are not made for an id of another length", () => {
    expect(() => commitmentScript("0xc5")).to.throw(/32 bytes/);
  });
});
