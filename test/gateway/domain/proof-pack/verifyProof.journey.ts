import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { canonicalJson, type JsonObject } from "../../../../src/gateway/domain/proof-pack/canonicalJson.ts";
import { HttpFailure } from "../../../../src/http-client/http.ts";
import { createSigner } from "../../../../src/gateway/adapters/signing.ts";
import {
  proveInvoice,
  signed,
  type ProofPack,
} from "../../../../src/gateway/usecases/proofs/proveInvoice.ts";
import { isFull } from "../../../support/sizes.ts";
import { withOneChange } from "./changedFields.ts";
import { happen, HISTORIES } from "./histories.ts";
import { openWorld, SIGNER, type World } from "./world.ts";

const VERIFIER = fileURLToPath(new URL("../../../../docs/reference/verify_proof.py", import.meta.url));
const EACH = fileURLToPath(new URL("verify_each.py", import.meta.url));
const NAMES = Object.keys(HISTORIES);
const PACKS = isFull ? 200 : 40;
const CHANGES = isFull ? 2_000 : 150;

describe("a proof pack, checked by the program of the documentation", function () {
  this.timeout(240_000); // pure Python checks 500 signatures
  let world: World;
  const packs: ProofPack[] = [];
  before(async () => {
    world = await openWorld();
    const ids: string[] = [];
    for (let number = 0; number < PACKS - 1; number++)
      ids.push(await happen(world, NAMES[number % NAMES.length] ?? "", number));
    await world.mine(3);
    ids.push(await happen(world, "in no block yet", PACKS - 1));
    for (const id of ids) packs.push(await proveInvoice(world.gateway, id));
  });
  after(() => world.close());

  const packOf = (name: string) => packs[NAMES.indexOf(name)] as ProofPack; // the first round has each
  const reasonOf = async (pack: JsonObject) => (await verifyEach([pack]))[0];

  it(`is accepted, each of ${PACKS}, with the gateway's key`, async () => {
    const said = await verifyEach(packs, SIGNER.publicKey);
    expect(said.filter((line) => !line.startsWith("ok Signed by the key that you gave."))).to.deep.equal([]);
    const checked = said.join("\n");
    for (const words of ["By the work of 4 block(s)", "By a node's word, settlement", "By a node's word, deposit"])
      expect(checked).to.include(words);
    const open = said.flatMap((line) => /NOT CHECKED.*?: (.*?)(?= \||$)/.exec(line)?.[1] ?? []);
    expect(new Set(open)).to.deep.equal(new Set(["No transaction is known.", "The transaction is in no block of the best chain."]));
    expect(open).to.have.length(Math.floor(PACKS / NAMES.length) + 1); // those that rest on the service's word, and the last one
  }); // prettier-ignore

  it(`is refused with any one field changed, each of ${CHANGES}`, async () => {
    const random = dice(7);
    const changed = Array.from({ length: CHANGES }, (_, number) => {
      return withOneChange(packs[number % packs.length] as ProofPack, random);
    });
    const said = await verifyEach(changed);
    expect(said).to.have.length(CHANGES);
    expect(said.filter((line) => !line.startsWith("wrong"))).to.deep.equal([]);
  });

  it("is refused when a name stands twice, or a number has a fraction", async () => {
    const text = canonicalJson(packOf("paid"));
    const [twice, broken] = await verifyLines([text.replace('"id":', '"id":"x","id":'), text.replace('"version":2', '"version":2.0')]); // prettier-ignore
    expect(twice).to.include("A name stands twice");
    expect(broken).to.include("Only whole numbers");
  });

  describe("does not take what contradicts itself, even when the gateway has signed it", () => {
    /** Each lie is told in a pack of its own, which the gateway signs. */
    const expectRefused = async (lies: readonly Lie[]) => {
      const told = lies.map(([name, , change]) => {
        const { signature: _, ...body } = structuredClone(packOf(name));
        change(body as Loose);
        return signed({ signer: SIGNER }, body as JsonObject);
      });
      const said = await verifyEach(told);
      const taken = lies.filter((_, index) => !said[index]?.startsWith("wrong")).map(([, what]) => what);
      expect(taken).to.deep.equal([]);
      expect(said.join(), "because of what it says").not.to.match(/The pack|KeyError|TypeError/);
    };
    const aboutDeposit = (name: string, what: string, change: (deposit: Loose) => void): Lie => [name, what, (pack) => change(pack["deposits"][0])];
    const aboutSettlement = (what: string, change: (settlement: Loose) => void): Lie => ["paid", what, (pack) => change(pack["settlements"][0])];

    it("about the payment on Bitcoin", async () => {
      const other = (packOf("seen first in the mempool") as Loose)["deposits"][0].evidence;
      const lies: Readonly<Record<string, (deposit: Loose) => void>> = {
        "another transaction": ({ evidence }) => (evidence.transaction = other.transaction),
        "a transaction with one byte changed": ({ evidence }) => (evidence.transaction = flipped(evidence.transaction, 20)),
        "another amount": ({ payment }) => (payment.amount = "40001"),
        "another address": ({ payment }) => (payment.to = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"),
        "another output": (deposit) => { deposit.payment.part = "1"; deposit.outpoint = deposit.outpoint.replace(/:0$/, ":1"); },
        "another name": (deposit) => (deposit.outpoint = deposit.outpoint.replace(/:0$/, ":1")),
        "another place in the block": ({ evidence }) => (evidence.block.index ^= 1),
        "another branch": ({ evidence }) => (evidence.block.branch[0] = "00".repeat(32)),
        "another block": ({ evidence }) => (evidence.block.headers = other.block.headers),
        "a header without work": ({ evidence }) => (evidence.block.headers[0] = withoutWork(evidence.block.headers[0])),
        "headers that do not follow one another": ({ evidence }) => evidence.block.headers.push(evidence.block.headers[0]),
        "another block's hash": ({ payment }) => (payment.blockHash = "00".repeat(32)),
        "another worth": (deposit) => (deposit.countsFor = "24999999"),
      };
      await expectRefused(Object.entries(lies).map(([what, change]) => aboutDeposit("paid", what, change)));
    });

    it("about what a payment was promised, and how often it was made", () => {
      const counted = (pack: Loose, units: string) => (pack["deposits"][0].countsFor = pack["invoice"].paid = units);
      return expectRefused([
        ["paid", "the same payment twice", (pack) => {
          pack["deposits"].push(pack["deposits"][0]);
          pack["invoice"].paid = "50000000";
        }],
        ["paid in two parts by one transaction", "one arrival for two payments", (pack) => {
          const [one, other] = pack["settlements"];
          pack["settlements"][1] = { ...one, outpoint: other.outpoint };
          pack["deposits"][1].countsFor = one.payment.amount;
          pack["invoice"].paid = String(BigInt(pack["deposits"][0].countsFor) + BigInt(one.payment.amount));
        }],
        ["paid", "more than was promised", (pack) => (pack["deposits"][0].credit = counted(pack, "90000000"))],
        ["paid", "less than was promised", (pack) => (pack["deposits"][0].credit = counted(pack, "1"))],
        ["paid", "a part of what was promised", (pack) => { pack["deposits"][0].floor = "99000000"; counted(pack, "6315656"); }],
        ["paid with native coins", "a chain that nobody asked for", (pack) => (pack["deposits"][0].payment.chainId = 1)],
        ["paid with native coins", "coins that nobody asked for", (pack) => (pack["offers"][0].currency = `0x${"70".repeat(20)}`)],
        ["paid", "a form that nobody knows", (pack) => (pack["schema"] = "crosstill-proof-v2")],
      ]);
    });

    it("about whose the address is: one of another network has the same script", async () => {
      const program = [
        "import sys; sys.dont_write_bytecode = True; import verify_proof as it",
        "for address, network in zip(sys.argv[1::2], sys.argv[2::2]):",
        "  try: print(it.script_of(address, network).hex())",
        "  except Exception: print('refused')",
      ].join("\n");
      const [main, test] = ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "mrXhAeZqJ5fVLJYUQbKuzJkkmXkQEMAEeL"];
      const asked = [main, "mainnet", test, "regtest", main, "regtest", test, "mainnet"];
      const { output } = await python(["-c", program, ...asked], "", path.dirname(VERIFIER));
      expect(output).to.match(/^76a914[0-9a-f]{40}88ac\n76a914[0-9a-f]{40}88ac\nrefused\nrefused\n$/);
    });

    it("about what the merchant received", () => {
      const lies: Readonly<Record<string, (settlement: Loose) => void>> = {
        "another amount": ({ payment }) => (payment.amount = "25010001"),
        "another recipient": ({ payment }) => (payment.to = `0x${"99".repeat(20)}`),
        "another coin": ({ payment }) => (payment.currency = `0x${"99".repeat(20)}`),
        "a log to somebody else": ({ evidence }) => (evidence.log.topics[2] = `0x${"99".repeat(32)}`),
        "a log of another amount": ({ evidence }) => (evidence.log.data = `0x${"0".repeat(63)}1`),
        "a log of another event": ({ evidence }) => (evidence.log.topics[0] = `0x${"99".repeat(32)}`),
        "another transaction": ({ evidence }) => (evidence.transactionHash = `0x${"99".repeat(32)}`),
        "another name": (settlement) => (settlement.proof += "0"),
      };
      return expectRefused(Object.entries(lies).map(([what, change]) => aboutSettlement(what, change)));
    });

    it("about prices, other coins, refunds and the sum of it", () =>
      expectRefused([
        ["paid", "a price", (pack) => (pack["offers"][0].input = "39999")],
        ["paid", "an address", (pack) => (pack["offers"][0].depositAddress = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080")],
        ["paid", "an offer's signature", (pack) => (pack["offers"][0].signed.signature = flipped(pack["offers"][0].signed.signature, 70))],
        ["paid", "a quote", (pack) => (pack["quotes"][0].input = "39999")],
        ["paid", "the sum", (pack) => (pack["invoice"].paid = "26000000")],
        ["paid", "no payment", (pack) => (pack["deposits"] = [])],
        aboutDeposit("paid with native coins", "coins", ({ evidence }) => (evidence.value.amount = "1")),
        aboutDeposit("paid with native coins", "another coin", ({ payment }) => (payment.currency = `0x${"70".repeat(20)}`)),
        aboutDeposit("paid with a token", "another log", ({ evidence }) => (evidence.log.place = 0)),
        ["refunded", "a refund", (pack) => (pack["refunds"][0].payment.amount = "1")],
      ]));
  }); // prettier-ignore

  it("says loudly whose key it is when none is given, and refuses another gateway's", async () => {
    const stranger = createSigner(new Uint8Array(32).fill(1));
    const { signature: _, ...body } = packOf("paid");
    const forged = signed({ signer: stranger }, { ...body, publicKey: stranger.publicKey } as JsonObject);
    expect((await verifyEach([packOf("paid")]))[0]).to.include(`SIGNED BY THE KEY THAT CAME ALONG: compare ${SIGNER.publicKey}`); // prettier-ignore
    expect((await verifyEach([forged], SIGNER.publicKey))[0]).to.include("or another key's");
  });

  it("is read from a file or standard input, with a plain report and an exit code", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-proof-"));
    const file = path.join(folder, "pack.json");
    fs.writeFileSync(file, JSON.stringify(packOf("paid"), null, 2));
    const good = await python([VERIFIER, file, "--key", SIGNER.publicKey]);
    expect(good).to.deep.include({ code: 0, error: "" });
    expect(good.output).to.match(/^Signed by the key.*\nBy the work of 1 block.*\nBy a node's word.*\nInvoice invoice-0: Settled, paid 25000000 of 25000000 units\n$/); // prettier-ignore
    const bad = await python([VERIFIER, "-"], JSON.stringify({ ...packOf("paid"), madeAt: "now" }));
    expect(bad.code).to.equal(1);
    expect(bad.error).to.match(/^WRONG: The pack was changed/);
    expect((await python([VERIFIER, "-"], "{}")).error).to.match(/^WRONG: This is no proof pack/);
    fs.rmSync(folder, { recursive: true });
  });

  it("takes at most 150 lines to check", () => {
    expect(fs.readFileSync(VERIFIER, "utf8").split("\n").length - 1).to.be.at.most(150);
  });

  describe("what could not be had", () => {
    const without = async (change: object) => {
      const { explorer, budgets } = world.gateway;
      const gateway = {
        ...world.gateway,
        explorer: { ...explorer, ...change },
        budgets: { ...budgets, ...change },
      };
      return proveInvoice(gateway as typeof world.gateway, "invoice-0");
    };
    const evidenceIn = (pack: ProofPack) => JSON.stringify((pack as Loose)["deposits"][0].evidence);

    it("is said in its place while the explorer is down, and the rest is there", async () => {
      const pack = await without({ rawTx: () => Promise.reject(new HttpFailure("unreachable", "down")) });
      expect(evidenceIn(pack)).to.equal(
        '{"unavailable":"There was no answer of the explorer. Ask again later."}',
      );
      expect(await reasonOf(pack)).to.match(/^ok .*NOT CHECKED, deposit.*By a node's word, settlement/);
    });

    it("is said when an explorer lies, so that its lie stands in no pack", async () => {
      const pack = await without({ rawTx: async () => "00".repeat(100) });
      expect(evidenceIn(pack)).to.include("does not pay this");
      const moved = await without({ merkleProof: async () => ({ height: 1, index: 0, branch: [] }) });
      expect(await reasonOf(moved)).to.match(/^ok/);
    });

    it("is said when no call is left", async () => {
      const pack = await without({ explorer: { takeSpare: () => false } });
      expect(evidenceIn(pack)).to.include("No call to the explorer was left for this.");
    });
  });
});

// oxlint-disable-next-line typescript/no-explicit-any -- a lie may stand anywhere
type Loose = any;

/** In whose pack a lie stands, what it is about, and how it is told. */
type Lie = readonly [history: string, what: string, change: (pack: Loose) => void];

function verifyEach(packs: readonly JsonObject[], ...key: readonly string[]): Promise<readonly string[]> {
  return verifyLines(packs.map((pack) => JSON.stringify(pack)), ...key);
} // prettier-ignore

async function verifyLines(lines: readonly string[], ...key: readonly string[]): Promise<readonly string[]> {
  const { output, error } = await python([EACH, ...key], `${lines.join("\n")}\n`);
  expect(error).to.equal("");
  return output.trimEnd().split("\n");
}

type Said = Readonly<{ code: number | null; output: string; error: string }>;

function python(args: readonly string[], input = "", cwd?: string): Promise<Said> {
  const child = spawn("python3", args, { cwd });
  let [output, error] = ["", ""];
  child.stdout.on("data", (text) => (output += String(text)));
  child.stderr.on("data", (text) => (error += String(text)));
  child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output, error })));
}

function flipped(hex: string, at: number): string {
  return hex.slice(0, at) + (hex[at] === "0" ? "1" : "0") + hex.slice(at + 1);
}

/** The same header with a target that no hash is below. */
function withoutWork(header: string): string {
  return `${header.slice(0, 144)}01000003${header.slice(152)}`;
}

/** Whole numbers below a bound, the same ones every time. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
