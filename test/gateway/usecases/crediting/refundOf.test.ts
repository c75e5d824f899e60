import { expect } from "chai";
import { addressOfScript } from "../../../../src/bitcoin/codec/address.ts";
import { refundOf } from "../../../../src/gateway/usecases/crediting/refundOf.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { RequestNews } from "../../../../src/gateway/ports/servicePort.ts";
import type { Lease } from "../../../../src/gateway/ports/persistencePort.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../../../src/intents/identifiers.ts";
import { anInvoice, anOffer, inBlock, ISSUED, marked, PRICE_SATS } from "../../domain/invoices/given.ts";
import { ALONE } from "../../persistence/storedThings.ts";
import { createMemoryPersistence } from "../../../support/memoryPersistence.ts";

const SCRIPT = `0014${"ab".repeat(20)}`;
const REFUND_TO = addressOfScript("regtest", SCRIPT) ?? "";
const lease = { chainId: BITCOIN_CHAIN_ID, address: anOffer().depositAddress, fromAt: ISSUED } as Lease;

const invoice = decide(
  { ...anInvoice(), facts: { ...anInvoice().facts, offers: [anOffer({ refundTo: REFUND_TO })] } },
  inBlock({ outpoint: "paid:0" }),
).invoice;

type Shown = Readonly<{ values: readonly bigint[]; confirmed?: boolean }>;

/** A chain with these transactions, whose outputs all pay the refund address. */
function chainWith(transactions: Readonly<Record<string, Shown>>) {
  const persistence = createMemoryPersistence();
  const tx = async (txid: string) => {
    const { values, confirmed = true } = transactions[txid] ?? {};
    return values && { txid, status: { confirmed }, vout: values.map((value) => ({ scriptpubkey: SCRIPT, value })) };
  };
  const settings = { bitcoinNetwork: "regtest" };
  const gateway = { persistence, log: silentLog, settings, arrivals: new Map(), explorer: { tx } } as unknown as Gateway; // nothing else is touched
  const named = (...outHashes: readonly string[]): RequestNews => ({
    ...{ requestId: "request-1", word: "refund", parent: undefined, depositTxid: "paid", input: PRICE_SATS },
    ...{ output: undefined, outHashes, raw: {} },
  });
  return {
    find: (...hashes: readonly string[]) => refundOf(gateway, invoice, lease, named(...hashes)),
    async usedBy(proof: string) {
      const other = { ...anInvoice(), id: "another" };
      await persistence.invoices.issue(other, ALONE);
      await persistence.invoices.save(other, decide(other, marked("Settled")), { ...ALONE, claim: { proof, outpoint: "another:0" } });
    },
  };
} // prettier-ignore

describe("a refund on Bitcoin that the service names", () => {
  it("counts with what went back, and uses up the output that brought it", async () => {
    const { find } = chainWith({ back: { values: [PRICE_SATS - 500n] } });
    expect(await find("back")).to.deep.equal({
      outcome: { kind: "refunded", amount: PRICE_SATS - 500n, txHash: "back" },
      claim: { proof: `${BITCOIN_CHAIN_ID}:back:0`, outpoint: "paid:0" },
    });
  });

  it("is nothing while its transaction is in no block, unknown, or paid more than came in", async () => {
    const { find } = chainWith({
      seen: { values: [PRICE_SATS], confirmed: false },
      more: { values: [PRICE_SATS + 1n] },
      none: { values: [0n] },
    });
    for (const hash of ["seen", "unknown", "more", "none"])
      expect(await find(hash), hash).to.equal(undefined);
  });

  it("does not count by an output that has sent back something else", async () => {
    const chain = chainWith({ back: { values: [900n, 700n] } });
    await chain.usedBy(`${BITCOIN_CHAIN_ID}:back:0`);
    expect((await chain.find("back"))?.claim?.proof).to.equal(`${BITCOIN_CHAIN_ID}:back:1`);
  });

  it("is found among several transactions, in whatever order they are named", async () => {
    const { find } = chainWith({ back: { values: [900n] } });
    for (const hashes of [["other", "back"], ["back", "other"]]) {
      expect((await find(...hashes))?.outcome, hashes.join()).to.include({ txHash: "back", amount: 900n });
    }
  }); // prettier-ignore
});
