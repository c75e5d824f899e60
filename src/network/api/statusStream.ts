import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import { SECOND_MS, type Instant } from "../../time.ts";
import { createBuckets } from "../callers/buckets.ts";
import type { NetworkParts } from "../parts.ts";
import { NEXT } from "../request.ts";
import { requestsById } from "../store/requests.ts";
import { newestStatus, statusChangesAfter, type StatusChange } from "../store/statusChanges.ts";
import { presentStatus } from "./presentStatus.ts";
import { createStreamDoor, type NoEntry } from "./streamDoor.ts";
import { EVENT, readMessage, type StreamMessage } from "./streamMessage.ts";

/**
 * Status changes over a websocket (interface specification 6), in the form of public services:
 *
 *   connect ──► {connection, ready} ──► subscribe {filters: {id}} ──► echo ──► request.status.updated … ──► unsubscribe
 *
 * Every change that a poller could see after the echo is sent once and in order; the present status is not, so a client asks
 * for it once after the echo. Changes are read from the database, so it does not matter which process made them.
 */
export type StatusStream = Readonly<{
  /** Takes an HTTP upgrade over. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends what has changed since the last tick, whoever changed it, and pings. */
  tick(): Promise<void>;
  /** Sends what has changed about some requests, at once: this process has just changed them. */
  hurry(requestIds: readonly string[]): void;
  /** Ends every connection with 1001; clients come back after a restart. */
  close(): void;
}>;

export const SUBSCRIPTIONS = 500; // per connection
const MAX_MESSAGE_BYTES = 4_096;
const MESSAGES = { calls: 50, perMs: SECOND_MS, burst: 1_200 } as const; // per connection
const MAX_UNSENT_BYTES = 1_000_000; // a client that reads more slowly than it is told things is cut
const HEARTBEAT_MS = 30 * SECOND_MS;
const GOODBYE_MS = 500;

/** How far a subscription is: the ordinal of the last change that it knows, and how that looked. */
type Reached = { ordinal: number; shown: string; isFinal: boolean };
type Connection = {
  readonly id: string;
  readonly socket: WebSocket;
  readonly subscriptions: Map<string, Reached>;
  isAlive: boolean;
  pingedAt: Instant;
};

/** `apiKeys` and `wrongKeysPerMinute` as for the HTTP face. */
export function createStatusStream(
  parts: NetworkParts,
  settings: Readonly<{ apiKeys: readonly string[]; wrongKeysPerMinute: number }>,
): StatusStream {
  const { store, clock, random, log } = parts;
  const door = createStreamDoor(parts, settings);
  const messages = createBuckets(MESSAGES, clock);
  const connections = new Set<Connection>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false, // costs more than it saves on small messages
  });
  let isClosed = false;

  const shown = ({ facts, requestId }: StatusChange) =>
    JSON.stringify({ ...presentStatus(facts, parts.settings), requestId });
  const reach = (change: StatusChange): Reached => ({
    ordinal: change.ordinal,
    shown: shown(change),
    isFinal: NEXT[change.facts.state].length === 0,
  });

  const answer = async (connection: Connection, message: StreamMessage): Promise<void> => {
    const { subscriptions } = connection;
    const { type, id } = message;
    if (type === "error") return send(connection, { type: "error", message: message.message });
    if (type === "unsubscribe") subscriptions.delete(id);
    else if (!subscriptions.has(id)) {
      if (subscriptions.size >= SUBSCRIPTIONS) {
        const text = `Expected at most ${SUBSCRIPTIONS} subscriptions. Unsubscribe what is done.`;
        return send(connection, { type: "subscribe", status: "error", message: text });
      }
      await noteInterest([id]);
      const newest = await newestStatus(store, id);
      subscriptions.set(id, newest ? reach(newest) : { ordinal: 0, shown: "", isFinal: false });
    }
    send(connection, { type, status: "success", data: { event: EVENT, filters: { id } } });
  };

  const open = (socket: WebSocket) => {
    const id = Buffer.from(random(16)).toString("hex");
    const connection: Connection = { id, socket, subscriptions: new Map(), isAlive: true, pingedAt: clock() };
    connections.add(connection);
    let turn = Promise.resolve(); // answers leave in the order of the messages
    socket
      .on("message", (frame: RawData) => {
        if (!messages.take(id)) return socket.close(1008, "Too many messages.");
        const message = readMessage(frame);
        turn = turn
          .then(() => answer(connection, message))
          .catch((error: unknown) => {
            log.error("network.stream_failed", { error });
            socket.close(1011, "The service failed."); // the client reconnects and asks by REST
          });
      })
      .on("pong", () => (connection.isAlive = true))
      .on("error", () => socket.terminate()) // an oversized or broken frame; ws has said so to the client
      .on("close", () => connections.delete(connection));
    send(connection, { type: "connection", status: "ready", data: { id } });
  };

  const beat = async (connection: Connection) => {
    if (clock() - connection.pingedAt < HEARTBEAT_MS) return;
    if (!connection.isAlive) return connection.socket.terminate();
    connection.isAlive = false;
    connection.pingedAt = clock();
    connection.socket.ping();
    await noteInterest([...openSubscriptions([connection]).keys()]);
  };
  /** Whoever listens is as interested in a sighting as whoever polls. */
  const noteInterest = async (ids: readonly string[]) => {
    if (parts.settings.statusDetail !== "public") return;
    for (const request of await requestsById(store, ids)) parts.asked.note(request);
  };

  const catchUp = async (seen: ReadonlyMap<string, number>): Promise<void> => {
    for (const change of await statusChangesAfter(store, seen)) {
      for (const connection of connections) {
        const reached = connection.subscriptions.get(change.requestId);
        if (!reached || change.ordinal <= reached.ordinal) continue; // told meanwhile, too
        const next = reach(change);
        connection.subscriptions.set(change.requestId, next);
        if (next.shown === reached.shown) continue; // nothing that a poller could see
        send(connection, { event: EVENT, data: JSON.parse(next.shown) as unknown, publishedAt: clock() });
      }
    }
  };

  return {
    upgrade(request, socket, head) {
      void door
        .enter(request)
        .then((entry) => {
          if ("status" in entry) return refuseUpgrade(socket, entry);
          if (isClosed || socket.destroyed) {
            entry.leave();
            return void socket.destroy();
          }
          socket.once("close", () => entry.leave()); // whether the handshake succeeds or not
          server.handleUpgrade(request, socket, head, open);
        })
        .catch((error: unknown) => {
          log.error("network.stream_failed", { error });
          socket.destroy();
        });
    },
    async tick() {
      for (const connection of connections) await beat(connection);
      await catchUp(openSubscriptions(connections));
    },
    hurry(requestIds) {
      const open = openSubscriptions(connections, requestIds);
      if (open.size === 0 || isClosed) return;
      catchUp(open).catch((error: unknown) => log.warn("network.stream_late", { error })); // the tick will send it
    },
    close() {
      isClosed = true;
      for (const { socket } of connections) {
        socket.close(1001, "The service restarts.");
        setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
      }
    },
  };
}

/** Answers an upgrade with an HTTP error, and ends the line. */
export function refuseUpgrade(socket: Duplex, { status, ...body }: NoEntry): void {
  const text = JSON.stringify({ message: body.message, errorCode: body.errorCode });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(text)}`,
      "Connection: close",
      "",
      text,
    ].join("\r\n"),
  );
}

/**
 * The requests that anybody waits for (or those among `wanted`), each with the earliest change that somebody has. Ended requests
 * change no more.
 */
function openSubscriptions(
  connections: Iterable<Connection>,
  wanted?: readonly string[],
): ReadonlyMap<string, number> {
  const earliest = new Map<string, number>();
  for (const { subscriptions } of connections) {
    for (const id of wanted ?? subscriptions.keys()) {
      const reached = subscriptions.get(id);
      if (!reached || reached.isFinal) continue;
      earliest.set(id, Math.min(reached.ordinal, earliest.get(id) ?? reached.ordinal));
    }
  }
  return earliest;
}

function send({ socket }: Connection, message: unknown): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MAX_UNSENT_BYTES) return socket.terminate();
  socket.send(JSON.stringify(message));
}
