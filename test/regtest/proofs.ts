import { expect } from "chai";
import { z } from "zod";
import { hashOfHeader, hasWork, readHeader, verifyBranch } from "../../src/bitcoin/codec/proof.ts";
import { NODE_RULES } from "./bitcoin.ts";
import type { GatewayWorld } from "./gatewayWorld.ts";

const observedSchema = z.object({
  outpoint: z.string(),
  blockHash: z.string(),
  proof: z.object({ header: z.string(), index: z.number(), branch: z.array(z.string()) }),
});

/**
 * Checks the proof that was kept with each block in which a payment of the invoice was seen: work, merkle branch, and the
 * node's own list of the block. Gives the hashes of these blocks in the order in which they were seen.
 */
export async function provenBlocks(world: GatewayWorld, invoiceId: string): Promise<readonly string[]> {
  const row = await world.app.gateway.persistence.audit.record(invoiceId);
  if (!row || !("record" in row)) throw new Error(`Invoice ${invoiceId} cannot be read.`);
  const observed = row.record.decided.filter(({ source }) => source === "block");
  const blocks: string[] = [];
  for (const { body } of observed) {
    const { outpoint, blockHash, proof } = observedSchema.parse(body);
    const [txid = ""] = outpoint.split(":");
    const header = Buffer.from(proof.header, "hex");
    const { bits, merkleRoot } = readHeader(header);
    expect(hashOfHeader(header)).to.equal(blockHash);
    expect(hasWork(NODE_RULES.workHash(header), bits), "the header has work").to.equal(true);
    expect(verifyBranch(txid, proof.index, proof.branch, merkleRoot), "the branch leads up").to.equal(true);
    const [node] = world.bitcoin.nodes;
    const { tx } = await node!.rpc<{ tx: readonly string[] }>("getblock", blockHash, 1);
    expect(tx[proof.index]).to.equal(txid);
    blocks.push(blockHash);
  }
  return blocks;
}
