import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { silentLog } from "../../src/runtime/log.ts";
import { attachStreams } from "../../src/network/api/attachStreams.ts";
import { createStatusStream, type StatusStream } from "../../src/network/api/statusStream.ts";
import type { NetworkParts } from "../../src/network/parts.ts";
import type { BridgeRequest } from "../../src/network/request.ts";
import type { NetworkStore } from "../../src/network/persistence/open.ts";
import { insertRequest } from "../../src/network/persistence/requests.ts";
import { keepStatus } from "../../src/network/persistence/statusChanges.ts";
import { onBothDatabases } from "../support/databases.ts";
import { requestOf } from "./requestOf.ts";
import { connectStream, EVENT } from "./streamClient.ts";
import { storeIn } from "./storeIn.ts";

describe("the status stream of several processes", () => {
  onBothDatabases("network", (open) => {
    let store: NetworkStore;
    const processes: { url: string; stream: StatusStream; server: http.Server }[] = [];
    before(async () => {
      store = storeIn(await open());
      for (let count = 0; count < 2; count++) processes.push(await startProcess(store));
    });
    after(async () => {
      for (const { server } of processes) {
        const closed = new Promise((resolve) => server.close(resolve));
        server.emit("closing");
        await closed;
      }
    });

    it("tells in each of them what any of them, or another, has changed: all of it, in order, equal looks once", async () => {
      const id = `0x${"cd".repeat(32)}`;
      await store.commit([insertRequest(store, requestOf(id)), keepStatus(store, requestOf(id), 1)]);
      const clients = await Promise.all(processes.map(({ url }) => connectStream(url)));
      for (const client of clients) {
        await client.next();
        await client.subscribe(id);
      }
      const after = (updatedAt: number, changes: Partial<BridgeRequest>) =>
        requestOf(id, { updatedAt, ...changes });
      await store.commit([
        keepStatus(store, after(2, { sighted: "0xaa" }), 2),
        keepStatus(store, after(3, { state: "pending" }), 3),
        keepStatus(store, after(3, { state: "pending" }), 4),
      ]);
      await store.commit([keepStatus(store, after(5, { state: "filling" }), 6)]); // ordinals may leave gaps
      for (const { stream } of processes) await stream.tick();
      for (const { stream } of processes) await stream.tick();
      for (const client of clients) {
        const told = (await client.rest()).map(({ data }) => [data["updatedAt"], data["status"]]);
        expect(told).to.deep.equal([
          [2, "waiting"],
          [3, "pending"],
          [5, "pending"],
        ]);
      }
    });

    it("tells about a request that was unknown when it was asked for, once another process has written it", async () => {
      const id = `0x${"ef".repeat(32)}`;
      const client = await connectStream(processes[0]?.url ?? "");
      await client.next();
      expect((await client.subscribe(id)).data).to.include({ requestStatus: "unknown" });
      await store.commit([insertRequest(store, requestOf(id)), keepStatus(store, requestOf(id), 1)]);
      await processes[0]?.stream.tick();
      expect((await client.rest()).map(({ data }) => data["requestId"])).to.deep.equal([id]);
    });

    it("a connection takes 500 subscriptions", async () => {
      const ids = Array.from({ length: 501 }, (_, count) => `0x${count.toString(16).padStart(64, "0")}`);
      await store.commit(ids.map((id) => keepStatus(store, requestOf(id), 1)));
      const client = await connectStream(processes[0]?.url ?? "");
      await client.next();
      const words = [];
      for (const id of ids) words.push((await client.subscribe(id))["status"]);
      expect(words).to.deep.equal([...Array<string>(500).fill("success"), "error"]);
      client.say({ type: "unsubscribe", event: EVENT, filters: { id: ids[0] } });
      await client.next();
      expect(await client.subscribe(ids[500] ?? "")).to.include({ status: "success" });
    });
  });
});

async function startProcess(store: NetworkStore) {
  const settings = { statusDetail: "contract", bare: false };
  const random = (length: number) => new Uint8Array(length);
  const keys = { secretsKey: new Uint8Array(32) };
  const parts = { store, random, keys, clock: () => 9, log: silentLog, settings } as unknown as NetworkParts; // all that it uses
  const stream = createStatusStream(parts, { apiKeys: [], wrongKeysPerMinute: 1, requireKeys: false });
  const server = http.createServer();
  attachStreams(server, { "/stream": stream });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`, stream, server };
}
