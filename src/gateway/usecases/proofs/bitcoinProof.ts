import { z } from "zod";
import type { BitcoinProof, BlockProof, Unavailable } from "../../domain/proof-pack/chainProof.ts";
import { hashOfHeader, readHeader, verifyBranch } from "../../../bitcoin/codec/proof.ts";
import { outputsPaying } from "../../../bitcoin/codec/rawTransaction.ts";
import type { Esplora } from "../../../bitcoin/reader/esplora.ts";
import { unavailable, type AskOutside } from "../askOutside.ts";

/** An output of which evidence is wanted, and the block in which the gateway saw it, where it did. */
export type BitcoinPayment = Readonly<{
  txid: string;
  script: string; // hex
  vout?: number | undefined; // undefined for any output of the amount
  amount?: bigint | undefined; // sats; undefined for any
  blockHash?: string | undefined;
}>;

/** Where a transaction was in a block, as it was kept when the block was read (creditOutputs.ts). */
export type KeptPlace = Readonly<z.infer<typeof keptPlaceSchema>>;
export const keptPlaceSchema = z.object({
  outpoint: z.string(),
  height: z.number(),
  blockHash: z.string(),
  proof: z.object({ header: z.string(), index: z.number(), branch: z.array(z.string()) }),
});

const LARGEST = 400_000; // hex digits; standard transactions have at most 100,000 bytes without their signatures

/**
 * Asks and verifies: a proof pack contains nothing that an explorer claims and does not prove. `wanted` is
 * the number of headers.
 */
export async function bitcoinProof(
  explorer: Esplora,
  ask: AskOutside,
  payment: BitcoinPayment,
  kept: KeptPlace | undefined,
  wanted: number,
): Promise<BitcoinProof | Unavailable> {
  const { txid } = payment;
  const raw = await ask(() => explorer.rawTx(txid));
  if ("unavailable" in raw) return raw;
  const transaction = raw.answer?.toLowerCase();
  if (transaction === undefined) return unavailable(`The explorer knows no transaction ${txid}.`);
  if (transaction.length > LARGEST)
    return unavailable(`The transaction is larger than ${LARGEST / 2} bytes.`);
  if (!isPaying(transaction, payment))
    return unavailable(`The explorer gave a transaction ${txid} that does not pay this.`);
  return { kind: "bitcoin", transaction, block: await blockOf(explorer, ask, payment, kept, wanted) };
}

function isPaying(raw: string, { txid, script, vout, amount }: BitcoinPayment): boolean {
  return outputsPaying(raw, txid, script).some(({ index, value }) => {
    return (vout === undefined || index === vout) && (amount === undefined || value === amount);
  });
}

async function blockOf(
  explorer: Esplora,
  ask: AskOutside,
  { txid, blockHash }: BitcoinPayment,
  kept: KeptPlace | undefined,
  wanted: number,
): Promise<BlockProof | Unavailable> {
  const place =
    kept && kept.blockHash === blockHash ? { ...kept, ...kept.proof } : await placeNow(explorer, ask, txid);
  if ("unavailable" in place) return place;
  const { height, index, branch, header } = place;
  const bytes = Buffer.from(header, "hex");
  if (!verifyBranch(txid, index, branch, readHeader(bytes).merkleRoot))
    return unavailable("What the explorer gave does not show that the transaction is in its block.");
  if (blockHash !== undefined && hashOfHeader(bytes) !== blockHash)
    return unavailable(`The gateway saw it in block ${blockHash}, and the explorer has it in another.`);
  const above = await headersAbove(explorer, ask, { height, header }, wanted - 1);
  return { height, index, branch, ...above, headers: [header, ...above.headers] };
}

type Place = Readonly<{ height: number; index: number; branch: readonly string[]; header: string }>;

async function placeNow(explorer: Esplora, ask: AskOutside, txid: string): Promise<Place | Unavailable> {
  const found = await ask(() => explorer.merkleProof(txid));
  if ("unavailable" in found) return found;
  if (!found.answer) return unavailable("The transaction is in no block of the best chain.");
  const header = await headerAt(explorer, ask, found.answer.height);
  return typeof header === "string" ? { ...found.answer, header } : header;
}

type Above = Readonly<{ headers: readonly string[]; further?: Unavailable }>;

async function headersAbove(
  explorer: Esplora,
  ask: AskOutside,
  { height, header }: Pick<Place, "height" | "header">,
  wanted: number,
): Promise<Above> {
  const headers: string[] = [];
  for (let last = header; headers.length < wanted; last = headers.at(-1) ?? last) {
    const next = await headerAt(explorer, ask, height + 1 + headers.length);
    if (typeof next !== "string") return { headers, further: next };
    const { previous } = readHeader(Buffer.from(next, "hex"));
    if (previous !== hashOfHeader(Buffer.from(last, "hex")))
      return { headers, further: unavailable("The block is not in the best chain any more.") };
    headers.push(next);
  }
  return { headers };
}

async function headerAt(explorer: Esplora, ask: AskOutside, height: number): Promise<string | Unavailable> {
  const hash = await ask(() => explorer.blockHash(height));
  if ("unavailable" in hash) return hash;
  const { answer } = hash;
  if (answer === undefined) return unavailable(`There is no block ${height} yet.`);
  const header = await ask(() => explorer.header(answer));
  return "unavailable" in header ? header : Buffer.from(header.answer).toString("hex");
}
