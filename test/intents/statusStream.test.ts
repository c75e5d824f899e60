import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { WebSocketServer, type WebSocket } from "ws";
import { openStatusStream, type StatusStream, type StatusStreamOptions, type StatusUpdate } from "../../src/intents/statusStream.ts"; // prettier-ignore

const READY = { type: "connection", status: "ready", data: { id: "c1" } };
const EVENT = "request.status.updated";
const update = (requestId: string, status: string, more = {}) => {
  return { requestId, status, updatedAt: 7, originChainId: 1, destinationChainId: 2, ...more };
};

/** A real websocket server, and what clients said to it. */
async function startServer(greet: (socket: WebSocket) => void = (socket) => say(socket, READY)) {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  const heard: { url: string; said: unknown[]; sockets: WebSocket[] } = { url: "", said: [], sockets: [] };
  const waiting: (() => void)[] = [];
  const changed = () => waiting.splice(0).forEach((wake) => wake());
  server.on("connection", (socket, request) => {
    heard.url = request.url ?? "";
    heard.sockets.push(socket);
    socket.on("message", (frame) => {
      heard.said.push(JSON.parse(String(frame)));
      changed();
    });
    greet(socket);
    changed();
  });
  await once(http.listen(0, "127.0.0.1"), "listening");
  const { port } = http.address() as AddressInfo; // it listens on TCP
  return {
    heard,
    url: `ws://127.0.0.1:${port}`,
    /** Resolves when what clients did satisfies `enough`. */
    async until(enough: () => boolean) {
      while (!enough()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      http.close();
    },
  };
}
const say = (socket: WebSocket, message: unknown) =>
  socket.send(typeof message === "string" ? message : JSON.stringify(message));

/** No jitter: reconnections come after half of what they may wait at most. */
const soonest = (length: number) => new Uint8Array(length);

/** Timers that run when a test says so. */
function handTimers() {
  const timers: { ms: number; run: () => void }[] = [];
  const after: StatusStreamOptions["after"] = (ms, run) => {
    const timer = { ms, run };
    timers.push(timer);
    return () => {
      if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
    };
  };
  return { timers, after, fire: () => timers.splice(0).forEach(({ run }) => run()) };
}

describe("the status stream", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let stream: StatusStream;
  let hand: ReturnType<typeof handTimers>;
  let errors: unknown[];
  let updates: StatusUpdate[];
  let wake = () => {};
  const listener = (one: StatusUpdate) => {
    updates.push(one);
    wake();
  };
  const told = async (count: number) => {
    while (updates.length < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  const open = async (options: Partial<StatusStreamOptions> = {}, greet?: (socket: WebSocket) => void) => {
    server = await startServer(greet);
    const onError = (error: unknown) => void errors.push(error);
    stream = openStatusStream({ url: server.url, after: hand.after, random: soonest, onError, ...options });
  };
  const subscriptions = (type = "subscribe") =>
    server.heard.said.flatMap((message) => {
      const {
        type: kind,
        event,
        filters,
      } = message as { type: string; event: string; filters: { id: string } }; // as the protocol has it
      return kind === type && event === EVENT ? [filters.id] : [];
    });
  /** Waits until the stream is in touch or out of it; the sockets take their own time. */
  const becomes = async (connected: boolean) => {
    while (stream.connected !== connected) await new Promise((resolve) => setImmediate(resolve));
  };

  beforeEach(() => {
    [errors, updates, hand] = [[], [], handTimers()];
  });
  afterEach(() => {
    stream.close();
    server.close();
  });

  it("subscribes once the service is ready, and hands pushes to those who asked", async () => {
    let greet = (): void => {};
    await open({}, (socket) => (greet = () => say(socket, READY)));
    stream.subscribe("0xa", listener);
    await server.until(() => server.heard.sockets.length === 1);
    expect([stream.connected, server.heard.said]).to.deep.equal([false, []]);
    greet();
    await server.until(() => subscriptions().length === 1);
    const [socket] = server.heard.sockets;
    say(socket!, { type: "subscribe", status: "success", data: { event: EVENT, filters: { id: "0xa" } } });
    say(socket!, { event: EVENT, data: update("0xother", "success"), publishedAt: 8 });
    say(socket!, { event: EVENT, data: update("0xa", "pending", { txHashes: ["0xf"] }), publishedAt: 8 });
    await told(1);
    expect([stream.connected, subscriptions()]).to.deep.equal([true, ["0xa"]]);
    expect(updates).to.deep.equal([
      { requestId: "0xa", status: "pending", inTxHashes: [], txHashes: ["0xf"], updatedAt: 7 },
    ]);
  });

  it("understands pushes that are wrapped once more, and overlooks what makes no sense", async () => {
    await open();
    stream.subscribe("0xa", listener);
    await server.until(() => subscriptions().length === 1);
    const nonsense = ["", "null", "[]", "{", { event: "other", data: update("0xa", "x") }, { event: EVENT }, { event: EVENT, data: update("0xa", 5 as never) }, { data: null }]; // prettier-ignore
    for (const message of nonsense) say(server.heard.sockets[0]!, message);
    say(server.heard.sockets[0]!, { data: { event: EVENT, data: update("0xa", "success") } });
    await told(1);
    expect(updates.map(({ status }) => status)).to.deep.equal(["success"]);
  });

  it("subscribes a request once for many listeners, and unsubscribes after the last", async () => {
    await open();
    await becomes(true);
    const first = stream.subscribe("0xa", listener);
    const second = stream.subscribe("0xa", () => undefined);
    first();
    first();
    second();
    stream.subscribe("0xb", listener);
    await server.until(() => subscriptions().includes("0xb"));
    expect([subscriptions(), subscriptions("unsubscribe")]).to.deep.equal([["0xa", "0xb"], ["0xa"]]);
  });

  it("goes on when a listener throws", async () => {
    await open();
    stream.subscribe("0xa", () => {
      throw new Error("The listener's own problem.");
    });
    stream.subscribe("0xa", listener);
    await server.until(() => subscriptions().length === 1);
    for (const word of ["pending", "success"]) say(server.heard.sockets[0]!, { event: EVENT, data: update("0xa", word) }); // prettier-ignore
    await told(2);
    expect([updates.length, errors.length]).to.deep.equal([2, 2]);
  });

  it("connects again after a break, subscribes anew and says that pushes may be missing", async () => {
    let reconnected = 0;
    await open({ onReconnect: () => void reconnected++ });
    stream.subscribe("0xa", listener);
    await server.until(() => subscriptions().length === 1);
    server.heard.sockets[0]!.close();
    await becomes(false);
    expect(hand.timers.map(({ ms }) => ms)).to.deep.equal([250]);
    hand.fire();
    await server.until(() => subscriptions().length === 2);
    expect([subscriptions(), reconnected]).to.deep.equal([["0xa", "0xa"], 1]);
    say(server.heard.sockets[1]!, { event: EVENT, data: update("0xa", "success") });
    await told(1);
  });

  it("waits longer after each failure, up to between a quarter and half a minute", async () => {
    const waits: number[] = [];
    await open({
      connect() {
        throw new Error("No such host.");
      },
      after(ms, run) {
        waits.push(ms);
        if (waits.length < 12) queueMicrotask(run);
        return () => undefined;
      },
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(waits.slice(0, 3)).to.deep.equal([250, 500, 1_000]);
    expect(waits.at(-1)).to.equal(15_000);
  });

  it("gives up on a service that is not ready after two seconds, and tries again", async () => {
    await open({}, () => undefined);
    await server.until(() => server.heard.sockets.length === 1);
    expect(hand.timers.map(({ ms }) => ms)).to.deep.equal([2_000]);
    hand.fire(); // the timeout ends
    while (hand.timers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(hand.timers.map(({ ms }) => ms)).to.deep.equal([250]);
    hand.fire();
    await server.until(() => server.heard.sockets.length === 2);
  });

  it("notices a line that is dead without a word", async () => {
    await open({}, (socket) => {
      say(socket, READY);
      socket.pause(); // it answers no ping
    });
    await becomes(true);
    hand.fire();
    await becomes(false);
    expect(hand.timers.map(({ ms }) => ms)).to.deep.equal([250]);
  });

  it("keeps a line that is quiet and answers", async () => {
    await open({}, (socket) => {
      socket.once("ping", () => say(socket, { event: EVENT, data: update("0xa", "waiting") })); // after its pong
      say(socket, READY);
    });
    stream.subscribe("0xa", listener);
    await told(1);
    hand.fire();
    expect([stream.connected, hand.timers.map(({ ms }) => ms)]).to.deep.equal([true, [30_000]]);
  });

  it("drops a frame that is too large, and comes back", async () => {
    await open();
    await becomes(true);
    say(server.heard.sockets[0]!, "x".repeat(70_000));
    await becomes(false);
    hand.fire();
    await becomes(true);
  });

  it("sends the key as a query parameter", async () => {
    await open({ apiKey: "a key" });
    await server.until(() => server.heard.sockets.length === 1);
    expect(server.heard.url).to.equal("/?apiKey=a+key");
  });

  it("stays closed when it is closed, and calls nobody", async () => {
    await open();
    stream.subscribe("0xa", listener);
    await server.until(() => subscriptions().length === 1);
    const closed = once(server.heard.sockets[0]!, "close");
    stream.close();
    await closed;
    expect([stream.connected, hand.timers, updates]).to.deep.equal([false, [], []]);
  });
});
