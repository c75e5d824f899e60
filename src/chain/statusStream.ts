import WebSocket from "ws";
import { z } from "zod";
import { randomFraction, type Random } from "../ids.ts";
import { SECOND_MS } from "../time.ts";

/**
 * The intent service's websocket (public extension of interface specification 6), as a client sees it:
 *
 *   connecting ──ready──► connected ──closed──► waiting (back-off) ──► connecting
 *        └──── no ready within 2 s ────────────────┘
 *
 * The service replays nothing, so whoever follows a request asks for its status once after every (re)connection.
 */
export type StatusStream = Readonly<{
  /** True while the service has said that it is ready: only then can pushes arrive. */
  readonly connected: boolean;
  /** Calls `listener` for every push about a request, from now on and after every reconnection. Gives the way to stop. */
  subscribe(requestId: string, listener: StatusListener): () => void;
  /** Ends the connection for good; no listener is called any more. */
  close(): void;
}>;

/** One push: the status word as the service wrote it (see protocol/status.ts) and what it knows of transactions. */
export type StatusUpdate = Readonly<{
  requestId: string;
  status: string;
  inTxHashes: readonly string[]; // on the origin chain
  txHashes: readonly string[]; // on the destination chain, or of the refund
  updatedAt: number | undefined; // ms
}>;
export type StatusListener = (update: StatusUpdate) => void;

export type StatusStreamOptions = Readonly<{
  /** ws:// or wss:// address of the stream. */
  url: string;
  /** Sent as the query parameter apiKey: the stream takes no header. */
  apiKey?: string;
  /** Called when the service is ready again after a break: pushes may have been missed, so ask by REST. */
  onReconnect?: () => void;
  /** Told what a listener or hook threw, and why a connection failed. Nothing is ever thrown out of the stream. */
  onError?: (error: unknown) => void;
  connect?: (url: string) => WebSocket;
  /** Runs `run` after `ms` and gives the way to call it off. */
  after?: (ms: number, run: () => void) => () => void;
  random: Random; // for the jitter of reconnections
}>;

const EVENT = "request.status.updated";
const CONNECT_MS = 2 * SECOND_MS; // the public client's patience, too
const HEARTBEAT_MS = 30 * SECOND_MS; // a line that was cut silently is noticed after two of them
const RETRY_BASE_MS = 500;
const RETRY_CAP_MS = 30 * SECOND_MS;
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
  const line = keepLine({
    ...options,
    onError,
    onReady() {
      for (const id of listeners.keys()) say("subscribe", id);
      if (wasReady) guarded(() => options.onReconnect?.());
      wasReady = true;
    },
    onUpdate(update) {
      for (const listener of [...(listeners.get(update.requestId) ?? [])]) guarded(() => listener(update));
    },
  });
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

type LineOptions = StatusStreamOptions &
  Readonly<{
    onReady: () => void;
    onUpdate: (update: StatusUpdate) => void;
    onError: (error: unknown) => void;
  }>;
type Line = Readonly<{ readonly connected: boolean; send(text: string): void; close(): void }>;

/** One connection after the other, as in the diagram above. */
function keepLine(options: LineOptions): Line {
  const { connect = dial, after = timer, random, onReady, onUpdate, onError } = options;
  const address = new URL(options.url);
  if (options.apiKey !== undefined) address.searchParams.set("apiKey", options.apiKey);
  let socket: WebSocket | undefined;
  let state: "connecting" | "connected" | "waiting" | "closed" = "waiting";
  let failures = 0;
  let cancelTimer = () => {};

  const open = () => {
    state = "connecting";
    try {
      const opened = connect(address.href).on("message", receive).on("error", onError).once("close", retry);
      socket = opened;
      cancelTimer = after(CONNECT_MS, () => opened.terminate()); // which closes it
    } catch (error) {
      onError(error);
      retry();
    }
  };
  function receive(frame: WebSocket.RawData): void {
    const message = readMessage(frame);
    if (message === "ready" && state === "connecting") {
      state = "connected";
      failures = 0;
      beat();
      onReady();
    } else if (typeof message === "object" && state === "connected") onUpdate(message);
  }
  const beat = () => {
    let alive = false;
    socket?.once("pong", () => (alive = true)).ping();
    cancelTimer();
    cancelTimer = after(HEARTBEAT_MS, () => (alive ? beat() : socket?.terminate()));
  };
  function retry(): void {
    cancelTimer();
    if (state === "closed") return;
    state = "waiting";
    const ceiling = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** failures++);
    cancelTimer = after(ceiling / 2 + (randomFraction(random) * ceiling) / 2, open);
  }
  open();
  return {
    get connected() {
      return state === "connected";
    },
    send: (text) => socket?.send(text, (error) => error && onError(error)),
    close() {
      state = "closed";
      cancelTimer();
      socket?.terminate();
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

/** What a frame says, or undefined when it is of no interest or makes no sense (echoes, other events, garbage). */
function readMessage(frame: WebSocket.RawData): "ready" | StatusUpdate | undefined {
  const { data: message } = messageSchema.safeParse(parse(frame.toString()));
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function dial(url: string): WebSocket {
  return new WebSocket(url, {
    handshakeTimeout: CONNECT_MS,
    maxPayload: MAX_PAYLOAD,
    perMessageDeflate: false, // a small frame must not unpack into a large one
    followRedirects: false, // the key in the address stays with the service
  });
}

function timer(ms: number, run: () => void): () => void {
  const handle = setTimeout(run, ms);
  return () => clearTimeout(handle);
}
