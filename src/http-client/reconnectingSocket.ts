import WebSocket from "ws";
import { randomFraction, type Random } from "../values/ids.ts";
import { SECOND_MS } from "../values/time.ts";

/**
 * A websocket client that reconnects until `close`: connecting ──ready──► connected ──closed──► waiting
 * (backoff) ──► connecting, and from connecting to waiting when not ready within 2 s. It throws only for an
 * invalid address: callers poll while there is no connection.
 */
export type ReconnectingSocket = Readonly<{
  /** True while the server is ready: messages are sent and received only then. */
  readonly connected: boolean;
  send(text: string): void;
  /** Ends the connection for good; nothing is called any more. */
  close(): void;
}>;

export type SocketSettings = Readonly<{
  /** ws:// or wss:// */
  url: string;
  /** Called with the error of a failed connection. */
  onError?: (error: unknown) => void;
  connect?: (url: string) => WebSocket;
  /** Runs `run` after `ms` and gives the way to call it off. */
  after?: (ms: number, run: () => void) => () => void;
  random: Random; // for the jitter of reconnections
}>;

export type SocketUse = Readonly<{
  /** Recognises the first message, by which the server is ready; by default an open connection is ready. */
  isReady?: (text: string) => boolean;
  onReady: () => void;
  onText: (text: string) => void;
  maxPayload: number; // bytes of one message; a larger one ends the connection
}>;

const CONNECT_MS = 2 * SECOND_MS; // the timeout of the public client, too
const HEARTBEAT_MS = 30 * SECOND_MS; // a line that was cut silently is noticed after two of them
const RETRY_BASE_MS = 500;
const RETRY_CAP_MS = 30 * SECOND_MS;

/** Connects, and reconnects with backoff until it is closed. */
export function openReconnectingSocket(settings: SocketSettings, use: SocketUse): ReconnectingSocket {
  const { url, connect = dial(use.maxPayload), after = timer, random, onError = () => undefined } = settings;
  let socket: WebSocket | undefined;
  let state: "connecting" | "connected" | "waiting" | "closed" = "waiting";
  let failures = 0;
  let cancelTimer = () => {};

  const open = () => {
    state = "connecting";
    try {
      const opened = connect(url)
        .on("open", () => !use.isReady && becomeReady())
        .on("message", receive)
        .on("error", onError)
        .once("close", retry);
      socket = opened;
      cancelTimer = after(CONNECT_MS, () => opened.terminate()); // which closes it
    } catch (error) {
      onError(error);
      retry();
    }
  };
  function receive(frame: WebSocket.RawData): void {
    const text = frame.toString();
    if (state === "connected") use.onText(text);
    else if (state === "connecting" && use.isReady?.(text)) becomeReady();
  }
  function becomeReady(): void {
    state = "connected";
    failures = 0;
    beat();
    use.onReady();
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
    send: (text) => state === "connected" && socket?.send(text, (error) => error && onError(error)),
    close() {
      state = "closed";
      cancelTimer();
      socket?.terminate();
    },
  };
}

/** The content of a message, or undefined for one that is not JSON. */
export function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function dial(maxPayload: number): (url: string) => WebSocket {
  return (url) =>
    new WebSocket(url, {
      handshakeTimeout: CONNECT_MS,
      maxPayload,
      perMessageDeflate: false, // a small frame must not unpack into a large one
      followRedirects: false, // a key in the address stays with the server
    });
}

function timer(ms: number, run: () => void): () => void {
  const handle = setTimeout(run, ms);
  return () => clearTimeout(handle);
}
