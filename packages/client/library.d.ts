/** A refusal of the gateway, or none of its answers came (`status` 0, `code` "no-answer": it may have been done all the same). */
export declare class CrosstillError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: { readonly problems?: readonly Problem[]; readonly retryAfterSeconds?: number };
  constructor(status: number, code: string, message: string, details?: CrosstillError["details"]);
}

/** Where the gateway is, and the key. */
export interface ClientOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly storeId: string;
  /** How long one attempt may take; 20,000 when nothing is said. */
  readonly timeoutMs?: number;
  /** How often a call is made again that brought no answer or was refused for the moment; 2 when nothing is said. */
  readonly retries?: number;
  /** In the place of the global one. */
  readonly fetch?: (url: string, init: never) => Promise<unknown>;
  /** Waits before a retry; by a timer when nothing is said. */
  readonly wait?: (ms: number) => Promise<void>;
}

/** A client with a method for each operation of the API. Methods throw CrosstillError. */
export declare function createClient(options: ClientOptions): Client;

/** The operations that answer a list by pages, with what one of their entries is. */
export interface Listed {
  listInvoices: Invoice;
  listPaymentRequests: PaymentRequest;
  listPullPayments: PullPayment;
  listPayouts: Payout;
  listPullPaymentPayouts: Payout;
  listEvents: Event;
}

/** Every entry of a list, page by page; newest first, events the oldest first. Each is given once. */
export declare function listAll<Name extends keyof Listed>(
  client: Client,
  name: Name,
  call?: Parameters<Client[Name]>[0],
): AsyncGenerator<Listed[Name], void, undefined>;

/**
 * Reads a message that your webhook received, and checks its signature and its time (within five minutes). `body` is the raw
 * body, as it came. Throws CrosstillError `unsigned-message`, `message-too-old`, `message-too-new` or `wrong-signature`:
 * answer with 401 then; and `parsed-body` for a body that is not the raw one. Act on `message.crosstill.current`, and take an
 * `originalDeliveryId` that you know for done.
 */
export declare function readWebhookMessage(
  body: string | Uint8Array,
  headers: { readonly [name: string]: string | readonly string[] | undefined },
  secret: string,
): WebhookMessage;

/** What a message of one type has: the fields that it always has, and those that others have too. */
type MessageOf<Type extends string, Has extends keyof WebhookMessageFields> = Omit<
  WebhookMessageFields,
  "type" | Has
> & { readonly [Name in Has]-?: Exclude<WebhookMessageFields[Name], undefined> } & { readonly type: Type };
