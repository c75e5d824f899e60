import { expect } from "chai";
import type { Block } from "bitcoinjs-lib";
import { hashOfHeader, readHeader, verifyBranch } from "../../../../src/bitcoin/codec/proof.ts";
import { callBudget } from "../../../../src/http-client/callBudget.ts";
import { bitcoinRules } from "../../../../src/bitcoin/reader/bitcoinRules.ts";
import { quorumExplorer } from "../../../../src/bitcoin/reader/quorumExplorer.ts";
import { expireInvoices } from "../../../../src/gateway/usecases/invoices/expireInvoices.ts";
import { followBitcoin } from "../../../../src/gateway/usecases/tracking/followBitcoin.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import { createSensors } from "../../../../src/gateway/usecases/tracking/sensors.ts";
import type { Lease, SaveExtras } from "../../../../src/gateway/ports/persistencePort.ts";
import type { Decision } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../../../src/intents/identifiers.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { fakeExplorer, fork, mineChain, type FakeExplorer } from "../../../bitcoin/reader/fakeExplorer.ts";
import { anInvoice, anOffer, ISSUED } from "../../domain/invoices/given.ts";
import { testClock } from "../../../support/clock.ts";

/** What every block of these chains pays. */
const PAID = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const CHAIN = mineChain(6);

/** A gateway with one open invoice that waits for money at an address, and these explorers. */
function gatewayOf(explorers: readonly FakeExplorer[], waitsAt = PAID) {
  const clock = testClock(ISSUED);
  const offer = anOffer({ depositAddress: waitsAt });
  const blank = anInvoice();
  let invoice: Invoice = { ...blank, facts: { ...blank.facts, offers: [offer] } };
  const notes = new Map<string, { version: number; body: unknown; at: number }>();
  const bodies: { outpoint: string; blockHash: string; proof?: Proof }[] = [];
  const lease = {
    id: "lease",
    invoiceId: invoice.id,
    address: waitsAt,
    chainId: BITCOIN_CHAIN_ID,
    fromAt: 0,
  } as Lease;
  const quorum = Math.floor(explorers.length / 2) + 1;
  const gateway = {
    ...{ clock, log: silentLog, sensors: createSensors(), missing: new Map(), heights: new Map() },
    explorer: quorumExplorer(explorers, { quorum, rules: bitcoinRules("regtest"), clock, log: silentLog }),
    budgets: { service: callBudget(6_000, clock), explorer: callBudget(6_000, clock) },
    viewers: { announce: () => {} },
    settings: { bitcoinNetwork: "regtest" },
    persistence: {
      checkpoints: {
        read: async (name: string) => notes.get(name),
        write: async (name: string, body: unknown, at: number, version: number) =>
          void notes.set(name, { version: version + 1, body: JSON.parse(JSON.stringify(body)), at }),
      },
      leases: {
        openAt: async (_: number, addresses: readonly string[]) =>
          addresses.includes(waitsAt) ? [lease] : [],
        of: async () => [],
      },
      unattributed: {
        formerHolders: async () => new Map(),
        inBlocks: async () => [],
      },
      deposits: {
        owner: async () => undefined,
      },
      stores: {
        list: async () => [],
        load: async () => undefined,
      },
      invoices: {
        moving: async () => [],
        overdue: async (_at: number, after: string) =>
          after === "" && invoice.state === "New" ? [invoice] : [],
        load: async () => invoice,
        async save(_: Invoice, decision: Decision, { observation }: SaveExtras) {
          invoice = decision.invoice;
          if (observation?.source === "block") bodies.push(observation.body as (typeof bodies)[number]);
        },
      },
      webhooks: {
        of: async () => [],
      },
      mails: {
        recipientsOf: async () => [],
      },
      books: {
        worthsOf: async () => new Map(),
      },
      transfers: {
        drop: async () => {},
        keep: async () => {},
      },
    },
  } as unknown as Gateway; // the rest of the gateway is not touched here
  return {
    ...{ gateway, clock, notes, bodies },
    follow: () => followBitcoin(gateway),
    invoice: () => invoice,
    followed: () =>
      notes.get("bitcoin:headers")?.body as { headers: readonly { height: number }[] } | undefined,
  };
}

type Proof = Readonly<{ header: string; index: number; branch: readonly string[] }>;

const longer = (by: number) => fork(CHAIN, CHAIN.length, by, "");
const show = (explorers: readonly FakeExplorer[], chain: readonly Block[]) =>
  explorers.forEach((explorer) => (explorer.chain = chain));

describe("following Bitcoin", () => {
  it("credits what a block pays, with the proof that it is in a block with work", async () => {
    const explorer = fakeExplorer(CHAIN);
    const world = gatewayOf([explorer]);
    await world.follow();
    explorer.chain = longer(2);
    await world.follow();
    expect(world.invoice().facts.deposits.map(({ value }) => value)).to.deep.equal([1_005n, 1_006n, 1_007n]);
    const [deposit] = world.invoice().facts.deposits;
    expect(deposit?.spends).to.deep.equal([`${"06".repeat(32)}:0`]);
    for (const { outpoint, blockHash, proof } of world.bodies) {
      const header = Buffer.from(proof?.header ?? "", "hex");
      expect(hashOfHeader(header)).to.equal(blockHash);
      const txid = outpoint.replace(/:\d+$/, "");
      expect(
        verifyBranch(txid, proof?.index ?? -1, proof?.branch ?? [], readHeader(header).merkleRoot),
      ).to.equal(true);
    }
    expect(world.bodies).to.have.length(3);
  });

  it("goes on from the headers that an earlier version has kept, and keeps the epochs beside them", async () => {
    const explorer = fakeExplorer(longer(1));
    const world = gatewayOf([explorer]);
    const headers = CHAIN.map((block, height) => ({
      ...{ height, hash: block.getId(), previous: CHAIN[height - 1]?.getId() ?? "0".repeat(64) },
    }));
    world.notes.set("bitcoin:headers", { version: 4, body: headers, at: 0 });
    await world.follow();
    expect(world.invoice().facts.deposits.map(({ value }) => value)).to.deep.equal([1_006n]);
    expect(world.followed()).to.have.all.keys("headers", "epochs");
    explorer.chain = longer(2);
    await world.follow();
    expect(world.followed()?.headers.at(-1)?.height).to.equal(7);
  });
});

describe("while the best chain is uncertain", () => {
  it("nothing is confirmed, until the explorers agree again", async () => {
    const explorers = [fakeExplorer(CHAIN), fakeExplorer(CHAIN)] as const;
    const world = gatewayOf(explorers);
    await world.follow();
    const [followed, paid] = [world.followed(), world.bodies.length];
    explorers[1].isDown = true;
    explorers[0].chain = longer(1);
    await world.follow();
    expect(world.bodies).to.have.length(paid);
    expect(world.followed()).to.equal(followed);
    expect(world.gateway.explorer.doubt()?.reason).to.match(/Only 1 of the explorers/);
    explorers[1].isDown = false;
    explorers[1].chain = longer(1);
    await world.follow();
    expect(world.bodies).to.have.length(paid + 1);
    expect(world.gateway.explorer.doubt()).to.equal(undefined);
    expect(world.gateway.heights.get(BITCOIN_CHAIN_ID)).to.equal(6);
  });

  it("nothing expires, however long that lasts; it does when the chain has been seen again", async () => {
    const explorers = [fakeExplorer(CHAIN), fakeExplorer(CHAIN)] as const;
    const world = gatewayOf(explorers, "bcrt1-nobody-pays");
    await world.follow();
    explorers[1].isDown = true;
    world.clock.advance(2 * HOUR_MS);
    await world.follow();
    await expireInvoices(world.gateway);
    expect(world.invoice().state).to.equal("New");
    explorers[1].isDown = false;
    await world.follow();
    await expireInvoices(world.gateway);
    expect(world.invoice().state).to.equal("Expired");
  });

  it("a fork of eight blocks with real work on one of two explorers credits nothing", async () => {
    const explorers = [fakeExplorer(CHAIN), fakeExplorer(CHAIN)] as const;
    const world = gatewayOf(explorers);
    await world.follow();
    const paid = world.bodies.length;
    for (const liar of explorers) {
      liar.chain = fork(CHAIN, 4, 8, "fork");
      for (let looks = 0; looks < 3; looks++) {
        world.clock.advance(MINUTE_MS);
        await world.follow();
      }
      expect(world.bodies).to.have.length(paid);
      show(explorers, CHAIN);
      await world.follow();
    }
    expect(world.bodies).to.have.length(paid);
  });
});
