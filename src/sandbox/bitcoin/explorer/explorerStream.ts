import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { z } from "zod";
import { txJson } from "./esploraShapes.ts";
import type { ChainListener } from "../chain/simulatedChain.ts";

/**
 * The part of mempool.space's websocket about transactions at addresses: {"track-addresses": […]} is
 * answered, as long as the connection lasts, with {"multi-address-transactions": {address: {mempool,
 * confirmed, removed}}}.
 */
export type ExplorerStream = Readonly<{
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Notifies the followers of every address that the transaction pays or spends from. */
  tell: ChainListener;
  close(): void;
}>;

const MAX_TRACKED = 100;
const MAX_MESSAGE_BYTES = 64 * 1024;
const wishSchema = z.looseObject({ "track-addresses": z.array(z.string().max(100)) });

/** A stream without followers. */
export function createExplorerStream(): ExplorerStream {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  const tracked = new Map<WebSocket, ReadonlySet<string>>();
  let isClosed = false;

  const open = (socket: WebSocket) => {
    tracked.set(socket, new Set());
    socket
      .on("message", (frame: Buffer) => hear(socket, frame.toString()))
      .on("error", () => socket.terminate())
      .on("close", () => tracked.delete(socket));
  };
  const hear = (socket: WebSocket, text: string) => {
    const { data: wish } = wishSchema.safeParse(parse(text));
    if (!wish) return;
    const addresses = new Set(wish["track-addresses"]);
    tracked.set(socket, addresses.size > MAX_TRACKED ? new Set() : addresses);
    if (addresses.size <= MAX_TRACKED) return;
    const refusal = `too many addresses requested, this connection supports tracking a maximum of ${MAX_TRACKED} addresses`;
    socket.send(JSON.stringify({ "track-addresses-error": refusal }));
  };
  return {
    upgrade(request, socket, head) {
      if (isClosed) socket.destroy();
      else server.handleUpgrade(request, socket, head, open);
    },
    tell(place, record) {
      if (tracked.size === 0) return;
      const tx = txJson(record);
      const outputs = [...tx.vout, ...tx.vin.flatMap(({ prevout }) => prevout ?? [])];
      const touched = new Set(outputs.flatMap(({ scriptpubkey_address: address }) => address ?? []));
      for (const [socket, addresses] of tracked) {
        const told = [...touched].filter((address) => addresses.has(address));
        if (told.length === 0) continue;
        const news = { mempool: [], confirmed: [], removed: [], [place]: [tx] };
        const byAddress = Object.fromEntries(told.map((address) => [address, news]));
        socket.send(JSON.stringify({ "multi-address-transactions": byAddress }));
      }
    },
    close() {
      isClosed = true;
      for (const socket of tracked.keys()) socket.terminate();
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
