import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { WebSocketServer, type WebSocket } from "ws";
import { openAddressStream, type AddressStream } from "../../../src/bitcoin/reader/addressStream.ts";

const TX = { txid: "ab".repeat(32), vin: [], vout: [] };

/** A real websocket server that speaks as mempool.space does, and allows so many addresses. */
async function startExplorer(most: number) {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  const wishes: string[][] = [];
  let socket: WebSocket | undefined;
  let wake = () => {};
  server.on("connection", (opened) => {
    socket = opened;
    opened.on("message", (frame: Buffer) => {
      const { "track-addresses": addresses } = JSON.parse(frame.toString()) as Record<string, string[]>;
      wishes.push(addresses ?? []);
      const refusal = `too many addresses requested, this connection supports tracking a maximum of ${most} addresses`;
      if ((addresses?.length ?? 0) > most) opened.send(JSON.stringify({ "track-addresses-error": refusal }));
      wake();
    });
  });
  await once(http.listen(0, "127.0.0.1"), "listening");
  const { port } = http.address() as AddressInfo; // it listens on TCP
  return {
    wishes,
    url: `ws://127.0.0.1:${port}`,
    async asked(count: number) {
      while (wishes.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
    say: (message: unknown) => socket?.send(typeof message === "string" ? message : JSON.stringify(message)),
    cut: () => socket?.terminate(),
    close() {
      for (const one of server.clients) one.terminate();
      server.close();
      http.close();
    },
  };
}

describe("the stream of transactions at addresses", () => {
  let explorer: Awaited<ReturnType<typeof startExplorer>>;
  let stream: AddressStream;
  let told: string[];
  let wake = () => {};
  const open = async (most = 10) => {
    explorer = await startExplorer(most);
    const after = (_: number, run: () => void) => {
      const handle = setTimeout(run, 5); // a break is over at once, and no line is dead before the test is over
      return () => clearTimeout(handle);
    };
    const isBackOff = (ms: number) => ms <= 500;
    stream = openAddressStream({
      url: explorer.url,
      random: (length) => new Uint8Array(length),
      after: (ms, run) => (isBackOff(ms) ? after(ms, run) : () => {}),
    });
    told = [];
    stream.onNews((address) => {
      told.push(address);
      wake();
    });
  };
  const news = async (count: number) => {
    while (told.length < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  afterEach(() => {
    stream.close();
    explorer.close();
  });

  it("tells of an address that is followed, and of no other", async () => {
    await open();
    expect(stream.follow(["bc1a", "bc1b"])).to.deep.equal(["bc1a", "bc1b"]);
    await explorer.asked(1);
    const empty = { mempool: [], confirmed: [], removed: [] };
    explorer.say("no json");
    explorer.say({ "multi-address-transactions": "nonsense" });
    explorer.say({ "multi-address-transactions": { bc1c: { ...empty, mempool: [TX] } } });
    explorer.say({ "multi-address-transactions": { bc1b: { ...empty, mempool: [TX] } } });
    await news(1);
    expect(told).to.deep.equal(["bc1b"]);
  });

  it("asks once for a list that stays the same, and for the whole list when it changes", async () => {
    await open();
    stream.follow(["bc1a"]);
    await explorer.asked(1);
    stream.follow(["bc1a"]);
    stream.follow(["bc1a", "bc1b"]);
    await explorer.asked(2);
    expect(explorer.wishes).to.deep.equal([["bc1a"], ["bc1a", "bc1b"]]);
  });

  it("follows the first so many where the explorer allows fewer, and says which", async () => {
    await open(2);
    stream.follow(["bc1a", "bc1b", "bc1c", "bc1d"]);
    await explorer.asked(2);
    expect(explorer.wishes.at(-1)).to.deep.equal(["bc1a", "bc1b"]);
    expect(stream.follow(["bc1d", "bc1c", "bc1b"])).to.deep.equal(["bc1d", "bc1c"]);
  });

  it("connects again after a break and asks anew; the number of the connection says so", async () => {
    await open();
    stream.follow(["bc1a"]);
    await explorer.asked(1);
    const before = stream.connection;
    explorer.cut();
    await explorer.asked(2);
    expect(explorer.wishes.at(-1)).to.deep.equal(["bc1a"]);
    expect(stream.connection).to.be.greaterThan(before ?? 0);
  });
});
