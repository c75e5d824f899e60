import { createSecrets } from "../../../src/gateway/adapters/secrets.ts";
import { createMerchant, STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import { GatewayError } from "../../../src/gateway/errors.ts";
import { claimPayout } from "../../../src/gateway/usecases/payouts/claimPayout.ts";
import { createPullPayment } from "../../../src/gateway/usecases/payouts/createPullPayment.ts";
import { approvePayout } from "../../../src/gateway/usecases/payouts/managePayouts.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import type { Quote, RequestNews } from "../../../src/gateway/ports/servicePort.ts";
import {
  beginPayment,
  preparePayoutPayment,
} from "../../../src/gateway/usecases/payouts/preparePayoutPayment.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { PayoutRefusal } from "../../../src/gateway/domain/payouts/pullPayment.ts";
import { newInvoice } from "../persistence/storedThings.ts";
import { testClock } from "../../support/clock.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";
import { testPushSender } from "../../support/pushReceiver.ts";
import { serviceChainsOf } from "./payoutChains.ts";

export const BUYER = "0x3333333333333333333333333333333333333333";
export const SIGNER = "0x2222222222222222222222222222222222222222";

/** A gateway over maps, whose service and chains say what a test has put there. */
export async function shop() {
  const clock = testClock();
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const persistence = createMemoryPersistence();
  const said = {
    quote: aQuote("request-1"),
    news: { word: "waiting", outHashes: [] } as Pick<RequestNews, "word" | "outHashes" | "inHashes"> &
      Partial<Pick<RequestNews, "output">>,
    arrivals: [] as readonly bigint[], // what every transaction on Base has paid to whom one asks for
    arrivedAt: undefined as number | undefined, // now, when nothing is said
    departed: 0n, // what every transaction on the settlement chain has taken from whom one asks for
    isSilent: false, // the service
    isChainSilent: false,
    isDepartureSilent: false,
  };
  const { settlement } = newInvoice("any").terms;
  const fake = {
    ...{ clock, random, persistence, log: silentLog, secrets: createSecrets(new Uint8Array(32)) },
    rates: {
      rate: async (base: string, quote: string) => {
        const price = quote === "USD" ? { ETH: "2000", BTC: "100000" }[base] : undefined;
        if (price !== undefined) return { price, source: "test", at: 0 };
        throw new Error("no such pair");
      },
    },
    service: {
      chains: async () => serviceChainsOf(),
      quote: async () => {
        if (said.isSilent) throw new GatewayError("service_unavailable", "silent");
        return said.quote;
      },
      status: async (requestId: string) => {
        if (said.isSilent) throw new GatewayError("service_unavailable", "silent");
        return { requestId, ...said.news } as unknown as RequestNews;
      },
    },
    arrivals: new Map([[8453, async (txHash: string) => {
      if (said.isChainSilent) throw new Error("the node is silent");
      return said.arrivals.map((amount, part) => ({ txHash, part: `${part}`, logIndex: part, amount, at: said.arrivedAt ?? clock() }));
    }]]),
    finality: new Map(),
    departures: new Map([[settlement.chainId, async () => {
      if (said.isDepartureSilent) throw new Error("the node is silent");
      return said.departed;
    }]]),
    push: testPushSender(),
    viewers: { isWatched: () => false, watched: () => [], announce: () => {} },
    budgets: { service: { takeSpare: () => true } },
    settings: { bitcoinNetwork: "regtest", watchedChains: [] },
  }; // prettier-ignore
  const gateway = fake as unknown as Gateway; // what these use cases do not use is left out
  const merchant = await createMerchant(persistence, gateway, "Shop", {
    ...STORE_DEFAULTS,
    settlement,
    refunds: {},
  });
  const promise = { name: "", description: "", currency: "USD", decimals: 2, amount: 50_00n, autoApprove: false, startsAt: undefined, expiresAt: undefined, methods: [] }; // prettier-ignore
  const pull = await createPullPayment(gateway, merchant.id, promise);
  const claim = { destination: BUYER, methodId: "ETH-BASE", amount: undefined };
  const approved = async () => {
    const { id } = await claimPayout(gateway, pull.id, claim);
    return approvePayout(gateway, id, 0);
  };
  /** A second payout of the same sum to the same buyer. */
  const another = async () => {
    const { id: pullId } = await createPullPayment(gateway, merchant.id, promise);
    const { id } = await claimPayout(gateway, pullId, claim);
    return approvePayout(gateway, id, 0);
  };
  return { gateway, persistence, clock, said, pull, claim, approved, another };
}

export function aQuote(requestId: string): Quote {
  const raw = { steps: [], details: { timeEstimate: 30 } };
  return { requestId, input: 50_000_000n, output: 24n * 10n ** 15n, minimum: 23n * 10n ** 15n, raw } as unknown as Quote; // prettier-ignore
}

type Shop = Awaited<ReturnType<typeof shop>>;

/** Approved, quoted and sent. */
export async function sent(world: Shop) {
  return send(world, (await world.approved()).id, "request-1");
}

/** Quotes an approved payout as request `requestId`, and begins to pay it. */
export async function send({ gateway, said }: Shop, id: string, requestId: string) {
  said.quote = aQuote(requestId);
  await preparePayoutPayment(gateway, id, SIGNER);
  return beginPayment(gateway, id, requestId);
}

/** The code that a piece of work was refused with; undefined when it was done. */
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof PayoutRefusal || error instanceof GatewayError) return error.code;
      throw error;
    },
  );
