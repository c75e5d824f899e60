import { requestOf } from "./requestOf.ts";
import { expect } from "chai";
import type { EvmAddress } from "../../src/evm/codec/address.ts";
import { ConflictError } from "../../src/database/driver.ts";
import type { BridgeRequest } from "../../src/network/request.ts";
import type { NetworkStore } from "../../src/network/persistence/open.ts";
import { insertAddress } from "../../src/network/persistence/addresses.ts";
import { insertDeposit } from "../../src/network/persistence/deposits.ts";
import {
  insertAttempt,
  insertOutbound,
  moveNonce,
  openPaymentsAmong,
  storedNonce,
  type Outbound,
} from "../../src/network/persistence/outbound.ts";
import {
  insertRequest,
  promisedAmounts,
  requestById,
  saveRequest,
} from "../../src/network/persistence/requests.ts";
import {
  decideOwnOrder,
  insertOwnOrder,
  nextOwnOrder,
  ownOrdersOf,
  ownPayment,
} from "../../src/network/persistence/ownOrders.ts";
import { onBothDatabases } from "../support/databases.ts";
import { storeIn } from "./storeIn.ts";

const HUGE = 2n ** 255n;

describe("the store of the intent service", () => {
  onBothDatabases("network", (open) => {
    let store: NetworkStore;
    before(async () => {
      store = storeIn(await open());
    });

    it("a request comes back as it was written, amounts of any size included", async () => {
      const request = requestOf("0x01", { promised: HUGE, floor: { input: 1n, output: HUGE, flat: 7n } });
      await store.commit([insertRequest(store, request)]);
      expect(await requestById(store, "0x01")).to.deep.equal({ ...request, version: 1 });
    });

    it("a request that was changed by another call is not overwritten, nor anything of the same batch kept", async () => {
      await store.commit([insertRequest(store, requestOf("0x02"))]);
      const read = (await requestById(store, "0x02")) as BridgeRequest;
      await store.commit([saveRequest(store, { ...read, referrer: "first" })]);
      const late = [moveNonce(store, 7, undefined, 1), saveRequest(store, { ...read, referrer: "second" })];
      expect(await failureOf(store.commit(late))).to.be.instanceOf(ConflictError);
      expect((await requestById(store, "0x02"))?.referrer).to.equal("first");
      expect(await storedNonce(store, 7)).to.equal(undefined);
    });

    it("an address index is claimed once", async () => {
      const issued = {
        ...{ addressIndex: 4, address: "a", watch: "51", requestId: "0x01" },
        ...{ family: "bitcoin" as const, salt: null },
      };
      await store.commit([insertAddress(store, issued)]);
      const again = insertAddress(store, { ...issued, address: "b", watch: "52", requestId: "0x02" });
      expect(await failureOf(store.commit([again]))).to.be.instanceOf(ConflictError);
    });

    it("a nonce is taken once", async () => {
      await store.commit([moveNonce(store, 31337, undefined, 6)]);
      await store.commit([moveNonce(store, 31337, 6, 7)]);
      expect(await failureOf(store.commit([moveNonce(store, 31337, 6, 7)]))).to.be.instanceOf(ConflictError);
      expect(await storedNonce(store, 31337)).to.equal(7);
    });

    for (const kind of ["rebalance", "treasury"] as const)
      it(`an order of the operator (${kind}) is placed and decided once, the oldest one of its chain and kind first`, async () => {
        const order = {
          ...{ id: `${kind}-2`, kind, chainId: 31338, currency: "0xaa", target: "0xbb", amount: HUGE },
          ...{ state: "requested", reason: null, createdAt: 2 },
        };
        const older = { ...order, id: `${kind}-1`, createdAt: 1 };
        const next = () => nextOwnOrder(store, 31338, kind);
        await store.commit([insertOwnOrder(store, order), insertOwnOrder(store, older)]);
        expect(await failureOf(store.commit([insertOwnOrder(store, order)]))).to.be.instanceOf(Error);
        expect(await next()).to.deep.equal(older);
        expect(await nextOwnOrder(store, 31337, kind)).to.equal(undefined);
        const refused = () => decideOwnOrder(store, older.id, { state: "refused", reason: "too old" });
        await store.commit([refused()]);
        expect(await failureOf(store.commit([refused()]))).to.be.instanceOf(ConflictError);
        expect(await next()).to.deep.equal(order);
        await store.commit([decideOwnOrder(store, order.id, { state: "signed" })]);
        expect(await next()).to.equal(undefined);
        const payment = outboundOf({ id: ownPayment(kind, order.id), slot: `evm:31338:${kind}` });
        await store.commit([insertOutbound(store, payment)]);
        expect(await ownOrdersOf(store, 31338, kind, 5)).to.deep.equal([
          { order: { ...order, state: "signed" }, payment },
          { order: { ...older, state: "refused", reason: "too old" }, payment: undefined },
        ]);
      });

    it("a request has one fill at most, and a slot one payment", async () => {
      await store.commit([insertOutbound(store, outboundOf({ id: "0x08/fill", slot: "evm:1:1" }))]);
      for (const other of [
        { id: "0x08/fill", slot: "evm:1:2" },
        { id: "0x09/fill", slot: "evm:1:1", requestId: "0x09" },
      ]) {
        expect(await failureOf(store.commit([insertOutbound(store, outboundOf(other))]))).to.be.instanceOf(
          Error,
        );
      }
    });

    it("a payment is found by any of its transactions", async () => {
      const attempt = {
        outboundId: "0x10/fill",
        number: 1,
        raw: "0x",
        price: 1n,
        createdAt: 1,
        sentAt: null,
      };
      await store.commit([
        insertOutbound(store, outboundOf({ id: "0x10/fill", requestId: "0x10", slot: "evm:1:10" })),
        insertAttempt(store, { ...attempt, hash: "0xa1" }),
        insertAttempt(store, { ...attempt, hash: "0xa2", number: 2 }),
      ]);
      const [found] = await openPaymentsAmong(store, ["0xa1"]);
      expect(found?.outbound.id).to.equal("0x10/fill");
      expect(found?.attempts.map(({ hash }) => hash)).to.deep.equal(["0xa1", "0xa2"]);
    });

    it("promises are found by currency and state", async () => {
      const currency = "0x3333333333333333333333333333333333333333" as EvmAddress;
      await store.commit([
        insertRequest(store, requestOf("0x05", { destination: { chainId: 31337, currency }, promised: 5n })),
      ]);
      expect(await promisedAmounts(store, { chainId: 31337, currency }, ["waiting"])).to.deep.equal([5n]);
      expect(
        await promisedAmounts(store, { chainId: 31337, currency }, ["pending", "filling"]),
      ).to.deep.equal([]);
    });

    it("a row that cannot be true is refused with its id", async () => {
      await store.commit([insertRequest(store, requestOf("0x06", { state: "pending" }))]);
      expect(String(await failureOf(requestById(store, "0x06")))).to.match(/0x06.*pending without a deposit/);
      const transfer = {
        id: "t:0",
        txHash: "t",
        chainId: 1,
        currency: "c",
        amount: 1n,
        height: 1,
        blockHash: "h",
      };
      const deposit = { ...transfer, sender: undefined };
      const place = { address: "a", custody: null, movedBy: null };
      const row = { ...transfer, ...place, sender: null, requestId: "0x01", state: "seen", seenAt: 1 };
      await store.commit([insertDeposit(store, row), insertRequest(store, requestOf("0x07", { deposit }))]);
      expect(String(await failureOf(requestById(store, "0x07")))).to.match(/0x07.*belongs to 0x01/);
    });
  });
});

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function outboundOf(changes: Partial<Outbound>): Outbound {
  return {
    id: "0x08/fill",
    currency: "0x2222222222222222222222222222222222222222",
    order: {},
    hash: null,
    fee: null,
    closedAt: null,
    requestId: "0x08",
    kind: "fill",
    chainId: 31337,
    slot: "evm:1:0",
    amount: 1n,
    state: "open",
    createdAt: 1,
    ...changes,
  };
}
