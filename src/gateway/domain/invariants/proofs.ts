import { hashOfHeader, readHeader, verifyBranch } from "../../../bitcoin/codec/proof.ts";
import { txOf } from "../invoices/outpoint.ts";
import { isObject, when, type DecidedRow, type Rule } from "./record.ts";

/**
 * I-23: a Bitcoin output that was credited out of a block is in that block. The proof was kept: the block's header, and the
 * hashes that lead from the transaction to the root in it. Older notes of outputs have none.
 */
export const creditsAreProven: Rule = ({ decided }) => decided.flatMap(proofFault);

function proofFault({ seen, source, body, version }: DecidedRow): readonly string[] {
  const proof = isObject(body) ? body["proof"] : undefined;
  if (seen.kind !== "output" || source !== "block" || proof === undefined) return [];
  return when(
    !isProven(txOf(seen.outpoint), seen.blockHash, proof),
    `version ${version} credits ${seen.outpoint}, and its proof does not lead to block ${seen.blockHash}`,
  );
}

function isProven(txid: string, blockHash: string | undefined, proof: unknown): boolean {
  if (!isObject(proof)) return false;
  const { header, index, branch } = proof;
  if (typeof header !== "string" || !/^[0-9a-f]{160}$/.test(header)) return false;
  if (typeof index !== "number" || !isTexts(branch)) return false;
  const bytes = Buffer.from(header, "hex");
  return hashOfHeader(bytes) === blockHash && verifyBranch(txid, index, branch, readHeader(bytes).merkleRoot);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
