import { expect } from "chai";
import type { Arrival } from "../../../../src/evm/reader/evmRpc.ts";
import { ZERO_ADDRESS } from "../../../../src/evm/codec/address.ts";
import { outcomeOf as provenBy } from "../../../../src/gateway/usecases/crediting/outcomeOf.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { RequestNews } from "../../../../src/gateway/ports/servicePort.ts";
import type { Lease } from "../../../../src/gateway/ports/persistencePort.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { aDeposit, anInvoice, anOffer, IN_TIME, ISSUED, marked } from "../../domain/invoices/given.ts";
import { ALONE } from "../../persistence/storedThings.ts";
import { createMemoryPersistence } from "../../../support/memoryPersistence.ts";

const CHAIN = 31337;
const ORIGIN = 8453;
const USDC = "0x2222222222222222222222222222222222222222";
const HASH = `0x${"12".repeat(32)}`;
const PART = `0:${"d1".repeat(16)}`;
const NATIVE = { ...anInvoice().terms.settlement, currency: ZERO_ADDRESS };

const arrival = (change: Partial<Arrival> = {}): Arrival => ({
  ...{ txHash: HASH, part: PART, logIndex: 3, amount: 25_020_000n, height: 7, at: IN_TIME },
  ...change,
});

/** A gateway whose chains show these arrivals of the transaction that the service names. */
function gatewayThatSees(arrivals: readonly Arrival[], chainId = CHAIN) {
  const persistence = createMemoryPersistence();
  const asked: (readonly string[])[] = [];
  const reader = async (...question: readonly string[]) => {
    asked.push(question);
    return arrivals;
  };
  const gateway = {
    ...{ persistence, log: silentLog, arrivals: new Map([[chainId, reader]]) },
    ...{ finality: new Map(), seenSettlements: new Map() },
  } as unknown as Gateway; // nothing else is touched
  return {
    ...{ gateway, asked },
    /** Something else was settled by that proof. */
    async settledBy(proof: string) {
      const before = { ...anInvoice(), id: "another" };
      await persistence.invoices.issue(before, ALONE);
      const decision = decide(before, marked("Settled"));
      await persistence.invoices.save(before, decision, {
        ...ALONE,
        claim: { proof, outpoint: "another:0" },
      });
    },
  };
}

const outcomeOf = async (...asked: Parameters<typeof provenBy>) => (await provenBy(...asked))?.outcome;

const lease = { chainId: ORIGIN, address: anOffer().depositAddress, fromAt: ISSUED } as Lease;
const news = (change: Partial<RequestNews> = {}): RequestNews => ({
  ...{ requestId: "request-1", word: "success", parent: undefined, depositTxid: undefined },
  ...{ input: undefined, output: 25_000_000n, outHashes: [HASH], raw: {} },
  ...change,
});

describe("a success in the merchant's native coin", () => {
  const invoice = anInvoice({ settlement: NATIVE });

  it("is verified when the chain shows that its transaction paid the merchant, with the amount that arrived", async () => {
    const { gateway } = gatewayThatSees([arrival({ part: "value", logIndex: -1, amount: 24n })]);
    expect(await outcomeOf(gateway, invoice, lease, news())).to.deep.equal({
      ...{
        kind: "settled",
        amount: 24n,
        txHash: HASH,
        evidence: "verified",
        proof: `${CHAIN}:${HASH}:value`,
      },
    });
  });

  it("is the service's word with a hash when the node does not show what the transaction's calls paid", async () => {
    const { gateway } = gatewayThatSees([arrival({ part: "unseen", logIndex: -1, amount: undefined })]);
    expect(await outcomeOf(gateway, invoice, lease, news())).to.deep.equal({
      ...{ kind: "settled", amount: 25_000_000n, txHash: HASH, evidence: "hash", proof: "request:request-1" },
    });
  });

  it("is nothing yet when the chain shows that its transaction paid the merchant nothing", async () => {
    const { gateway } = gatewayThatSees([]);
    expect(await outcomeOf(gateway, invoice, lease, news())).to.equal(undefined);
  });

  it("does not count by a transaction from before the lease, seen or not", async () => {
    for (const amount of [24n, undefined]) {
      const { gateway } = gatewayThatSees([arrival({ amount, at: ISSUED - 600_000 })]);
      expect(await outcomeOf(gateway, invoice, lease, news())).to.equal(undefined);
    }
  });

  it("is found among several transactions, in whatever order they are named", async () => {
    const other = `0x${"34".repeat(32)}`;
    const { gateway } = gatewayThatSees([arrival({ part: "value", logIndex: -1, amount: 24n })]);
    const reader = gateway.arrivals.get(CHAIN)!;
    const onlyHash: typeof reader = async (txHash, ...rest) => (txHash === HASH ? reader(txHash, ...rest) : []);
    const chain = { ...gateway, arrivals: new Map([[CHAIN, onlyHash]]) };
    for (const outHashes of [[HASH, other], [other, HASH]]) {
      expect(await outcomeOf(chain, invoice, lease, news({ outHashes }))).to.include({ txHash: HASH, amount: 24n });
    }
  }); // prettier-ignore

  it("counts once for each transfer [money:used-proof]", async () => {
    const world = gatewayThatSees([arrival({ part: "value", logIndex: -1 })]);
    await world.settledBy(`${CHAIN}:${HASH}:value`);
    expect(await outcomeOf(world.gateway, invoice, lease, news())).to.equal(undefined);
  });
});

describe("a success that was settled before transfers had lasting names", () => {
  it("is the same settlement under the name that it was given", async () => {
    const proof = `${CHAIN}:${HASH}:3`;
    const settled = { requestId: "request-1", outpoint: "aa:0", amount: 25_020_000n, txHash: HASH, proof };
    const blank = anInvoice();
    const fact = { ...settled, evidence: "verified" as const, proven: true, at: IN_TIME };
    const invoice: Invoice = { ...blank, facts: { ...blank.facts, settlements: [fact] } };
    const { gateway } = gatewayThatSees([arrival(), arrival({ part: `1:${"d2".repeat(16)}`, logIndex: 4 })]);
    expect(await outcomeOf(gateway, invoice, lease, news())).to.include({ proof, amount: 25_020_000n });
  });

  it("does not settle another invoice by the same transfer", async () => {
    const world = gatewayThatSees([arrival()]);
    await world.settledBy(`${CHAIN}:${HASH}:3`);
    expect(await outcomeOf(world.gateway, anInvoice(), lease, news())).to.equal(undefined);
  });

  it("settles nothing more by that transaction once a reorganisation has moved it", async () => {
    const world = gatewayThatSees([arrival({ logIndex: 5 }), arrival({ part: "1:d", logIndex: 6 })]);
    await world.settledBy(`${CHAIN}:${HASH}:3`);
    expect(await outcomeOf(world.gateway, anInvoice(), lease, news())).to.equal(undefined);
  });
});

describe("a refund on an EVM chain", () => {
  const offer = anOffer({ chainId: ORIGIN, currency: USDC, refundTo: "0xrefund" });
  const deposit = aDeposit({ outpoint: "0xpaid:value", chainId: ORIGIN, currency: ZERO_ADDRESS });
  const blank = anInvoice();
  const invoice = { ...blank, facts: { ...blank.facts, offers: [offer], deposits: [deposit] } };
  const refund = news({ word: "refund", depositTxid: "0xpaid" });

  it("counts with what arrived at the refund address, in the coin that was paid", async () => {
    const { gateway, asked } = gatewayThatSees([arrival({ amount: 9n })], ORIGIN);
    expect(await outcomeOf(gateway, invoice, lease, refund)).to.deep.equal({
      ...{ kind: "refunded", amount: 9n, txHash: HASH },
    });
    expect(asked).to.deep.equal([[HASH, ZERO_ADDRESS, "0xrefund"]]);
  });

  it("is nothing yet while the chain does not show it", async () => {
    const { gateway } = gatewayThatSees([], ORIGIN);
    expect(await outcomeOf(gateway, invoice, lease, refund)).to.equal(undefined);
  });

  it("goes by the service's word where the chain cannot be read, or no transaction is named", async () => {
    const blind = gatewayThatSees([]).gateway;
    const { gateway } = gatewayThatSees([], ORIGIN);
    expect(await outcomeOf(blind, invoice, lease, refund)).to.include({ kind: "refunded", txHash: HASH });
    const word = await outcomeOf(gateway, invoice, lease, { ...refund, outHashes: [] });
    expect(word).to.include({ kind: "refunded", txHash: undefined });
  });
});
