import type { PlantedBug } from "./mutants.ts";

/** A bug of one edit, as most are. */
function planted(id: string, file: string, find: string, replace: string): PlantedBug {
  return { id, edits: [{ file, find, replace }] };
}

/** Lines that money depends on, each as it would be wrong. */
export const MONEY_MUTANTS: readonly PlantedBug[] = [
  ...[
    planted(
      "money:wrong-asset", // counts at the price of the right one
      "src/gateway/domain/invoices/credit.ts",
      "const share: Share = mismatch\n",
      "const share: Share = false\n",
    ),
    {
      id: "money:claimed", // the service's word counts as money
      edits: [
        {
          file: "src/gateway/domain/invoices/credit.ts",
          find: 'if (settlement?.proven) return "settled";',
          replace: 'if (settlement) return "settled";',
        },
        {
          file: "src/gateway/domain/invoices/decide.ts",
          find: "if (!settled?.proven) return false;",
          replace: "if (!settled) return false;",
        },
      ],
    },
    planted(
      "money:late-price", // late money counts at the price that was promised until then
      "src/gateway/domain/invoices/credit.ts",
      "if (deposit.late || deposit.mismatch || isUnpriced) return amount ?? 0n;",
      "if (deposit.mismatch || isUnpriced) return amount ?? deposit.credit;",
    ),
    planted(
      "money:rest", // whoever has paid a part is asked for the whole again
      "src/gateway/domain/invoices/paid.ts",
      "? 0n : terms.due - paidWorth({ facts });",
      "? 0n : terms.due;",
    ),
    planted(
      "money:nothing-paid", // with a tolerance of everything, nothing is a payment
      "src/gateway/domain/invoices/policy.ts",
      "return least > 0n ? least : min(due, 1n);",
      "return least;",
    ),
    planted(
      "money:refund-after-settlement", // takes back what the merchant has
      "src/gateway/domain/invoices/absorbRequest.ts",
      "if (settled?.proven) return withException(",
      "if (false) return withException(",
    ),
    planted(
      "money:replaced", // two payments of the same coins count together
      "src/gateway/domain/invoices/absorbOutput.ts",
      "return updateDeposits(facts, (other) => (isReplaced(other) ? dropped(facts, other) : other));",
      "return facts;",
    ),
    planted(
      "money:blind-expiry", // an invoice expires while nobody can see whether it is paid
      "src/gateway/domain/invoices/decide.ts",
      'seen.kind === "tick" ? Math.min(seen.at, seen.sightedAt) : 0',
      'seen.kind === "tick" ? seen.at : 0',
    ),
  ],
  ...[
    planted(
      "money:reversal", // what was booked wrongly stays beside what is right
      "src/gateway/domain/books/ledger.ts",
      "...wrong.map((entry) => ({ ...reversalOf(entry), id: `${entry.id}:reversed.${after.version}` })),",
      "",
    ),
    planted(
      "money:undone-books", // the books keep what a reorganisation has taken away
      "src/gateway/domain/books/ledger.ts",
      "return time < undone ? [arrival, reversal] : [arrival];",
      "return [arrival];",
    ),
    planted(
      "money:rollups", // the last entry of a day is its total
      "src/gateway/persistence/books/ledger.ts",
      "set: { out: database.plus(rollups.out, out), into: database.plus(rollups.into, into) },",
      "set: { out, into },",
    ),
    planted(
      "money:output-once", // nothing in the database says that an output is somebody's
      "src/gateway/persistence/invoices/invoiceWrites.ts",
      "...newDeposits.map(({ chainId, outpoint, value, blockHash }) =>",
      "...newDeposits.slice(1).map(({ chainId, outpoint, value, blockHash }) =>",
    ),
    planted(
      "money:proof-once", // nor that a settlement is
      "src/gateway/persistence/invoices/invoiceWrites.ts",
      "...newSettlements.map((settlement) => claimWrite(context, after, settlement, at)),",
      "",
    ),
    planted(
      "money:stale-version", // the last to save wins
      "src/gateway/persistence/invoices/invoices.ts",
      ".where(and(eq(invoices.id, before.id), eq(invoices.version, before.version)))",
      ".where(eq(invoices.id, before.id))",
    ),
  ],
  ...[
    planted(
      "money:used-proof", // a transfer settles whatever names its transaction
      "src/gateway/usecases/crediting/outcomeOf.ts",
      "return free.find(({ amount }) => amount === output) ?? free[0];",
      "return arrivals.find(({ amount }) => amount === output) ?? arrivals[0];",
    ),
    planted(
      "money:unattributed", // what no lease explains is forgotten
      "src/gateway/usecases/tracking/followBitcoin.ts",
      "await noteUnattributed(gateway, strays);",
      "void strays;",
    ),
    planted(
      "money:former-payment", // a lease explains what came before it, too
      "src/gateway/usecases/crediting/creditOutputs.ts",
      "return lease !== undefined && sentBy + BLOCK_TIME_SLACK_MS >= lease.fromAt;",
      "return lease !== undefined;",
    ),
    planted(
      "money:miner-clock", // the time in a block is taken for the true one
      "src/gateway/usecases/crediting/creditOutputs.ts",
      "sentBy + BLOCK_TIME_SLACK_MS >= lease.fromAt;",
      "sentBy >= lease.fromAt;",
    ),
    planted(
      "money:quorum", // one of two is enough
      "src/bitcoin/reader/bitcoinAgreement.ts",
      "return Math.floor(explorers / 2) + 1;",
      "return Math.ceil(explorers / 2);",
    ),
    planted(
      "money:merkle-root", // a block holds what an explorer says that it holds
      "src/bitcoin/reader/bitcoinBlock.ts",
      "if (!isWhole || merkleRoot(txids.map(innerHash)) !== readHeader(header).merkleRoot) {",
      "if (!isWhole) {",
    ),
    planted(
      "money:work", // blocks cost nothing
      "src/bitcoin/reader/followBlocks.ts",
      "if (!hasWork(rules.workHash(header), bits) || ",
      "if (",
    ),
    planted(
      "money:evm-undone", // a payment stays confirmed when a reorganisation takes it out
      "src/gateway/usecases/crediting/reviewEvmDeposits.ts",
      "if (!undone.has(blockHash)) return;",
      "if (undone) return;",
    ),
    planted(
      "money:evm-depth", // one block is enough on every chain
      "src/gateway/usecases/crediting/creditArrivals.ts",
      "tipHeight - height + 1 - (need - 1)",
      "tipHeight - height + 1",
    ),
    planted(
      "money:evm-unattributed", // what comes to a former address is passed over
      "src/gateway/usecases/crediting/creditArrivals.ts",
      "await recordUnattributed(gateway, strayOf(chainId, arrival), holder);",
      "",
    ),
    planted(
      "money:daily-limit", // nothing is too much
      "src/network/solver/limits.ts",
      "if (used + usd <= limit) return undefined;",
      "if (usd <= limit) return undefined;",
    ),
    planted(
      "money:daily-limit-race", // two services that sign at once take different numbers
      "src/network/solver/limits.ts",
      "number: last + 1, requestId",
      "number: last + 1 + Math.floor(Math.random() * 1_000_000), requestId",
    ),
    planted(
      "money:daily-limit-restart", // what was paid before the start is forgotten
      "src/network/solver/limits.ts",
      "before ? { number: before.last, at: 0 } : { number: 0, at: since }",
      "before ? { number: before.last, at: 0 } : { number: latest, at: since }",
    ),
    planted(
      "money:treasury-promised", // takes what is promised to deposits
      "src/network/solver/evm/treasury.ts",
      'return market.capacity(currency, ["pending", "filling"]);',
      'return market.capacity(currency, ["filling"]);',
    ),
    planted(
      "money:treasury-in-flight", // what is signed to the treasury is promised once more
      "src/network/quote/market.ts",
      "(await leaving(currency)) - promised;",
      "promised;",
    ),
    planted(
      "money:treasury-gas", // nothing is left for gas
      "src/network/solver/evm/treasury.ts",
      "return isToken(currency) ? 0n : settings.solver.lowNative;",
      "return settings.solver.lowNative * 0n;",
    ),
    {
      id: "money:strict-addresses", // one order each, and yet from the cache
      edits: [
        {
          file: "src/gateway/usecases/pricing/priceMethod.ts",
          find: "const held = strictAddresses ? undefined : ",
          replace: "const held = ",
        },
        {
          file: "src/gateway/usecases/pricing/priceMethod.ts",
          find: "const isFresh = strictAddresses || isRest;",
          replace: "const isFresh = isRest;",
        },
      ],
    },
  ],
  ...[
    planted(
      "roles:allocator", // deposits are taken that the refunder could not give back
      "src/network/quote/requireContracts.ts",
      "if (problem !== undefined) throw new Refusal(",
      "if (false) throw new Refusal(",
    ),
    planted(
      "roles:orders", // the filler's key alone empties custody
      "src/network/solver/evm/depositoryOrder.ts",
      "keys.refunderEvm.signTypedData(",
      "keys.solverEvm.signTypedData(",
    ),
    planted(
      "roles:deposits", // and so it does at Bitcoin deposit addresses
      "src/network/addresses.ts",
      "const deposits = rootOf(ownSeed ?? seed)",
      "const deposits = rootOf(seed)",
    ),
    planted(
      "roles:binding", // deposits of an earlier database lie at addresses of the other seed
      "src/network/databaseBinding.ts",
      " ?? (await inherited(name, earlier));",
      ";",
    ),
  ],
];
