import { createPublicKey, verify } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { openSigner, renewSigner } from "../../../../src/gateway/compose/signingKey.ts";
import { createSigner, isSigned } from "../../../../src/gateway/adapters/signing.ts";
import { offerText } from "../../../../src/gateway/usecases/signatures/offerText.ts";
import { createMemoryPersistence } from "../../../support/memoryPersistence.ts";
import { isFull } from "../../../support/sizes.ts";
import { isSignedByHand } from "./handWritten.ts";
import { RFC_8032 } from "./rfc8032.ts";

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));

/** What a shop of these numbers would sign. */
function signedBy(seed: number, address: string) {
  const signer = createSigner(new Uint8Array(32).fill(seed));
  const text = offerText({
    ...{ invoice: `8Hq2vLm4WcXn7TzKpR5dYb9sGfA3J${seed}`, store: "7Gw1uKn3VbZm6SyJqQ4cXa8rFeB2Hd" },
    ...{ domain: "shop.example", address, units: "31234", amount: "0.00031234", coin: "BTC" },
    ...{ token: "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8", chain: "8253038", expires: "1795000840" },
  });
  return { key: signer.publicKey, text, signature: signer.sign(text) };
}

const OFFERS = [
  signedBy(1, "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"),
  signedBy(2, "0xd7a1c2f03b59e64872dd0a6c11e8f5a0b93c4e7d"),
  signedBy(3, "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"),
];
type Signed = (typeof OFFERS)[number];

/** Every text that differs in one bit of its UTF-8 bytes. */
function* bent(text: string): Generator<string> {
  const whole = Buffer.from(text, "utf8");
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const one = Buffer.from(whole);
    one[bit >> 3] = (one[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield one.toString("utf8");
  }
}

function* changes(offer: Signed): Generator<Signed> {
  for (const text of bent(offer.text)) yield { ...offer, text };
  for (const part of ["key", "signature"] as const) {
    for (const digits of bent(offer[part])) yield { ...offer, [part]: digits };
    for (const digits of flipped(offer[part])) yield { ...offer, [part]: digits };
  }
}

/** All bytes, written in hex, that differ from these in one bit. */
function* flipped(hex: string): Generator<string> {
  for (let bit = 0; bit < hex.length * 4; bit++) {
    const one = bytes(hex);
    one[bit >> 3] = (one[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield Buffer.from(one).toString("hex");
  }
}

/** A prime, so that every place of a byte is among the changed bits. */
const EVERY = isFull ? 1 : 5;

describe("a signature", () => {
  it("is ed25519 as RFC 8032 has it, also where the page computes it by itself", async () => {
    for (const [seed, key, message, signature] of RFC_8032) {
      expect(createSigner(bytes(seed)).publicKey).to.equal(key);
      expect(await isSignedByHand(key, bytes(message), signature), message).to.equal(true);
      expect(await isSignedByHand(key, bytes(`${message}00`), signature), message).to.equal(false);
    }
    const [seed, key, message, signature] = RFC_8032[1];
    const text = Buffer.from(message, "hex").toString("utf8");
    expect(createSigner(bytes(seed)).sign(text)).to.equal(signature);
    expect(isSigned(key, text, signature)).to.equal(true);
  });

  it("fits nothing else: of more than 2,000 changes of one bit in text, key or signature none is accepted", function () {
    this.timeout(60_000);
    let tried = 0;
    const accepted: Signed[] = [];
    for (const offer of OFFERS) {
      expect(isSigned(offer.key, offer.text, offer.signature)).to.equal(true);
      for (const [index, change] of [...changes(offer)].entries()) {
        if (index % EVERY !== 0) continue;
        tried += 1;
        if (isSigned(change.key, change.text, change.signature)) accepted.push(change);
      }
    }
    expect(tried).to.be.greaterThan(isFull ? 10_000 : 2_000);
    expect(accepted).to.deep.equal([]);
  });

  it("is refused by the page's own arithmetic whenever node refuses it", async function () {
    this.timeout(60_000);
    for (const { key, text, signature } of OFFERS) {
      expect(await isSignedByHand(key, text, signature)).to.equal(true);
      const every = (all: Iterable<string>, step: number) =>
        [...all].filter((_, index) => index % step === 0);
      for (const other of every(bent(text), 101)) expect(await isSignedByHand(key, other, signature)).to.equal(false); // prettier-ignore
      for (const other of every(flipped(signature), 13)) expect(await isSignedByHand(key, text, other)).to.equal(false); // prettier-ignore
      for (const other of every(flipped(key), 13)) expect(await isSignedByHand(other, text, signature)).to.equal(false); // prettier-ignore
    }
  });

  it("has one form: another number that means the same is refused, and so are capital digits", async () => {
    const [{ key, text, signature }] = OFFERS as [Signed];
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const s = BigInt(`0x${Buffer.from(bytes(signature.slice(64)).toReversed()).toString("hex")}`) + order;
    const more = Buffer.from(bytes(s.toString(16).padStart(64, "0")).toReversed()).toString("hex");
    expect(isSigned(key, text, signature.slice(0, 64) + more)).to.equal(false);
    expect(await isSignedByHand(key, text, signature.slice(0, 64) + more)).to.equal(false);
    expect(isSigned(key.toUpperCase(), text, signature)).to.equal(false);
    expect(isSigned(key, text, signature.toUpperCase())).to.equal(false);
    expect(await isSignedByHand("ff".repeat(32), text, signature), "no point").to.equal(false);
  });

  it("can be checked by anybody who knows ed25519", () => {
    const [{ key, text, signature }] = OFFERS as [Signed];
    const jwk = { kty: "OKP", crv: "Ed25519", x: Buffer.from(key, "hex").toString("base64url") };
    const known = createPublicKey({ key: jwk, format: "jwk" });
    expect(verify(null, Buffer.from(text), known, Buffer.from(signature, "hex"))).to.equal(true);
  });
});

describe("the signing key", () => {
  const failure = (opening: Promise<unknown>) => opening.then(() => "opened", (error: Error) => error.message); // prettier-ignore

  it("is made by the first start, is nobody else's to read, and is replaced on purpose only", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-signing-"));
    try {
      const file = path.join(folder, "data", "signing.key");
      const persistence = createMemoryPersistence();
      const { publicKey } = await openSigner(persistence.checkpoints, file, 0);
      expect(fs.statSync(file).mode & 0o777).to.equal(0o600);
      expect(fs.readFileSync(file, "utf8")).not.to.include(publicKey);
      expect((await openSigner(persistence.checkpoints, file, 1)).publicKey, "after a restart").to.equal(
        publicKey,
      );
      fs.chmodSync(file, 0o640);
      expect(await failure(openSigner(persistence.checkpoints, file, 1))).to.include(`chmod 600 ${file}`);
      const kept = fs.readFileSync(file);
      fs.rmSync(file);
      expect(await failure(openSigner(persistence.checkpoints, file, 2)))
        .to.match(/There is no .*signing\.key/)
        .and.to.include("SIGNING_KEY_FILE")
        .and.to.include("crosstill signing renew --yes");
      expect(fs.existsSync(file), "none is made in silence").to.equal(false);
      fs.writeFileSync(file, "ab".repeat(32), { mode: 0o600 });
      expect(await failure(openSigner(persistence.checkpoints, file, 3)))
        .to.match(/is not the key/)
        .and.to.include(publicKey);
      fs.writeFileSync(file, kept);
      const renewed = await renewSigner(persistence.checkpoints, file, 4);
      expect(renewed.publicKey).not.to.equal(publicKey);
      expect((await openSigner(persistence.checkpoints, file, 5)).publicKey).to.equal(renewed.publicKey);
      const [old = ""] = fs.readdirSync(path.dirname(file)).filter((name) => name.includes("until"));
      expect(fs.readFileSync(path.join(path.dirname(file), old)), "the old one").to.deep.equal(kept);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});
