import { expect } from "chai";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { A, B, given, inBlock, inMempool } from "./given.ts";

const COIN = `${"cc".repeat(32)}:0`;
const spending = (seen: Observation) => ({ ...seen, spends: [COIN] }) as Observation;
const presences = ({ facts }: Invoice) =>
  Object.fromEntries(facts.deposits.map(({ outpoint, presence }) => [outpoint, presence]));

describe("two payments that spend the same coin", () => {
  const older = spending(inMempool({ outpoint: A }));
  const newer = spending(inMempool({ outpoint: B }));

  it("are one: the newer has replaced the older", () => {
    const { invoice } = given(older, newer);
    expect(presences(invoice)).to.deep.equal({ [A]: "gone", [B]: "mempool" });
  });

  it("are the one that is in a block, whatever a mempool shows", () => {
    const confirmed = given(older, spending(inBlock({ outpoint: A })));
    confirmed.when(newer).thenNothing();
    const other = given(older, newer, spending(inBlock({ outpoint: A })));
    expect(presences(other.invoice)).to.deep.equal({ [A]: "block", [B]: "gone" });
  });

  it("are the newer once a reorganisation has taken the older out of its block", () => {
    const undone = given(spending(inBlock({ outpoint: A })), older, newer);
    expect(presences(undone.invoice)).to.deep.equal({ [A]: "gone", [B]: "mempool" });
    const back = undone.and(spending(inBlock({ outpoint: A, blockHash: "block-2" })));
    expect(presences(back.invoice)).to.deep.equal({ [A]: "block", [B]: "gone" });
  });

  it("are the other when one loses its block to it", () => {
    const both = given(newer, spending(inBlock({ outpoint: A })), spending(inBlock({ outpoint: B })));
    const { invoice } = both.and(older);
    expect(presences(invoice)).to.deep.equal({ [A]: "gone", [B]: "block" });
  });
});
