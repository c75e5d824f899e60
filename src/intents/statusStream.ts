import { z } from "zod";
import {
  openReconnectingSocket,
  parseMessage,
  type SocketSettings,
} from "../http-client/reconnectingSocket.ts";

/**
 * A client of the intent service's websocket (public extension of interface specification 6). The service
 * replays nothing, so callers poll a request's status once after every (re)connection.
 */
export type StatusStream = Readonly<{
  /** True while the service is ready: only then can pushes arrive. */
  readonly connected: boolean;
  /** Calls `listener` for every push about a request, from now on and after every reconnection. Gives the way to stop. */
  subscribe(requestId: string, listener: StatusListener): () => void;
  /** Ends the connection for good; no listener is called any more. */
  close(): void;
}>;

/** One push: the status as the service wrote it (see intents/status.ts) and its transactions. */
export type StatusUpdate = Readonly<{
  requestId: string;
  status: string;
  inTxHashes: readonly string[]; // on the origin chain
  txHashes: readonly string[]; // on the destination chain, or of the refund
  updatedAt: number | undefined; // ms
}>;
export type StatusListener = (update: StatusUpdate) => void;

export type StatusStreamOptions = SocketSettings &
  Readonly<{
    /** Sent as the query parameter apiKey: the stream takes no header. */
    apiKey?: string;
    /** Called when the service is ready again after a break: pushes may have been missed, so ask by REST. */
    onReconnect?: () => void;
  }>;

const EVENT = "request.status.updated";
const MAX_PAYLOAD = 64 * 1024;

/**
 * Opens the status stream at once and keeps it open until `close`. Without it callers poll, so it
 * never throws, but for an address that is none.
 */
export function openStatusStream(options: StatusStreamOptions): StatusStream {
  const { onError = () => undefined } = options;
  const listeners = new Map<string, Set<StatusListener>>();
  let wasReady = false;

  const guarded = (run: () => void) => {
    try {
      run();
    } catch (error) {
      onError(error);
    }
  };
  const say = (type: "subscribe" | "unsubscribe", id: string) => {
    if (line.connected) line.send(JSON.stringify({ type, event: EVENT, filters: { id } }));
  };
  const url = new URL(options.url);
  if (options.apiKey !== undefined) url.searchParams.set("apiKey", options.apiKey);
  const line = openReconnectingSocket(
    { ...options, url: url.href, onError },
    {
      maxPayload: MAX_PAYLOAD,
      isReady: (text) => readMessage(text) === "ready",
      onReady() {
        for (const id of listeners.keys()) say("subscribe", id);
        if (wasReady) guarded(() => options.onReconnect?.());
        wasReady = true;
      },
      onText(text) {
        const update = readMessage(text);
        if (typeof update !== "object") return;
        for (const listener of [...(listeners.get(update.requestId) ?? [])]) guarded(() => listener(update));
      },
    },
  );
  return {
    get connected() {
      return line.connected;
    },
    subscribe(requestId, listener) {
      const known = listeners.get(requestId);
      if (known) known.add(listener);
      else {
        listeners.set(requestId, new Set([listener]));
        say("subscribe", requestId);
      }
      return () => {
        const left = listeners.get(requestId);
        if (!left?.delete(listener) || left.size > 0) return;
        listeners.delete(requestId);
        say("unsubscribe", requestId);
      };
    },
    close() {
      listeners.clear();
      line.close();
    },
  };
}

const hashes = z.array(z.string().max(256)).max(64).nullish().catch(undefined);
const readySchema = z.looseObject({ type: z.literal("connection"), status: z.literal("ready") });
const pushSchema = z.looseObject({
  event: z.literal(EVENT),
  data: z.looseObject({
    status: z.string().max(64),
    requestId: z.string().max(256),
    inTxHashes: hashes,
    txHashes: hashes,
    updatedAt: z.number().nullish().catch(undefined),
  }),
});
/** Some services wrap a push once more: {data: {event, data: {…}}}. */
const messageSchema = z.union([
  readySchema,
  pushSchema,
  z.looseObject({ data: pushSchema }).transform(({ data }) => data),
]);

/** The content of a frame, or undefined for other frames (echoes, other events, garbage). */
function readMessage(text: string): "ready" | StatusUpdate | undefined {
  const { data: message } = messageSchema.safeParse(parseMessage(text));
  if (message === undefined) return undefined;
  if ("type" in message && message.type === "connection") return "ready";
  const { requestId, status, inTxHashes, txHashes, updatedAt } = (message as z.infer<typeof pushSchema>).data; // the only other form
  return {
    requestId,
    status,
    inTxHashes: inTxHashes ?? [],
    txHashes: txHashes ?? [],
    updatedAt: updatedAt ?? undefined,
  };
}
