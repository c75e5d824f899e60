import { Block, Transaction } from "bitcoinjs-lib";
import { z } from "zod";
import { innerHash } from "../codec/proof.ts";
import { parseJson, HttpFailure, type HttpClient } from "../../http-client/http.ts";

const PAGE = 25; // transactions a call
const MOST_PAGES = 700; // 4,000,000 weight units hold no more than 16,666 transactions of 60 bytes

const hex = z.string().regex(/^([0-9a-f]{2})*$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const uint32 = z.number().int().nonnegative().max(0xffffffff);
const pageSchema = z.array(
  z.object({
    version: z.number().int(),
    locktime: uint32,
    vin: z.array(z.object({ txid: hash, vout: uint32, scriptsig: hex, sequence: uint32 })),
    vout: z.array(
      z.object({ scriptpubkey: hex, value: z.number().int().nonnegative().max(2_100_000_000_000_000) }),
    ),
  }),
);
type ListedTx = z.infer<typeof pageSchema>[number];

/**
 * A block put together from an explorer's lists, for explorers that do not give it whole: the header, and all transactions
 * without their witnesses. Their ids leave witnesses out too, so the merkle root proves every byte of what comes back. Costs
 * a call for 25 transactions. Throws HttpFailure when the explorer does not have the block, or its lists have another shape.
 */
export async function pagedBlock(
  http: HttpClient,
  blockHash: string,
  header: Uint8Array,
): Promise<Uint8Array> {
  const block = Block.fromBuffer(header);
  block.transactions = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await listedAt(http, blockHash, page * PAGE);
    block.transactions.push(...listed.map(transactionOf));
    if (listed.length < PAGE) return block.toBuffer();
  }
  throw new HttpFailure("broken", `Block ${blockHash} has no end: ${MOST_PAGES * PAGE} transactions came.`);
}

/** A start beyond the last transaction is refused; the page before was the last then, and a full one. */
async function listedAt(http: HttpClient, blockHash: string, start: number): Promise<readonly ListedTx[]> {
  try {
    const parsed = pageSchema.safeParse(parseJson(await http.get(`/block/${blockHash}/txs/${start}`)));
    if (parsed.success) return parsed.data;
    throw new HttpFailure(
      "broken",
      `The list of block ${blockHash} has an unexpected shape: ${z.prettifyError(parsed.error)}`,
    );
  } catch (error) {
    if (start > 0 && error instanceof HttpFailure && error.kind === "refused") return [];
    throw error;
  }
}

function transactionOf({ version, locktime, vin, vout }: ListedTx): Transaction {
  const transaction = new Transaction();
  transaction.version = version >>> 0; // the bits are the same with a sign and without
  transaction.locktime = locktime;
  for (const { txid, vout: index, scriptsig, sequence } of vin)
    transaction.addInput(innerHash(txid), index, sequence, Buffer.from(scriptsig, "hex"));
  for (const { scriptpubkey, value } of vout)
    transaction.addOutput(Buffer.from(scriptpubkey, "hex"), BigInt(value));
  return transaction;
}
