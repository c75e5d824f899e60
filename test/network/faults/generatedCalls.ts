import { expect } from "chai";
import fc from "fast-check";
import { connectStream, EVENT } from "../streamClient.ts";
import { EVM_CHAIN_ID, OTHER_CHAIN_ID, RECIPIENT, startWorld, type World } from "../world.ts";
import { arbitraryCall, arbitraryFrame, USER, type Acknowledged, type Call } from "./arbitraryCalls.ts";

const SEED = 20_261_121;
const AT_ONCE = 16;
const FRAMES_A_CONNECTION = 400; // fewer than the stream takes from one client at once

/**
 * Sends `count` calls around the forms of every endpoint but the quote's, a tenth of them frames of the stream, the same ones
 * every time. None may make the service fail, every refusal says why in JSON, and the requests that were acknowledged before
 * are known afterwards as they were, also by the process that comes next. Gives how many calls were served.
 */
export async function sendGeneratedCalls(count: number): Promise<number> {
  const most = 10 * count; // limits are another test's business
  const limits = { quotesPerMinute: most, callsPerMinute: most, elevatedPerSecond: most };
  const world = await startWorld({ twoChains: true, ...limits, wrongKeysPerMinute: most });
  try {
    const quotes = await acknowledged(world);
    const frames = Math.floor(count / 10); // not money
    let served = await sendAll(
      world,
      fc.sample(arbitraryCall(world, quotes), { numRuns: count - frames, seed: SEED }),
    );
    served += await sayAll(world, fc.sample(arbitraryFrame(quotes), { numRuns: frames, seed: SEED }));
    await expectKnown(world, quotes);
    await world.restart();
    await expectKnown(world, quotes);
    return served;
  } finally {
    await world.close();
  }
}

/** One request of every method. */
async function acknowledged(world: World): Promise<readonly Acknowledged[]> {
  const { usdc } = world.evm;
  const evm = {
    ...{ user: USER, recipient: RECIPIENT, originChainId: EVM_CHAIN_ID, destinationChainId: OTHER_CHAIN_ID },
    ...{ originCurrency: usdc, destinationCurrency: world.other.usdc, amount: "25000000" },
    ...{ tradeType: "EXACT_INPUT", refundTo: USER },
  };
  const home = { destinationChainId: EVM_CHAIN_ID };
  const bodies = [
    world.quoteBody(),
    { ...evm, useDepositAddress: true },
    evm,
    { ...evm, usePermit: true },
    { ...evm, ...home, destinationCurrency: world.evm.usdt },
    { ...evm, ...home, destinationCurrency: usdc },
  ];
  const quotes: Acknowledged[] = [];
  for (const body of bodies) {
    const answer = await world.post("/quote/v2", body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    const { steps } = answer.body as { steps: { requestId: string; depositAddress?: string }[] };
    quotes.push({ requestId: steps.at(-1)?.requestId ?? "", address: steps.at(-1)?.depositAddress ?? "" });
  }
  return quotes;
}

async function expectKnown(world: World, quotes: readonly Acknowledged[]): Promise<void> {
  for (const { requestId } of quotes)
    expect(await world.status(requestId), requestId).to.include({ status: "waiting" });
}

async function sendAll(world: World, all: readonly Call[]): Promise<number> {
  let served = 0;
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const outcomes = await Promise.all(all.slice(from, from + AT_ONCE).map((call) => send(world, call)));
    served += outcomes.filter(Boolean).length;
  }
  return served;
}

/** True when the call was served, false when it was refused as it should be. */
async function send({ url }: World, { method, path, query, raw, body, key }: Call): Promise<boolean> {
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const response = await fetch(`${url}${path}?${search.join("&")}${raw}`, {
    method,
    headers: {
      "content-type": path === "/keys" ? "application/x-www-form-urlencoded" : "application/json",
      ...(key !== undefined && { "x-api-key": key }),
    },
    ...(body !== undefined && method !== "GET" && { body }),
  });
  const text = await response.text();
  const shown = `${method} ${path} ${JSON.stringify({ query, raw, body })} was answered ${response.status} ${text.slice(0, 500)}`;
  expect(response.status, shown).to.be.within(200, 499);
  if (path === "/keys" && !text.startsWith("{")) return response.ok; // a page, its refusals too
  const answer = JSON.parse(text) as unknown;
  expect(answer, shown).to.be.an(Array.isArray(answer) ? "array" : "object");
  if (!response.ok) expect(answer, shown).to.include.keys("message");
  if (!response.ok && response.status !== 429) expect(answer, shown).to.include.keys("errorCode");
  return response.ok;
}

/** Says every frame to the stream, on a new connection now and then: each is answered, in order. */
async function sayAll({ url }: World, frames: readonly string[]): Promise<number> {
  const last = { type: "unsubscribe", event: EVENT, filters: { id: `0x${"ee".repeat(32)}` } };
  for (let from = 0; from < frames.length; from += FRAMES_A_CONNECTION) {
    const said = frames.slice(from, from + FRAMES_A_CONNECTION);
    const client = await connectStream(`${url.replace("http", "ws")}/stream`);
    await client.next(); // it is ready
    for (const text of [...said, last]) client.say(text);
    for (const text of said)
      expect((await client.next()).type, text).to.be.oneOf(["subscribe", "unsubscribe", "error"]);
    const { data } = await client.next();
    expect(data.filters, "the last answer is to the last message").to.deep.equal(last.filters);
    client.socket.close();
  }
  return frames.length;
}
