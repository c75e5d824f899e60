import { statusMeaning } from "../../src/intents/status.ts";
import { GatewayError } from "../../src/gateway/errors.ts";
import type { IntentService, Quote, QuoteAsk, RequestNews } from "../../src/gateway/ports/servicePort.ts";
import { divCeil, divFloor } from "../../src/values/amount.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import type { BitcoinChain, MinedBlock } from "./bitcoinChain.ts";
import type { Chance } from "./chance.ts";
import type { Destination } from "./destination.ts";

/** What the service really did with a deposit: the truth behind its words. */
export type Done = Readonly<{
  kind: "fill" | "refund";
  requestId: string;
  outpoint: string;
  txHash: string;
  part: string;
  amount: bigint;
}>;

/** How a service is built: whether it lists requests by address, names its transactions, and hands out addresses again. */
export type ServiceShape = Readonly<{ lists: boolean; namesHashes: boolean; reusesAddresses: boolean }>;

/** What a service may get wrong. `words` says things again that are over; the others are lies about money. */
export type Mood = "well" | "down" | "slow" | "words" | "others" | "madeUp" | "usedFill" | "unpaid";

type Request = {
  id: string;
  address: string;
  parent: string | undefined;
  ask: QuoteAsk;
  deposit: Readonly<{ outpoint: string; value: bigint }> | undefined;
  word: string;
  reason: string | undefined;
  refundsNext: boolean;
  done: Done | undefined;
  told: RequestNews[];
};

const SHARE = 997n; // of a thousand is left after the growing fees
const FLAT = 50_000n; // smallest units of the settlement coin: five cents
const LEAST_BPS = 9_950n; // of the estimate is promised
const REFUND_FEE = 200n; // sats
const WORDS = ["waiting", "pending", "submitted", "delayed", "unknown", "blorp", "failure"] as const;

/**
 * An intent service that keeps the contract, in memory: quotes, deposit addresses, one request for each deposit, fills after
 * one confirmation, refunds below the minimum. It moves only when told to; `done` is what it really did.
 */
export type Service = IntentService &
  Readonly<{
    /** Notices what the chain shows since the last look. */
    look(): void;
    /** Takes the request one step further; true when there was one to take. */
    step(request: string): boolean;
    /** Says another word about a request than the one it is at, until the next step. */
    say(request: string, word: string): void;
    /** Will send a request's deposit back instead of converting it. */
    refuse(request: string): void;
    /** The same for whichever request has this deposit. */
    refuseDeposit(outpoint: string): void;
    /** The merchant's treasury pays for a request of his, on the chain where he is paid. */
    deposit(request: string, value: bigint): void;
    /** Requests that have a deposit and are not done. */
    open(): readonly string[];
    done: readonly Done[];
    /** What an input would yield now. */
    outputOf(input: bigint): bigint;
    /** True once it has claimed payments that it has not made. */
    hasLied(): boolean;
    /** True for a request that it has called over although it went on with it. */
    hasMisled(request: string): boolean;
    setMood(mood: Mood): void;
    /** Units of the settlement coin for a sat. */
    setRate(rate: bigint): void;
    rate(): bigint;
  }>;

type Outside = Readonly<{
  chain: BitcoinChain;
  destination: Destination;
  chance: Chance;
  /** A new deposit address and its script. */
  newAddress(): Readonly<{ address: string; script: string }>;
  scriptOf(address: string): string;
  /** Whether a transaction has settled something already, as far as the merchant's books know. */
  isSettled(txHash: string): boolean;
}>;

export function createService(shape: ServiceShape, outside: Outside): Service {
  const { chain, destination, chance } = outside;
  const requests = new Map<string, Request>();
  const addresses = new Map<string, string>(); // by script
  const done: Done[] = [];
  let mood: Mood = "well";
  let hasLied = false;
  const calledOver = new Set<string>();
  let rate = 1_000n;
  let seen: MinedBlock | undefined;

  const outputAt = (value: bigint, at: bigint) => divFloor(value * at * SHARE, 1_000n) - FLAT;
  const outputOf = (input: bigint) => outputAt(input, rate);
  /** A refund goes the other way: sats for units of the settlement coin. */
  const outputFor = ({ originChainId }: QuoteAsk, value: bigint, at: bigint) =>
    originChainId === BITCOIN_CHAIN_ID ? outputAt(value, at) : divFloor((value - FLAT) * SHARE, at * 1_000n);
  const leastOf = (output: bigint) => (output > 0n ? divFloor(output * LEAST_BPS, 10_000n) : 0n);
  const promised = new Map<string, bigint>(); // request to the rate that it was quoted at
  const all = () => [...requests.values()];
  const answer = async () => {
    if (mood === "slow") for (let turn = chance.below(40); turn > 0; turn--) await Promise.resolve();
    if (mood === "down") throw new GatewayError("service_unavailable", "The service answered 429 or 503.");
  };

  const open = (ask: QuoteAsk, address: string, parent: string | undefined): Request => {
    const id = `0x${(requests.size + 1).toString(16).padStart(64, "e")}`;
    const fresh = { id, address, parent, ask, deposit: undefined, word: "waiting", reason: undefined };
    const request: Request = { ...fresh, refundsNext: false, done: undefined, told: [] };
    requests.set(id, request);
    promised.set(id, rate);
    return request;
  };
  const addressFor = (ask: QuoteAsk): string => {
    const sameRoute = ({ ask: other, parent }: Request) =>
      parent === undefined && other.recipient === ask.recipient && other.depositAddress?.refundTo === ask.depositAddress?.refundTo; // prettier-ignore
    const known = shape.reusesAddresses && chance.is(0.3) ? chance.pick(all().filter(sameRoute)) : undefined;
    if (known) return known.address;
    const { address, script } = outside.newAddress();
    addresses.set(script, address);
    return address;
  };
  /** A deposit takes the newest free request of exactly its amount; every other becomes a child. */
  const take = (address: string, outpoint: string, value: bigint) => {
    const own = all().filter((one) => one.address === address);
    if (own.some(({ deposit }) => deposit?.outpoint === outpoint)) return;
    const roots = own.filter(({ parent }) => parent === undefined);
    const exact = roots.findLast(({ ask, deposit }) => !deposit && ask.amount === value);
    const root = exact ?? roots.at(-1);
    if (!root) return;
    // Without lists only the first request of an address can be asked about, so it stands for the first deposit.
    const first = shape.lists ? undefined : own.every(({ deposit }) => !deposit) ? roots[0] : undefined;
    const request = exact ?? first ?? open(root.ask, address, root.id);
    request.deposit = { outpoint, value };
    request.word = "waiting";
  };
  const note = (request: Request) => {
    request.told.push(newsOf(request));
  };
  const newsOf = ({ id, word, reason, parent, deposit, done: end }: Request): RequestNews => ({
    ...{ requestId: id, word, reason, parent, raw: { id, word } },
    depositTxid: shape.lists ? deposit?.outpoint.split(":")[0] : undefined,
    input: deposit?.value,
    output: end?.kind === "fill" ? end.amount : undefined,
    outHashes: end && shape.namesHashes ? [end.txHash] : [],
  });
  const finish = (request: Request, kind: Done["kind"], txHash: string, part: string, amount: bigint) => {
    const outpoint = request.deposit?.outpoint ?? "";
    request.done = { kind, requestId: request.id, outpoint, txHash, part, amount };
    done.push(request.done);
  };
  const fill = (request: Request, amount: bigint) => {
    const { destinationChainId, destinationCurrency, recipient } = request.ask;
    request.word = "success";
    if (destinationChainId === BITCOIN_CHAIN_ID) {
      const outputs = [{ script: outside.scriptOf(recipient), value: amount }];
      return finish(request, "fill", chain.spend([newCoin()], outputs).txid, "0", amount);
    }
    const { txHash, part } = destination.transfer(destinationCurrency, recipient, amount);
    finish(request, "fill", txHash, part, amount);
  };
  const newCoin = () => `${Buffer.from(chance.bytes(32)).toString("hex")}:0`; // of the service's own wallet
  const startRefund = (request: Request, outpoint: string, value: bigint) => {
    request.word = "refund";
    const { originChainId, originCurrency, user } = request.ask;
    if (originChainId !== BITCOIN_CHAIN_ID) {
      const { txHash, part } = destination.transfer(originCurrency, user, value);
      return finish(request, "refund", txHash, part, value);
    }
    const refundTo = request.ask.depositAddress?.refundTo ?? "";
    const amount = value - REFUND_FEE;
    const { txid } = chain.spend([outpoint], [{ script: outside.scriptOf(refundTo), value: amount }]);
    finish(request, "refund", txid, "0", amount);
  };
  const advance = (request: Request, outpoint: string, value: bigint) => {
    const at = (units: bigint) => outputFor(request.ask, value, units);
    const yielded = at(rate);
    const least = leastOf(at(promised.get(request.id) ?? rate));
    switch (request.word) {
      case "pending":
        if (!request.refundsNext && yielded > 0n && yielded >= least) return fill(request, yielded);
        request.word = "failure";
        request.reason = yielded > 0n ? "TOO_LITTLE_RECEIVED" : "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL";
        return;
      case "failure":
        if (value > 2n * REFUND_FEE) startRefund(request, outpoint, value);
        return;
      default:
        request.word = "pending";
    }
  };
  const isThere = ({ ask, deposit }: Request) =>
    deposit !== undefined && (ask.originChainId !== BITCOIN_CHAIN_ID || isInBlock(deposit));
  const isInBlock = (deposit: NonNullable<Request["deposit"]>) =>
    chain.blockOf(deposit.outpoint.split(":")[0] ?? "") !== undefined;

  const paysTo = (wanted: string, address: string): boolean => {
    const { blocks, mempool } = chain.view();
    const txs = [...mempool, ...blocks.flatMap((block) => block.txs)];
    const outputs = txs.filter(({ txid }) => txid === wanted).flatMap((tx) => tx.outputs);
    return outputs.some(({ script }) => addresses.get(script) === address);
  };

  /** The list of an address in the mood that the service is in. */
  const rowsOf = (address: string): readonly RequestNews[] => {
    const own = all().filter((one) => one.address === address).toReversed(); // prettier-ignore
    const rows = own.map((one) => (mood === "words" ? chance.pick(one.told) : undefined) ?? newsOf(one));
    // What came in one transaction with a payment to this address is left out: the client does it, by the address that rows name.
    const isApart = ({ depositTxid }: RequestNews) => depositTxid === undefined || !paysTo(depositTxid, address); // prettier-ignore
    if (mood === "others") return [...rows, ...all().map(newsOf).filter(isApart)];
    if (mood === "madeUp") return rows.map((row) => ({ ...row, word: "success", outHashes: [`0x${"ab".repeat(32)}`] })); // prettier-ignore
    if (mood === "unpaid") return rows.map((row) => ({ ...row, word: chance.is(0.5) ? "success" : "refund", outHashes: [] })); // prettier-ignore
    const used = done.find(({ kind, txHash }) => kind === "fill" && outside.isSettled(txHash));
    if (mood === "usedFill" && used)
      return rows.map((row) => ({ ...row, word: "success", outHashes: [used.txHash] }));
    return rows;
  };

  return {
    async quote(ask) {
      await answer();
      return quoteFor(ask);
    },
    async chains() {
      await answer();
      const bitcoin = { symbol: "BTC", name: "Bitcoin", address: BTC_CURRENCY, decimals: 8 };
      return [{ id: BITCOIN_CHAIN_ID, name: "bitcoin", displayName: "Bitcoin", solverCurrencies: [bitcoin] }];
    },
    async status(requestId) {
      await answer();
      const request = requests.get(requestId);
      if (!request) return { ...UNKNOWN, requestId };
      const [row] = rowsOf(request.address).filter((one) => one.requestId === requestId);
      return { ...(row ?? newsOf(request)), depositTxid: undefined, input: undefined, parent: undefined };
    },
    quoteBy: () => Promise.reject(new Error("No comparison is asked for here.")),
    standing: () => ({
      quoteVersion: "v2",
      foundVersion: undefined,
      keyRefusal: undefined,
      refusesQuotes: false,
      refusesLists: false,
      announcements: [],
    }),
    async requestsOf(address) {
      await answer();
      return shape.lists ? rowsOf(address) : undefined;
    },
    listKind: () => (shape.lists ? "v2" : "none"),
    probe: async () => undefined,
    async reindex() {
      await answer();
      return "asked";
    },
    look() {
      const { blocks } = chain.view();
      if (blocks.at(-1) === seen) return;
      seen = blocks.at(-1);
      for (const request of all()) {
        if (!request.deposit || request.done || isThere(request)) continue;
        request.deposit = undefined; // its block has left the chain before anything was done
        request.word = "waiting";
      }
      for (const { txs } of blocks.slice(-20))
        for (const { txid, outputs } of txs)
          for (const [vout, { script, value }] of outputs.entries()) {
            const address = addresses.get(script);
            if (address !== undefined) take(address, `${txid}:${vout}`, value);
          }
      for (const request of all()) note(request);
    },
    step(id) {
      const request = requests.get(id);
      if (!request?.deposit || request.done || !isThere(request)) return false;
      advance(request, request.deposit.outpoint, request.deposit.value);
      note(request);
      return true;
    },
    say(id, word) {
      const request = requests.get(id);
      if (!request || request.done) return;
      request.word = (WORDS as readonly string[]).includes(word) ? word : "blorp";
      if (!["waiting", "moving", "unknown"].includes(statusMeaning(request.word))) calledOver.add(id);
      note(request);
    },
    refuse(id) {
      const request = requests.get(id);
      if (request) request.refundsNext = true;
    },
    refuseDeposit(outpoint) {
      for (const one of all()) if (one.deposit?.outpoint === outpoint) one.refundsNext = true;
    },
    deposit(id, value) {
      const request = requests.get(id);
      if (request) request.deposit = { outpoint: `treasury:${id}`, value };
    },
    open: () => all().filter(({ deposit, done: end }) => deposit && !end).map(({ id }) => id), // prettier-ignore
    done,
    outputOf,
    hasLied: () => hasLied,
    hasMisled: (id) => calledOver.has(id),
    setMood(next) {
      mood = next;
      hasLied ||= next === "unpaid";
    },
    setRate: (next) => void (rate = next),
    rate: () => rate,
  };

  function quoteFor(ask: QuoteAsk): Quote {
    const input =
      ask.tradeType === "EXACT_INPUT" ? ask.amount : divCeil((ask.amount + FLAT) * 1_000n, rate * SHARE);
    const request = open({ ...ask, amount: input }, ask.depositAddress ? addressFor(ask) : "", undefined);
    const output = outputFor(ask, input, rate);
    const isRefund = ask.originChainId !== BITCOIN_CHAIN_ID;
    const inputUsd = isRefund ? input : input * rate;
    const outputUsd = isRefund ? output * rate : output;
    const feesUsd = inputUsd - outputUsd;
    return {
      ...{ requestId: request.id, input, output, minimum: leastOf(output), inputUsd, outputUsd },
      ...{ feesUsd, flatFeesUsd: FLAT, feesByKindUsd: { gas: FLAT, relayerService: feesUsd - FLAT } },
      depositAddress: ask.depositAddress ? request.address : undefined,
      raw: {},
    };
  }
}

const UNKNOWN: Omit<RequestNews, "requestId"> = {
  ...{ word: "unknown", parent: undefined, depositTxid: undefined, input: undefined, output: undefined },
  ...{ outHashes: [], raw: {} },
};
