import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import { SECOND_MS, type Instant } from "../../values/time.ts";
import { createBuckets } from "../callers/buckets.ts";
import type { NetworkParts } from "../parts.ts";
import { requestsById } from "../persistence/requests.ts";
import { newestStatus, statusChangesAfter, type StatusChange } from "../persistence/statusChanges.ts";
import { presentStatus } from "./presentStatus.ts";
import { createConnectionLimiter, type ConnectionRefusal, type StreamSettings } from "./connectionLimiter.ts";
import { EVENT, readMessage, type StreamMessage } from "./streamMessage.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions.ts";

/**
 * Status changes over a websocket (interface specification 6), in the form of public services: connect ──►
 * {connection, ready} ──► subscribe {filters: {id}} ──► echo ──► request.status.updated … ──► unsubscribe.
 * Every change that a poll could see after the echo is sent once and in order; the present status is not,
 * so a client polls once after the echo. The echo for an unknown id has requestStatus: "unknown"; if no
 * such request appears, the stream ends that subscription after some minutes. Changes are read from the
 * database, so any process may have made them.
 */
export type StatusStream = Readonly<{
  /** Takes an HTTP upgrade over. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends the changes since the last tick, from any process, and pings. */
  tick(): Promise<void>;
  /** Sends what has changed about some requests, at once: this process has just changed them. */
  hurry(requestIds: readonly string[]): void;
  /** How many connections are open. */
  connections(): number;
  /** Ends every connection with 1001; clients come back after a restart. */
  close(): void;
}>;

const MAX_MESSAGE_BYTES = 4_096;
const MESSAGES = { calls: 50, perMs: SECOND_MS, burst: 1_200 } as const; // per connection
const MAX_UNSENT_BYTES = 1_000_000; // a client that reads too slowly is disconnected
const HEARTBEAT_MS = 30 * SECOND_MS;
const GOODBYE_MS = 500;

type Connection = {
  readonly id: string;
  readonly socket: WebSocket;
  readonly subscriptions: Subscriptions;
  isAlive: boolean;
  pingedAt: Instant;
};

/** Opens the stream of a service. */
export function createStatusStream(parts: NetworkParts, settings: StreamSettings): StatusStream {
  const { store, clock, random, log } = parts;
  const door = createConnectionLimiter(parts, settings);
  const messages = createBuckets(MESSAGES, clock);
  const connections = new Set<Connection>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false, // costs more than it saves on small messages
  });
  let isClosed = false;

  const subscribe = createSubscriptions(clock, ({ facts, requestId }: StatusChange) =>
    JSON.stringify({ ...presentStatus(facts, parts.settings), requestId }),
  );

  const answer = async (connection: Connection, message: StreamMessage): Promise<void> => {
    const { subscriptions } = connection;
    const { type, id } = message;
    if (type === "error") return send(connection, { type: "error", message: message.message });
    if (type === "unsubscribe") subscriptions.remove(id);
    else if (!subscriptions.has(id)) {
      await noteInterest([id]);
      const newest = await newestStatus(store, id);
      const refusal = subscriptions.add(id, newest);
      if (refusal) return send(connection, { type, status: "error", message: refusal });
      if (!newest) return send(connection, echo(type, id, { requestStatus: "unknown" }));
    }
    send(connection, echo(type, id));
  };

  const open = (socket: WebSocket) => {
    const id = Buffer.from(random(16)).toString("hex");
    const subscriptions = subscribe();
    const connection: Connection = { id, socket, subscriptions, isAlive: true, pingedAt: clock() };
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
      .on("error", () => socket.terminate()) // an oversized or broken frame; ws has answered the client
      .on("close", () => {
        connections.delete(connection);
        turn = turn.then(() => subscriptions.end()); // after the last message
      });
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
  /** A subscription counts as interest in sightings, as a poll does. */
  const noteInterest = async (ids: readonly string[]) => {
    if (parts.settings.statusDetail !== "public") return;
    for (const request of await requestsById(store, ids)) parts.asked.note(request);
  };

  const catchUp = async (seen: ReadonlyMap<string, number>): Promise<void> => {
    for (const change of await statusChangesAfter(store, seen)) {
      for (const connection of connections) {
        const shown = connection.subscriptions.news(change);
        if (shown === undefined) continue;
        send(connection, { event: EVENT, data: JSON.parse(shown) as unknown, publishedAt: clock() });
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
      for (const connection of connections) {
        await beat(connection);
        for (const id of connection.subscriptions.forgetUnknown()) send(connection, echo("unsubscribe", id));
      }
      await catchUp(openSubscriptions(connections));
    },
    hurry(requestIds) {
      const open = openSubscriptions(connections, requestIds);
      if (open.size === 0 || isClosed) return;
      catchUp(open).catch((error: unknown) => log.warn("network.stream_late", { error })); // the tick will send it
    },
    connections: () => connections.size,
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
export function refuseUpgrade(socket: Duplex, { status, ...body }: ConnectionRefusal): void {
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
 * The requests with subscriptions (or those among `wanted`), each with the earliest change that a
 * subscriber has reached. Ended requests do not change any more.
 */
function openSubscriptions(
  connections: Iterable<Connection>,
  wanted?: readonly string[],
): ReadonlyMap<string, number> {
  const earliest = new Map<string, number>();
  for (const { subscriptions } of connections) {
    for (const id of wanted ?? subscriptions.ids()) {
      const ordinal = subscriptions.ordinalOf(id);
      if (ordinal !== undefined) earliest.set(id, Math.min(ordinal, earliest.get(id) ?? ordinal));
    }
  }
  return earliest;
}

/** What a message is answered with when it was heeded. */
function echo(type: "subscribe" | "unsubscribe", id: string, more: Readonly<Record<string, string>> = {}) {
  return { type, status: "success", data: { event: EVENT, filters: { id }, ...more } };
}

function send({ socket }: Connection, message: unknown): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MAX_UNSENT_BYTES) return socket.terminate();
  socket.send(JSON.stringify(message));
}
