import { expect } from "chai";
import { startWorld, type World } from "./world.ts";

describe("the HTTP face: errors and browsers", () => {
  let world: World;
  before(async () => {
    world = await startWorld();
  });
  after(() => world.close());

  const raw = (path: string, init: RequestInit = {}) => fetch(`${world.url}${path}`, init);

  it("whatever cannot be served is JSON with a message and a code, and says nothing about the inside", async () => {
    const json = { "content-type": "application/json" };
    const asked: readonly [number, string, string, RequestInit?][] = [
      [404, "NOT_FOUND", "/nothing"],
      [404, "NOT_FOUND", "/chains", { method: "DELETE" }],
      [405, "METHOD_NOT_ALLOWED", "/quote/v2"],
      [426, "UPGRADE_REQUIRED", "/stream"],
      [404, "NOT_FOUND", "/%zz%"],
      [400, "INVALID_REQUEST", "/requests/v2?nobody=1"],
      [400, "INVALID_REQUEST", "/quote/v2", { method: "POST", headers: json, body: "{" }],
      [400, "INVALID_REQUEST", "/quote/v2", { method: "POST", headers: json, body: "[]" }],
      [400, "INVALID_REQUEST", "/quote/v2", { method: "POST", headers: json, body: "null" }],
      [400, "INVALID_REQUEST", "/quote/v2", { method: "POST", body: "{}" }],
      [
        413,
        "INVALID_REQUEST",
        "/currencies/v2",
        { method: "POST", headers: json, body: `"${"x".repeat(70_000)}"` },
      ],
      [
        415,
        "INVALID_REQUEST",
        "/quote/v2",
        { method: "POST", headers: { ...json, "content-encoding": "x" }, body: "{}" },
      ],
    ];
    for (const [status, errorCode, path, init] of asked) {
      const response = await raw(path, init);
      const text = await response.text();
      const what = `${init?.method ?? "GET"} ${path} ${text}`;
      expect(response.status, what).to.equal(status);
      expect(response.headers.get("content-type"), what).to.include("application/json");
      expect(response.headers.get("x-powered-by"), what).to.equal(null);
      const body = JSON.parse(text) as { message: string; errorCode: string };
      expect(body.errorCode, what).to.equal(errorCode);
      expect(body.message, what).to.be.a("string").with.length.greaterThan(10);
      expect(text, what).to.not.match(/node_modules|\.ts:|at \w+ \(/);
    }
  });

  it("whoever asks in the wrong way is told the right one", async () => {
    for (const path of ["/quote/v2", "/execute/permits", "/currencies/v2", "/transactions/index"]) {
      const response = await raw(path);
      expect([response.status, response.headers.get("allow")], path).to.deep.equal([405, "POST"]);
      const { message } = (await response.json()) as { message: string };
      expect(message).to.equal(`/base/path${path} takes POST with a JSON body, not GET.`);
    }
    const stream = await raw("/stream");
    expect(stream.headers.get("upgrade")).to.equal("websocket");
    expect(((await stream.json()) as { message: string }).message).to.include("ws://");
    const { message } = (await (await raw("/nope")).json()) as { message: string };
    expect(message).to.equal("There is nothing at /base/path/nope.");
  });

  it("a parameter that there is not is told as one of the query", async () => {
    const { body } = await world.get(`/requests/v2?foo=1&${"x".repeat(500)}=1`);
    expect(body.message).to.match(/^query: there is no foo, x{40}…\. Parameters are id, depositAddress, /);
  });

  it("a filter that is not understood is refused, naming those that are", async () => {
    for (const query of [
      "nobody=x",
      "limit=0",
      "limit=x",
      "includeChildRequests=yes",
      "status=done",
      "chainId=x",
      "id=",
      "user=a&user=b",
      "referrer=shop",
    ]) {
      const { status, body } = await world.get(`/requests/v2?${query}`);
      expect(status, query).to.equal(400);
      expect(body.message, query).to.include("depositAddress");
    }
  });

  it("a web page of any origin may call, without cookies, and may read when to call again and which paths end", async () => {
    const headers = { origin: "https://shop.example" };
    const { headers: told } = await raw("/chains", { headers });
    expect(told.get("access-control-allow-origin")).to.equal("*");
    expect(told.get("access-control-expose-headers")).to.equal("Retry-After, Deprecation, Sunset, Link");
    expect(told.get("access-control-allow-credentials")).to.equal(null);
    const refused = await raw("/chains", { headers: { ...headers, "x-api-key": "wrong" } });
    expect(refused.status).to.equal(401);
    expect(refused.headers.get("access-control-allow-origin")).to.equal("*");
  });

  it("a preflight is answered for every path, with the headers that the page wants to send", async () => {
    const response = await raw("/quote/v2", {
      method: "OPTIONS",
      headers: {
        origin: "https://shop.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,x-api-key,relay-sdk-version",
      },
    });
    expect(response.status).to.equal(204);
    expect(response.headers.get("access-control-allow-headers")).to.equal(
      "content-type,x-api-key,relay-sdk-version",
    );
    expect(response.headers.get("access-control-allow-methods")).to.include("POST");
  });

  it("the page that makes keys is not for other origins", async () => {
    const response = await raw("/keys", { headers: { origin: "https://shop.example" } });
    expect(response.status).to.equal(200);
    expect(response.headers.get("access-control-allow-origin")).to.equal(null);
  });
});
