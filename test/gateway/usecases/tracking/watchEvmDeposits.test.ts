import { expect } from "chai";
import { toEventSelector, type Hex } from "viem";
import { depositNews } from "../../../../src/evm/reader/evmDeposits.ts";
import { HttpFailure } from "../../../../src/http-client/http.ts";
import { displayEvmAddress, ZERO_ADDRESS } from "../../../../src/evm/codec/address.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { createSensors } from "../../../../src/gateway/usecases/tracking/sensors.ts";
import { watchEvmDeposits } from "../../../../src/gateway/usecases/tracking/watchEvmDeposits.ts";
import { NO_FACTS, type Deposit, type Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { policyFor } from "../../../../src/gateway/domain/invoices/policy.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../../../src/intents/identifiers.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { account, fakeNode, fork, nextBlock, topicOf, word, type FakeBlock, type FakeLog, type FakeTx } from "../../../evm/reader/evmFakeNode.ts"; // prettier-ignore
import { anOffer, DUE } from "../../domain/invoices/given.ts";
import { ALONE, newInvoice } from "../../persistence/storedThings.ts";
import { testClock } from "../../../support/clock.ts";
import { onUsualDatabase, type OpenDatabase } from "../../../support/databases.ts";

const BASE = 8453;
const OPTIMISM = 10;
const USDC = account("1");
const DAI = account("2");
const PAYER = account("a");
const LEASED = account("d");
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const PRICE = 25_500_000n;
const MINUTE = 60_000;
const START = Date.UTC(2027, 0, 15, 8, 0, 0); // the first block's time in the fake node

const token = (tx: number, value = PRICE, currency: Hex = USDC, to: Hex = LEASED): FakeLog => ({
  ...{ address: currency, topics: [TRANSFER, topicOf(PAYER), topicOf(to)], data: word(value) },
  hash: word(BigInt(tx)),
});
const coins = (value = PRICE, to: Hex = LEASED): FakeTx => ({ from: PAYER, to, value });

/** A shop with invoices that are paid in USDC on Base, and the chains that are watched for it. */
async function shopWith(open: OpenDatabase, need = 1) {
  const persistence = createPersistence(await open(), (error) => {
    throw error;
  });
  const clock = testClock(START);
  let isSilent = false;
  let refused: string | undefined;
  const gateway = {
    ...{
      clock,
      log: silentLog,
      sensors: createSensors(),
      missing: new Map(),
      viewers: { announce: () => {} },
    },
    persistence: {
      ...persistence,
      invoices: {
        ...persistence.invoices,
        async save(...saved: Parameters<Persistence["invoices"]["save"]>) {
          if (saved[0].id === refused) throw new Error("the disk is full");
          return persistence.invoices.save(...saved);
        },
      },
    },
    settings: { watchedChains: [BITCOIN_CHAIN_ID, BASE, OPTIMISM] },
    service: {
      async chains() {
        if (isSilent) throw new Error("no answer");
        const solverCurrencies = [USDC, DAI, ZERO_ADDRESS].map((address) => ({
          address,
          symbol: "COIN",
          decimals: 6,
        }));
        return [BASE, OPTIMISM].map((id) => ({ id, solverCurrencies }));
      },
    },
  } as unknown as Gateway; // the rest of the gateway is not touched here
  const chains = new Map(
    [BASE, OPTIMISM].map((id) => [id, fakeNode([nextBlock(undefined, [], [], String(id))])]),
  );
  const nodeOf = (chainId: number) => chains.get(chainId)!;
  const look = async (chainId = BASE) =>
    watchEvmDeposits(gateway, {
      ...{ chainId, need },
      read: (known, watch) => depositNews(nodeOf(chainId), known, watch),
    });
  const load = async (id: string) => (await persistence.invoices.load(id))!;
  await look();
  await look(OPTIMISM);
  return {
    ...{ persistence, clock, gateway, look, load },
    silence: (silent: boolean) => (isSilent = silent),
    refuse: (invoiceId: string | undefined) => (refused = invoiceId),
    async invoice(id: string, address: string = LEASED, confirmations = 1, isNew = true): Promise<Invoice> {
      const need = policyFor({ confirmations: [{ from: 0n, need: confirmations }] }, DUE, "reported");
      const origin = { chainId: BASE, currency: USDC, symbol: "USDC", decimals: 6, methodId: "USDC-BASE" };
      const offer = anOffer({ ...origin, depositAddress: address, input: PRICE, from: START });
      const times = { createdAt: START, expiresAt: START + 60 * MINUTE, policy: need };
      const invoice = { ...newInvoice(id, times), facts: { ...NO_FACTS, offers: [offer] } };
      const requestId = `request-of-${id}`;
      await persistence.invoices.issue(invoice, {
        ...ALONE,
        addresses: isNew ? [{ chainId: BASE, address, requestId, route: "route", spare: false }] : [],
        lease: {
          ...{ id: `lease-${id}`, chainId: BASE, address, invoiceId: id, methodId: "USDC-BASE" },
          ...{ requestId, fromAt: START },
        },
      });
      return invoice;
    },
    mine(logs: FakeLog[] = [], txs: FakeTx[] = [], chainId = BASE) {
      const node = nodeOf(chainId);
      const before = node.chain as FakeBlock[];
      node.chain = [...before, nextBlock(before.at(-1), txs, logs)];
    },
    /** Replaces the last blocks by empty ones of the same number and one more. */
    reorganise(depth: number) {
      const node = nodeOf(BASE);
      node.chain = fork(node.chain, node.chain.length - depth, depth + 1, `fork of ${node.chain.length}`);
    },
    async deposits(id: string): Promise<readonly Deposit[]> {
      return (await load(id)).facts.deposits;
    },
  };
}

describe("deposits on an EVM chain that the gateway watches", () => {
  onUsualDatabase("gateway", (open) => {
    it("that come after a hundred tiny ones are nobody's until a person looks, and in the books", async () => {
      const shop = await shopWith(open);
      await shop.invoice("one");
      shop.mine(Array.from({ length: 100 }, (_, index) => token(index + 1, 1n)));
      await shop.look();
      shop.mine([token(500, 5_000_000_000n, DAI)]);
      await shop.look();
      expect(await shop.deposits("one")).to.have.length(100);
      const [stray, ...more] = await shop.persistence.unattributed.list("", 10);
      expect(more).to.deep.equal([]);
      expect(stray).to.include({ currency: DAI, value: 5_000_000_000n, lastInvoiceId: "one", storeId: "store-1" });
      shop.mine([token(501)]);
      await shop.look();
      expect((await shop.load("one")).state, "a payment that pays is taken").to.equal("Processing");
    }); // prettier-ignore

    it("are credited to the invoice that leases the address, once, whatever the address' letters", async () => {
      const shop = await shopWith(open);
      const other = displayEvmAddress(account("c"));
      await shop.invoice("one");
      await shop.invoice("two", other);
      shop.mine([token(1), token(2, 7n, USDC, other as Hex), token(3, 5n, USDC, PAYER)]);
      expect(await shop.look()).to.equal(START);
      const [deposit, ...more] = await shop.deposits("one");
      expect(more).to.deep.equal([]);
      expect(deposit).to.include({
        chainId: BASE,
        currency: USDC,
        value: PRICE,
        presence: "block",
        confirmations: 1,
      });
      expect(deposit?.outpoint).to.match(/^0x0+1:0:[0-9a-f]{32}$/);
      const paid = await shop.load("one");
      expect(paid.state).to.equal("Processing");
      await shop.look();
      expect((await shop.load("one")).version).to.equal(paid.version);
      expect((await shop.deposits("two")).map(({ value }) => value)).to.deep.equal([7n]);
    });

    it("of another coin, or of the right one on another chain, are told as what they are", async () => {
      const shop = await shopWith(open);
      await shop.invoice("one");
      shop.mine([token(1, 3n, DAI)], [coins(4n)]);
      shop.mine([token(2, 5n)], [], OPTIMISM);
      await shop.look();
      await shop.look(OPTIMISM);
      const told = (await shop.deposits("one")).map(({ chainId, currency, value, mismatch, credit }) => [
        ...[chainId, currency, value, mismatch, credit],
      ]);
      expect(told).to.deep.equal([
        [BASE, ZERO_ADDRESS, 4n, "asset", 0n],
        [BASE, DAI, 3n, "asset", 0n],
        [OPTIMISM, USDC, 5n, "chain", 0n],
      ]);
      expect((await shop.load("one")).state).to.equal("New");
    });

    it("count as confirmed after as many blocks as the chain needs, and then block by block as the invoice needs [money:evm-depth]", async () => {
      const shop = await shopWith(open, 3);
      await shop.invoice("one", LEASED, 2);
      shop.mine([token(1)]);
      const seen: (number | undefined)[] = [];
      for (let block = 0; block < 6; block++) {
        await shop.look();
        seen.push((await shop.deposits("one"))[0]?.confirmations);
        shop.mine();
      }
      expect(seen).to.deep.equal([0, 0, 1, 2, 2, 2]);
    });

    it("are unconfirmed when a reorganisation takes them out, and the same deposit when they come back [money:evm-undone]", async () => {
      const shop = await shopWith(open);
      await shop.invoice("one");
      shop.mine();
      shop.mine([token(1)]);
      await shop.look();
      const [first] = await shop.deposits("one");
      shop.reorganise(1);
      await shop.look();
      expect((await shop.deposits("one"))[0]).to.include({ presence: "mempool", confirmations: 0 });
      shop.mine([token(9, 1n, USDC, PAYER), token(1)]); // the number of its log is another one
      await shop.look();
      const [back, ...more] = await shop.deposits("one");
      expect(more).to.deep.equal([]);
      expect(back).to.include({ outpoint: first?.outpoint, presence: "block", confirmations: 1, undone: 1 });
      expect(back?.blockHash).to.not.equal(first?.blockHash);
      expect((await shop.load("one")).state).to.equal("Processing");
    });

    it("are gone when no block has held them for ten minutes, so that the invoice can be paid again", async () => {
      const shop = await shopWith(open);
      await shop.invoice("one");
      shop.mine();
      shop.mine([token(1)]);
      await shop.look();
      shop.reorganise(1);
      for (let waited = 0; waited < 2; waited++) {
        shop.mine();
        await shop.look();
        expect((await shop.deposits("one"))[0]?.presence).to.equal("mempool");
        shop.clock.advance(5 * MINUTE);
      }
      shop.mine();
      await shop.look();
      expect((await shop.deposits("one"))[0]?.presence).to.equal("gone");
      expect((await shop.load("one")).state).to.equal("New");
      shop.mine([token(1)]);
      await shop.look();
      expect((await shop.load("one")).state, "it came back after all").to.equal("Processing");
    });

    it("come back to the invoice that they were credited to, although another leases the address by then", async () => {
      const shop = await shopWith(open);
      await shop.invoice("one");
      shop.mine();
      shop.mine([token(1)]);
      await shop.look();
      const [lease] = await shop.persistence.leases.of("one");
      await shop.persistence.leases.end(lease!, START, true);
      await shop.invoice("two", LEASED, 1, false);
      shop.reorganise(1);
      await shop.look();
      shop.mine([token(1), token(2, 7n)]);
      await shop.look();
      expect((await shop.deposits("one")).map(({ value, presence }) => [value, presence])).to.deep.equal([[PRICE, "block"]]); // prettier-ignore
      expect((await shop.deposits("two")).map(({ value }) => value)).to.deep.equal([7n]);
    });

    it("that cannot be written are tried again and hold up no others", async () => {
      const shop = await shopWith(open);
      await shop.invoice("one");
      await shop.invoice("two", account("c"));
      shop.refuse("one");
      shop.mine([token(1), token(2, PRICE, USDC, account("c"))]);
      await shop.look();
      expect([await shop.deposits("one"), (await shop.deposits("two")).length]).to.deep.equal([[], 1]);
      shop.refuse(undefined);
      await shop.look(); // without a new block
      expect(await shop.deposits("one")).to.have.length(1);
    });

    it("to an address that nobody leases any more are unattributed, until their block is undone [money:evm-unattributed]", async () => {
      const shop = await shopWith(open);
      await shop.invoice("one");
      const [lease] = await shop.persistence.leases.of("one");
      await shop.persistence.leases.end(lease!, START, true);
      shop.mine();
      shop.mine([token(1, 9n)]);
      await shop.look();
      const [found] = await shop.persistence.unattributed.list("", 10);
      expect(found).to.include({
        chainId: BASE,
        address: LEASED,
        currency: USDC,
        value: 9n,
        lastInvoiceId: "one",
      });
      expect(await shop.deposits("one")).to.deep.equal([]);
      shop.reorganise(1);
      await shop.look();
      expect(await shop.persistence.unattributed.list("", 10)).to.deep.equal([]);
    });

    it("wait while nobody has said which tokens there are, and are found when the service is silent after that", async () => {
      const shop = await shopWith(open);
      await shop.invoice("one");
      shop.mine();
      await shop.look();
      shop.silence(true);
      shop.mine([token(1)]);
      await shop.look();
      expect(await shop.deposits("one")).to.have.length(1);
      const read = () => Promise.reject(new Error("was asked"));
      const error = await watchEvmDeposits(shop.gateway, { chainId: 42161, need: 1, read }).catch(String);
      expect(error).to.equal("Error: no answer");
    });

    it("are no news while the chain gives no answer", async () => {
      const shop = await shopWith(open);
      const read = () => Promise.reject(new HttpFailure("unreachable", "no route"));
      const error = await watchEvmDeposits(shop.gateway, { chainId: BASE, need: 1, read }).catch(
        (caught: unknown) => caught,
      );
      expect(error).to.be.instanceOf(HttpFailure);
    });
  });
});
