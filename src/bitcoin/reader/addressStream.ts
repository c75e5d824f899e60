import { z } from "zod";
import {
  openReconnectingSocket,
  parseMessage,
  type SocketSettings,
} from "../../http-client/reconnectingSocket.ts";

/**
 * A client of a mempool.space explorer's websocket: it reports transactions that pay or spend from followed
 * addresses. It replays nothing, so callers poll each address once after every (re)connection.
 */
export type AddressStream = Readonly<{
  /** How many connections there were before this one; undefined while there is none. */
  readonly connection: number | undefined;
  /** Follows these addresses from now on and no others. Gives those that the explorer allows: the first so many. */
  follow(addresses: readonly string[]): readonly string[];
  /** Calls `listener` with each followed address that a transaction touches. */
  onNews(listener: (address: string) => void): void;
  /** Ends the connection for good. */
  close(): void;
}>;

const MAX_PAYLOAD = 4 * 1024 * 1024; // whole transactions come, of which a standard one has 100 kB, as JSON
const MOST_ADDRESSES = 1_000;

/** Opens the stream at once and keeps it open until `close`. */
export function openAddressStream(settings: SocketSettings): AddressStream {
  let wanted: readonly string[] = [];
  let most = MOST_ADDRESSES;
  let connections = 0;
  let listener: (address: string) => void = () => undefined;

  const followed = () => wanted.slice(0, most);
  const ask = () => socket.send(JSON.stringify({ "track-addresses": followed() }));
  const onText = (text: string) => {
    const { data: message } = messageSchema.safeParse(parseMessage(text));
    const refusal = message?.["track-addresses-error"];
    if (refusal !== undefined) {
      const asked = followed().length;
      most = Math.min(mostIn(refusal) ?? asked, asked - 1);
      return ask();
    }
    for (const address of followed())
      if (message?.["multi-address-transactions"]?.[address]) listener(address);
  };
  const onReady = () => {
    connections++;
    if (wanted.length > 0) ask();
  };
  const socket = openReconnectingSocket(settings, { maxPayload: MAX_PAYLOAD, onReady, onText });
  return {
    get connection() {
      return socket.connected ? connections : undefined;
    },
    follow(addresses) {
      const before = followed();
      wanted = addresses;
      if (before.join() !== followed().join()) ask();
      return followed();
    },
    onNews: (told) => void (listener = told),
    close: () => socket.close(),
  };
}

const messageSchema = z.looseObject({
  "track-addresses-error": z.string().max(1_000).optional(),
  "multi-address-transactions": z.record(z.string(), z.looseObject({})).optional(),
});

/** The number in "supports tracking a maximum of 10 addresses". */
function mostIn(refusal: string): number | undefined {
  const [, digits] = /maximum of (\d{1,6})/.exec(refusal) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
