import type { KillableGateway } from "./killable.ts";

/** An address as somebody was shown it. `due` is in smallest units of its coin. */
export type Shown = Readonly<{
  invoiceId: string;
  methodId: string;
  chainId: number;
  currency: string;
  address: string;
  requestId: string;
  due: bigint;
}>;

export type Terms = Readonly<{ amount: string; minutes?: number; method?: string }>;

/** What the API says of an invoice, as far as anybody here reads it. */
export type ApiInvoice = Readonly<{
  id: string;
  status: string;
  additionalStatus: string;
  metadata: Readonly<{ orderId: string }>;
  crosstill: Readonly<{
    deposits: readonly Readonly<{ outpoint: string; chainId: number; units: string; state: string }>[];
    settlements: readonly Readonly<{
      amount: string | null;
      txHash: string | null;
      claimed: boolean;
      originOutpoint: string;
    }>[];
    refunds: readonly Readonly<{ amount: string | null; txHash: string | null; originOutpoint: string }>[];
    anomalies: readonly unknown[];
  }>;
}>;

/** A merchant's server and its customers' browsers: they ask until they are answered, however often the gateway dies meanwhile. */
export type Shop = Readonly<{
  /** Issues an invoice for a new order. When an answer is lost, the order is looked up before it is made again. */
  issue(terms: Terms): Promise<string>;
  /** The address to pay, from a page that shows it. */
  shown(invoiceId: string, methodId?: string): Promise<Shown>;
  /** Opens the checkout page, until it shows an address. */
  openPage(invoiceId: string): Promise<void>;
  /** Looks at an invoice again and again until it is so. */
  until(invoiceId: string, isSo: (invoice: ApiInvoice) => boolean): Promise<void>;
  giveRefundAddress(invoiceId: string, address: string): Promise<void>;
  invoices(): Promise<readonly ApiInvoice[]>;
  unattributed(): Promise<readonly Readonly<{ outpoint: string; units: string }>[]>;
  /** Everything that answers have promised so far. */
  acknowledged: Readonly<{
    orders: ReadonlyMap<string, string>; // to the invoice
    addresses: readonly Shown[];
    onPages: readonly Readonly<{ invoiceId: string; address: string }>[];
    lostAnswers: number; // orders that were found made when nobody had heard of them
  }>;
}>;

type Method = Readonly<{
  paymentMethodId: string;
  destination: string;
  due: string;
  activated: boolean;
  additionalData: Readonly<{ chainId: number; tokenAddress: string; decimals: number; requestId: string }>;
}>;

const LONG_MINUTES = 600; // longer than the clock goes in any run
const ANSWER_MS = 60_000; // longer than a process stands still: a creation that goes on then is not to be found yet
const AGAIN_MS = 150;
const LOOK_MS = 1_000;
const PAGE = 1_000; // the most invoices that one answer has

/** A gateway as a shop and its customers reach it. */
type Reached = Pick<KillableGateway, "storeId" | "apiKey" | "whenUp"> &
  Readonly<{ front: Readonly<{ url: string }> }>;

export function openShop(gateway: Reached): Shop {
  const orders = new Map<string, string>();
  const addresses: Shown[] = [];
  const onPages: { invoiceId: string; address: string }[] = [];
  let lostAnswers = 0;
  let made = 0;
  const api = `/api/v1/stores/${gateway.storeId}`;
  const headers = { authorization: `token ${gateway.apiKey}`, "content-type": "application/json" };

  /** One try: undefined when the line broke or the gateway could not do it now. */
  const once = async (path: string, init: RequestInit = {}): Promise<Response | undefined> => {
    await gateway.whenUp();
    try {
      const answer = await fetch(gateway.front.url + path, {
        ...{ headers, redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) },
        ...init,
      });
      const body = await answer.text(); // an answer that breaks off is none
      if (answer.status >= 500 || answer.status === 429 || answer.status === 408) return undefined; // 408: it stood still while the call arrived
      return new Response(answer.status === 303 ? null : body, { status: answer.status });
    } catch {
      return undefined;
    }
  };
  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    for (;;) {
      const answer = await once(path, init);
      if (answer) return answer;
      await later(AGAIN_MS);
    }
  };
  const read = async <T>(path: string): Promise<T> => {
    const answer = await ask(path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const methods = (invoiceId: string) =>
    read<readonly Method[]>(`${api}/invoices/${invoiceId}/payment-methods`);
  const activate = async (invoiceId: string, methodId: string) => {
    const answer = await ask(`${api}/invoices/${invoiceId}/payment-methods/${methodId}/activate`, { method: "POST" });
    if (answer.status !== 200) throw new Error(`${methodId} was not activated: ${await answer.text()}`);
  }; // prettier-ignore

  return {
    acknowledged: {
      ...{ orders, addresses, onPages },
      get lostAnswers() {
        return lostAnswers;
      },
    },
    async issue({ amount, minutes = LONG_MINUTES, method = "BTC-CHAIN" }) {
      const orderId = `order-${++made}`;
      const checkout = {
        expirationMinutes: minutes,
        monitoringMinutes: LONG_MINUTES,
        defaultPaymentMethod: method,
      };
      const body = JSON.stringify({ amount, currency: "USD", metadata: { orderId }, checkout });
      for (;;) {
        const answer = await once(`${api}/invoices`, { method: "POST", body });
        if (answer && answer.status !== 200) throw new Error(`No invoice: ${await answer.text()}`);
        const [found] = answer
          ? [(await answer.json()) as ApiInvoice]
          : await read<readonly ApiInvoice[]>(`${api}/invoices?orderId=${orderId}`);
        if (!found) continue;
        if (!answer) lostAnswers += 1;
        orders.set(orderId, found.id);
        return found.id;
      }
    },
    async shown(invoiceId, methodId = "BTC-CHAIN") {
      for (;;) {
        const method = (await methods(invoiceId)).find((one) => one.paymentMethodId === methodId);
        if (!method) throw new Error(`Invoice ${invoiceId} cannot be paid by ${methodId}.`);
        if (method.activated) {
          const { destination: address, due, additionalData } = method;
          const { chainId, tokenAddress: currency, requestId, decimals } = additionalData;
          const shown = { invoiceId, methodId, chainId, currency, address, requestId, due: unitsOf(due, decimals) };
          addresses.push(shown);
          return shown;
        }
        await activate(invoiceId, methodId);
      }
    }, // prettier-ignore
    async openPage(invoiceId) {
      for (;;) {
        const page = await (await ask(`/i/${invoiceId}`)).text();
        const addresses = [...new Set(page.match(/\bbcrt1[0-9a-z]{20,}\b/g))];
        onPages.push(...addresses.map((address) => ({ invoiceId, address })));
        if (addresses.length > 0) return;
        const isOffered = page.includes(`/i/${invoiceId}/methods/BTC-CHAIN`); // its quote took too long: the page offers to ask again
        if (isOffered) await ask(`/i/${invoiceId}/methods/BTC-CHAIN`, { method: "POST" });
        await later(LOOK_MS);
      }
    },
    async until(invoiceId, isSo) {
      while (!isSo(await read<ApiInvoice>(`${api}/invoices/${invoiceId}`))) await later(LOOK_MS);
    },
    async giveRefundAddress(invoiceId, address) {
      const answer = await ask(`/i/${invoiceId}/refund-address`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ method: "BTC-CHAIN", address }).toString(),
      });
      if (answer.status !== 303) throw new Error(`The refund address was refused: ${await answer.text()}`);
    },
    async invoices() {
      const all: ApiInvoice[] = [];
      for (let found = PAGE; found === PAGE;) {
        const page = await read<readonly ApiInvoice[]>(`${api}/invoices?skip=${all.length}&take=${PAGE}`);
        all.push(...page);
        found = page.length;
      }
      return all;
    },
    async unattributed() {
      const inbox = await read<{ unattributed: { outpoint: string; units: string }[] }>(`${api}/crosstill/inbox`);
      return inbox.unattributed;
    }, // prettier-ignore
  };
}

function unitsOf(decimal: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms)); // as a browser waits, while a real process works
}
