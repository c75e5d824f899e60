import { expect } from "chai";
import { createClient, listAll, type Client, type CrosstillError } from "../../src/sdk/client.ts";

type Asked = Readonly<{ method: string; path: string; key: string | null }>;

/** A client of a gateway that gives these answers, one after the other; a number is a refusal, nothing is a line that breaks. */
function clientOf(answers: readonly unknown[], retries?: number) {
  const asked: Asked[] = [];
  const waited: number[] = [];
  const fetch = async (url: string, { method, headers }: { method: string; headers: Headers }) => {
    const { pathname, search } = new URL(url);
    asked.push({ method, path: pathname + search, key: headers.get("idempotency-key") });
    const answer = answers[asked.length - 1];
    if (answer === undefined) throw new TypeError("fetch failed");
    if (answer instanceof Response) return answer;
    return Response.json(answer);
  };
  const client = createClient({
    ...{ url: "https://pay.example", apiKey: "key", storeId: "s", fetch: fetch as typeof globalThis.fetch },
    ...(retries === undefined ? {} : { retries }),
    wait: async (ms) => void waited.push(ms),
    random: () => 0.5,
  });
  return { client, asked, waited };
}

const refused = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  Response.json({ code, message: code }, { status, headers });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: unknown) => (error as CrosstillError).code,
  );

describe("the client's retries", () => {
  it("say a call that makes something again under one key, after longer and longer pauses", async () => {
    const { client, asked, waited } = clientOf([undefined, refused(502, "x"), { id: "made" }]);
    expect(await client.createInvoice({ body: { amount: "1" } })).to.deep.equal({ id: "made" });
    expect(waited).to.deep.equal([750, 1500]);
    expect(asked[0]?.key).to.match(/^[0-9a-f-]{36}$/);
    expect(new Set(asked.map(({ key }) => key))).to.have.length(1);
    const own = clientOf([{}]);
    await own.client.createInvoice({ body: {}, idempotencyKey: "order-1" });
    expect(own.asked[0]?.key).to.equal("order-1");
  });

  it("say a call again to a gateway that stood still while it arrived (408)", async () => {
    const { client, asked } = clientOf([new Response(null, { status: 408 }), { id: "made" }]);
    expect(await client.createInvoice({ body: { amount: "1" } })).to.deep.equal({ id: "made" });
    expect(asked).to.have.length(2);
  });

  it("wait as long as they are told, but not for minutes, and end after the second", async () => {
    const told = clientOf([refused(429, "too-many", { "retry-after": "7" }), []]);
    expect(await told.client.listStores()).to.deep.equal([]);
    expect(told.waited).to.deep.equal([7_000]);
    const long = clientOf([refused(503, "not-now", { "retry-after": "60" })]);
    expect([await codeOf(long.client.getStore()), long.asked.length]).to.deep.equal(["not-now", 1]);
    const down = clientOf([]);
    expect([await codeOf(down.client.getStore()), down.asked.length]).to.deep.equal(["no-answer", 3]);
    const once = clientOf([], 0);
    expect([await codeOf(once.client.getStore()), once.asked.length]).to.deep.equal(["no-answer", 1]);
  });

  it("do nothing twice that has no key, unless nothing was done, and repeat no refusal", async () => {
    const mark = (client: Client) =>
      codeOf(client.markInvoice({ invoiceId: "i", body: { status: "Invalid" } }));
    const broken = clientOf([]);
    expect([await mark(broken.client), broken.asked.length]).to.deep.equal(["no-answer", 1]);
    const proxy = clientOf([new Response("<html>", { status: 503 })]);
    expect([await mark(proxy.client), proxy.asked.length]).to.deep.equal(["http-503", 1]);
    const busy = clientOf([refused(503, "service-unavailable"), {}]);
    expect([await mark(busy.client), busy.asked.length]).to.deep.equal(["done", 2]);
    const wrong = clientOf([refused(422, "invalid")]);
    expect([await codeOf(wrong.client.getStore()), wrong.asked.length]).to.deep.equal(["invalid", 1]);
  });
});

describe("the client's lists", () => {
  const collect = async (list: AsyncIterable<unknown>) => {
    const found: unknown[] = [];
    for await (const one of list) found.push((one as { id?: unknown }).id);
    return found;
  };
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({ id: `${from + place}` }));

  it("go on by number, and give nothing twice that a new entry has moved", async () => {
    const { client, asked } = clientOf([page(0, 100), page(99, 100), page(199, 3)]);
    const found = await collect(listAll(client, "listInvoices", { status: ["Settled"] }));
    expect(found).to.have.length(202);
    expect(new Set(found)).to.have.length(202);
    const base = "/api/v1/stores/s/invoices?status=Settled";
    expect(asked.map(({ path }) => path)).to.deep.equal([`${base}&skip=0&take=100`, `${base}&skip=100&take=100`, `${base}&skip=200&take=100`]); // prettier-ignore
  });

  it("go on after the last id, and after the last event", async () => {
    const payouts = clientOf([page(0, 100), []]);
    expect(await collect(listAll(payouts.client, "listPayouts"))).to.have.length(100);
    expect(payouts.asked[1]?.path).to.equal("/api/v1/stores/s/payouts?limit=100&after=99");
    const numbered = Array.from({ length: 100 }, (_, place) => ({ crosstill: { sequence: place + 5 } }));
    const events = clientOf([numbered, []]);
    await collect(listAll(events.client, "listEvents", { after: 4 }));
    expect(events.asked.map(({ path }) => path.split("?")[1])).to.deep.equal(["after=4&limit=100", "after=104&limit=100"]); // prettier-ignore
  });
});
