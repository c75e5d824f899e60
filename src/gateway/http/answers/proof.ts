import { z } from "zod";
import { additionalAnswer, statusAnswer } from "./invoice.ts";
import { flag, id, text, units } from "./scalars.ts";

/** The proof pack of an invoice. docs/reference/proof-format.md explains it, and docs/reference/verify_proof.py checks it. */

const time = (of: string) => text(`${of}, in ISO 8601`);
const jsonText = (of: string) => text(`${of}: JSON, as a text`);
const hex = (of: string) =>
  z
    .string()
    .regex(/^[0-9a-f]*$/)
    .describe(`${of}, in hex`);

const unavailable = z.strictObject({ unavailable: text("Why it could not be had when the pack was made") });

const blockEvidence = z.strictObject({
  height: z.int(),
  index: z.int().describe("The transaction's place in the block"),
  branch: z.array(hex("A neighbour")).describe("From the transaction's neighbour up to the merkle root"),
  headers: z.array(hex("80 bytes")).describe("Of the transaction's block, then of those on top"),
  further: unavailable.optional(),
});

const evmPlace = {
  kind: z.literal("evm"),
  transactionHash: z.string(),
  blockHash: z.string(),
  blockNumber: z.int(),
};

const evidence = z
  .union([
    z.strictObject({
      kind: z.literal("bitcoin"),
      transaction: hex("The transaction as it was signed"),
      block: z.union([blockEvidence, unavailable]),
    }),
    z.strictObject({
      ...evmPlace,
      log: z.strictObject({
        address: z.string(),
        topics: z.array(z.string()),
        data: z.string(),
        logIndex: z.int().describe("Its number in the block"),
        place: z.int().describe("Its number in the transaction, from zero"),
      }),
    }),
    z.strictObject({
      ...evmPlace,
      value: z.strictObject({ from: z.string(), to: z.string(), amount: units("What it carried") }),
    }),
    unavailable,
  ])
  .describe("What the chain shows of it");

const payment = z
  .strictObject({
    chainId: z.int(),
    currency: z.string(),
    to: z.string().optional(),
    amount: units("How much").optional(),
    txHash: text("The transaction").optional(),
    part: text("What names it within the transaction").optional(),
    blockHash: text("The block in which it counts").optional(),
  })
  .describe("The payment as its chain should show it");

const invoicePart = z.strictObject({
  id: id("the invoice"),
  storeId: id("its store"),
  state: statusAnswer,
  additional: additionalAnswer,
  version: z.int().describe("How many decisions made it"),
  price: units("The price"),
  currency: z.string(),
  decimals: z.int(),
  due: units("The price, in units of the settlement coin"),
  settlement: z.strictObject({
    chainId: z.int(),
    chainName: z.string(),
    currency: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    recipient: z.string(),
  }),
  policy: z.strictObject({
    tolerance: z.strictObject({ bps: z.int(), floor: units("Settlement units") }),
    forgiveBps: z.int().optional(),
    underpaid: z.string(),
    overpaid: z.string(),
    lateFromBps: z.int(),
    evidence: z.string(),
    confirmations: z.int(),
  }),
  paymentRequestId: z.string().optional(),
  topUp: flag("Any amount pays it"),
  createdAt: time("When it was made"),
  expiresAt: time("Until when the price was held"),
  monitoringUntil: time("Until when late money is looked for"),
  metadata: jsonText("What the shop put there"),
  paid: units("What its deposits pay of the price, in settlement units"),
});

const offerPart = z.strictObject({
  quoteId: z.string(),
  methodId: z.string(),
  requestId: z.string(),
  chainId: z.int(),
  currency: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  depositAddress: z.string(),
  refundTo: z.string(),
  input: units("What was asked for"),
  covers: units("What that pays of the price, in settlement units"),
  floor: units("The least that the merchant then receives"),
  from: time("Since when it was shown"),
  cost: z
    .strictObject({
      gross: units("What the input was worth, in settlement units"),
      fees: z.array(z.strictObject({ kind: z.string(), amount: units("Settlement units") })),
    })
    .optional(),
  signed: z.strictObject({ text: z.string(), signature: z.string() }).describe("As payers are given it"),
});

const depositPart = z.strictObject({
  outpoint: z.string(),
  methodId: z.string(),
  seenAt: time("When it was first seen"),
  presence: z.string(),
  confirmations: z.int(),
  undone: z.int(),
  late: z.boolean(),
  mismatch: z.string().optional(),
  state: z.string(),
  credit: units("What was promised for it, in settlement units"),
  floor: units("The least that its conversion must yield"),
  appraised: flag("A part: both by a quote for just this payment").optional(),
  countsFor: units("What it pays of the price"),
  payment,
  evidence,
});

export const proofAnswer = z
  .strictObject({
    schema: z.literal("crosstill-proof-v1"),
    madeAt: time("When the pack was made"),
    publicKey: hex("The key that has signed it"),
    network: z.enum(["mainnet", "testnet", "testnet4", "signet", "regtest"]).describe("Which Bitcoin"),
    store: z.strictObject({ id: z.string(), name: z.string(), domain: z.string() }),
    invoice: invoicePart,
    offers: z.array(offerPart),
    quotes: z.array(
      z.strictObject({
        id: z.string(),
        methodId: z.string(),
        kind: z.string(),
        requestId: z.string(),
        input: units("The input"),
        at: time("When it was asked for"),
        raw: jsonText("The answer"),
      }),
    ),
    deposits: z.array(depositPart),
    requests: z.array(
      z.strictObject({
        requestId: z.string(),
        depositAddress: z.string(),
        parent: z.string().optional(),
        word: z.string(),
        understood: z.string(),
        reason: z.string().optional(),
        outpoint: z.string().optional(),
        seenAt: time("When it was last heard of"),
      }),
    ),
    settlements: z.array(
      z.strictObject({
        requestId: z.string(),
        outpoint: z.string(),
        proof: z.string(),
        grade: z.string(),
        proven: z.boolean(),
        at: time("When it was seen"),
        payment,
        evidence,
      }),
    ),
    refunds: z.array(
      z.strictObject({
        requestId: z.string(),
        outpoint: z.string(),
        at: time("When it was seen"),
        payment,
        evidence,
      }),
    ),
    anomalies: z.array(z.strictObject({ kind: z.string(), detail: z.string(), at: z.string() })),
    marks: z.array(
      z.strictObject({
        as: z.string(),
        from: z.string(),
        by: z.string(),
        reason: z.string(),
        at: z.string(),
      }),
    ),
    observations: z.array(
      z.strictObject({
        version: z.int(),
        source: z.string(),
        at: z.string(),
        seen: jsonText("What was decided upon"),
        said: jsonText("The same as it was seen"),
      }),
    ),
    timeLine: z.array(z.strictObject({ what: z.string(), source: z.string(), at: z.string() })),
    signature: z.strictObject({
      algorithm: z.literal("ed25519"),
      publicKey: hex("The key"),
      digest: hex("SHA-256 of the rest"),
      signature: hex("Of the digest"),
    }),
  })
  .meta({ id: "ProofPack" });
