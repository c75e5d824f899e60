import { once } from "node:events";
import { expect } from "chai";
import { connectStream, EVENT, type Frame, type StreamClient } from "./streamClient.ts";
import { API_KEY, startWorld, type World } from "./world.ts";

const STRANGER = `0x${"ab".repeat(32)}`;

describe("the status stream", () => {
  let world: World;
  let clients: StreamClient[] = [];
  before(async () => {
    world = await startWorld();
  });
  afterEach(() => {
    for (const { socket } of clients) socket.terminate();
    clients = [];
  });
  after(() => world.close());

  const connect = async (query = "") => {
    const client = await connectStream(`${world.url.replace("http", "ws")}/stream${query}`);
    clients.push(client);
    return client;
  };
  const ready = async (query = "") => {
    const client = await connect(query);
    await client.next();
    return client;
  };
  const updates = async (client: StreamClient) =>
    (await client.rest()).filter(({ event }) => event === EVENT);

  it("says that it is ready, and echoes subscriptions and their end", async () => {
    const { requestId } = await world.quote();
    const client = await connect();
    const hello = await client.next();
    expect(hello).to.include({ type: "connection", status: "ready" });
    expect(hello.data["id"]).to.be.a("string");
    const filters = { id: requestId };
    expect(await client.subscribe(requestId)).to.deep.equal({
      type: "subscribe",
      status: "success",
      data: { event: EVENT, filters },
    });
    client.say({ type: "unsubscribe", event: EVENT, filters });
    expect(await client.next()).to.deep.equal({
      type: "unsubscribe",
      status: "success",
      data: { event: EVENT, filters },
    });
  });

  it("tells every change that polling sees, once and in order [stream.status]", async () => {
    const { requestId, address } = await world.quote();
    const [early, twice] = [await ready(), await ready()];
    for (const client of [early, twice, twice]) await client.subscribe(requestId);
    const seen: Frame[] = [];
    const polled: unknown[] = [await world.status(requestId)];
    const look = async (times = 1) => {
      for (let done = 0; done < times; done++) {
        await world.tick();
        seen.push(...(await updates(early)));
        const status = await world.status(requestId);
        if (JSON.stringify(status) !== JSON.stringify(polled.at(-1))) polled.push(status);
      }
    };
    await world.pay(address, 100_000);
    await look(2);
    await world.mine();
    await look(4);
    const told = seen.map(({ data }) => data);
    const withoutId = told.map(({ requestId: id, ...rest }) => {
      expect(id).to.equal(requestId);
      return rest;
    });
    expect(withoutId).to.include.deep.members(polled.slice(1));
    expect(new Set(withoutId.map((body) => JSON.stringify(body))).size, "nothing twice").to.equal(
      withoutId.length,
    );
    const moments = told.map(({ updatedAt }) => updatedAt as number);
    expect(moments).to.deep.equal([...moments].sort((a, b) => a - b));
    expect(told.at(-1)).to.deep.include(await world.status(requestId));
    expect(told.at(-1)?.["status"]).to.equal("success");
    expect(seen.every(({ publishedAt }) => typeof publishedAt === "number")).to.equal(true);
    expect(await updates(twice), "a second subscription of the same connection adds nothing").to.deep.equal(
      seen,
    );
  });

  it("does not tell the present status, nor anything after the end of a subscription", async () => {
    const { requestId, address } = await world.quote();
    await world.pay(address, 100_000);
    await world.mine();
    await world.tick();
    const [late, gone] = [await ready(), await ready()];
    await gone.subscribe(requestId);
    gone.say({ type: "unsubscribe", event: EVENT, filters: { id: requestId } });
    await gone.next();
    await late.subscribe(requestId);
    const now = await world.status(requestId);
    expect(await updates(late)).to.deep.equal([]);
    await world.tick(3);
    const told = (await updates(late)).map(({ data }) => data["updatedAt"] as number);
    expect(told.every((at) => at > (now["updatedAt"] as number))).to.equal(true);
    expect(await updates(gone)).to.deep.equal([]);
  });

  it("tells a change at once, without waiting for its turn, when this process made it", async () => {
    const { requestId, address } = await world.quote();
    const client = await ready();
    await client.subscribe(requestId);
    await world.pay(address, 100_000);
    await world.mine();
    await world.network.jobs.find(({ name }) => name === "index bitcoin")?.run();
    expect((await client.next()).data).to.include({ requestId });
  });

  it("tells the sighting in the public words to somebody who never polls, however long it takes", async () => {
    await world.restart({ statusDetail: "public" });
    const { requestId, address } = await world.quote();
    const client = await ready();
    await client.subscribe(requestId);
    for (let waited = 0; waited < 4; waited++) {
      world.now += 30_000;
      await world.tick();
      await client.rest();
    }
    await world.pay(address, 100_000);
    await world.tick(12);
    expect((await updates(client)).map(({ data }) => data["status"])).to.deep.equal(["pending"]);
    await world.restart();
  });

  it("tells nothing about other requests, and nothing about ids that do not exist", async () => {
    const [mine, other] = [await world.quote(), await world.quote()];
    const client = await ready();
    expect(await client.subscribe(STRANGER)).to.include({ status: "success" });
    await client.subscribe(mine.requestId);
    await world.pay(other.address, 100_000);
    await world.mine();
    await world.tick(3);
    expect(await updates(client)).to.deep.equal([]);
  });

  it("a message that makes no sense is answered with what was expected", async () => {
    const client = await ready();
    for (const message of [
      "",
      "{",
      "null",
      "[]",
      { type: "subscribe" },
      { type: "subscribe", event: EVENT },
      { type: "subscribe", event: EVENT, filters: { id: "x" } },
      { type: "shout", event: EVENT, filters: { id: STRANGER } },
    ]) {
      client.say(message);
      const answer = await client.next();
      expect(answer["type"], JSON.stringify(message)).to.equal("error");
      expect(answer["message"]).to.include('"filters"');
    }
  });

  it("says once that an id is unknown, and ends that subscription by itself after five minutes", async () => {
    const { requestId } = await world.quote();
    const client = await ready();
    expect(await client.subscribe(STRANGER)).to.deep.include({
      status: "success",
      data: { event: EVENT, filters: { id: STRANGER }, requestStatus: "unknown" },
    });
    await client.subscribe(requestId);
    world.now += 4 * 60_000;
    await world.tick();
    expect(await client.rest()).to.deep.equal([]);
    world.now += 60_000;
    await world.tick();
    expect(await client.rest(), "not of the known one").to.deep.equal([
      { type: "unsubscribe", status: "success", data: { event: EVENT, filters: { id: STRANGER } } },
    ]);
    await world.tick();
    expect(await client.rest()).to.deep.equal([]);
  });

  it("a connection takes 20 unknown ids, and known ones beside them", async () => {
    const { requestId } = await world.quote();
    const client = await ready();
    const strangers = Array.from({ length: 21 }, (_, count) => `0x${String(count).padStart(64, "0")}`);
    const words = [];
    for (const id of strangers) words.push((await client.subscribe(id))["status"]);
    expect(words).to.deep.equal([...Array<string>(20).fill("success"), "error"]);
    expect(await client.subscribe(requestId)).to.include({ status: "success" });
    client.say({ type: "unsubscribe", event: EVENT, filters: { id: strangers[0] } });
    await client.next();
    expect(await client.subscribe(strangers[20] ?? "")).to.include({ status: "success" });
  });

  it("a message larger than 4 kB ends the connection", async () => {
    const client = await ready();
    client.say("x".repeat(5_000));
    const [code] = (await once(client.socket, "close")) as [number];
    expect(code).to.equal(1009);
  });

  it("a flood of messages ends the connection", async () => {
    const client = await ready();
    for (let count = 0; count < 2_000; count++) client.say("{}");
    const [code] = (await once(client.socket, "close")) as [number];
    expect(code).to.equal(1008);
  });

  it("a key is checked, and one that is not valid is refused", async () => {
    await ready(`?apiKey=${API_KEY}`);
    const refused = await connect("?apiKey=wrong").catch((error: Error) => error.message);
    expect(refused).to.match(/^401 .*UNAUTHORIZED/);
  });

  it("an address takes 50 connections, and gets one back for each that ends", async () => {
    for (let count = 0; count < 50; count++) await ready();
    const refused = await connect().catch((error: Error) => error.message);
    expect(refused).to.match(/^429 .*Too many connections/);
    const [first] = clients;
    first?.socket.terminate();
    await eventually(() => ready());
  });

  it("a client that answers no ping is cut", async () => {
    const [silent, lively] = [await ready(), await ready()];
    silent.socket.pong = () => {};
    (silent.socket as unknown as { _autoPong: boolean })._autoPong = false;
    world.now += 30_000;
    await world.tick();
    await lively.rest();
    world.now += 30_000;
    await world.tick();
    await once(silent.socket, "close");
    expect(lively.socket.readyState).to.equal(lively.socket.OPEN);
  });

  it("there is no stream at another path", async () => {
    const elsewhere = await connectStream(`${world.url.replace("http", "ws")}/streams`).catch(
      (error: Error) => error.message,
    );
    expect(elsewhere).to.match(/^404 /);
  });

  it("a restart ends the connections with 1001", async () => {
    const client = await ready();
    const closed = once(client.socket, "close") as Promise<[number]>;
    await world.restart();
    expect((await closed)[0]).to.equal(1001);
    await ready();
  });
});

/** A connection that ends is noticed by the other side a moment later. */
async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= 100) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
