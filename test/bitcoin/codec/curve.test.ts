import { expect } from "chai";
import * as curve from "../../../src/bitcoin/codec/curve.ts";

const ENOUGH = 4_000; // tiny-secp256k1 fails for good after 3,413
const PRIVATE = Buffer.alloc(32, 7);
const HASH = Buffer.alloc(32, 1);
const KEY = curve.pointFromScalar(PRIVATE) ?? new Uint8Array();
const SIGNATURE = curve.sign(HASH, PRIVATE);

const OFF = Buffer.alloc(32, 0xff); // beyond the field
const NO_POINTS = {
  "off the curve": Buffer.concat([Buffer.of(2), OFF]),
  uncompressed: Buffer.concat([Buffer.of(4), OFF, OFF]),
  "without parity": OFF,
  empty: Buffer.alloc(0),
};

describe("the curve of Bitcoin's keys", () => {
  const uses: Readonly<Record<string, (key: Uint8Array) => unknown>> = {
    verify: (key) => curve.verify(HASH, key, SIGNATURE),
    verifySchnorr: (key) => curve.verifySchnorr(HASH, key, SIGNATURE),
    pointAddScalar: (key) => curve.pointAddScalar(key, HASH),
    pointCompress: (key) => curve.pointCompress(key),
    xOnlyPointAddTweak: (key) => curve.xOnlyPointAddTweak(key, HASH),
  };

  for (const [name, use] of Object.entries(uses)) {
    for (const [what, key] of Object.entries(NO_POINTS))
      it(`${name} refuses a key ${what}`, () => expect(() => use(key)).to.throw(TypeError, "Expected Point"));

    it(`works on after ${name} refused thousands of keys that are no points`, () => {
      const { "off the curve": compressed, "without parity": xOnly } = NO_POINTS;
      for (let refused = 0; refused < ENOUGH; refused++)
        for (const key of [compressed, xOnly]) expect(() => use(key)).to.throw(TypeError);
      expect(curve.verify(HASH, KEY, SIGNATURE)).to.equal(true);
    });
  }
});
