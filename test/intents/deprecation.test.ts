import { expect } from "chai";
import { readDeprecation } from "../../src/intents/deprecation.ts";
import { isKeyRefusal } from "../../src/intents/keyRefusal.ts";

const DEPRECATED = Date.UTC(2026, 10, 25);
const SUNSET = Date.UTC(2027, 1, 23);
const HTTP_SUNSET = "Tue, 23 Feb 2027 00:00:00 GMT";

describe("the announced end of a path", () => {
  it("is read from the headers Deprecation, Sunset and Link", () => {
    const headers = {
      deprecation: "@1795564800",
      sunset: HTTP_SUNSET,
      link: '<https://docs.example/moving>; rel="deprecation", </x>; rel=sunset, </quote/v3>; rel="successor-version"',
    };
    expect(readDeprecation(headers, "{}")).to.deep.equal({
      ...{ deprecatedAt: DEPRECATED, sunsetAt: SUNSET },
      ...{ successor: "/quote/v3", guide: "https://docs.example/moving" },
    });
  });

  it("is read from a Deprecation header with an HTTP date", () => {
    expect(readDeprecation({ deprecation: "Wed, 25 Nov 2026 00:00:00 GMT" }, "")).to.include({
      deprecatedAt: DEPRECATED,
    });
  });

  it("is read from the object of the body where there are no headers", () => {
    const deprecation = {
      ...{ deprecatedAt: "2026-11-25T00:00:00Z", sunsetAt: "2027-02-23", successor: "/requests/v3" },
      ...{ throttledFrom: null, migrationGuide: "docs/how-to/move-to-quote-v3.md" },
    };
    expect(readDeprecation({}, JSON.stringify({ steps: [], deprecation }))).to.deep.equal({
      ...{ deprecatedAt: DEPRECATED, sunsetAt: SUNSET },
      ...{ successor: "/requests/v3", guide: "docs/how-to/move-to-quote-v3.md" },
    });
  });

  const BAD: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["texts that are no dates", { deprecation: "soon", sunset: "@tomorrow" }, ""],
    ["a day that the calendar does not have", { sunset: "Tue, 30 Feb 2027 00:00:00 GMT" }, ""],
    ["a weekday that is not that day's", { sunset: "Mon, 23 Feb 2027 00:00:00 GMT" }, ""],
    ["a number beyond all dates", { deprecation: "@999999999999" }, ""],
    ["several values", { deprecation: ["@1795564800"], sunset: 5 }, ""],
    ["a link alone", { link: '</quote/v3>; rel="successor-version"' }, ""],
    ["a body that is no JSON", {}, '{"deprecation"'],
    ["a day that the calendar does not have", {}, '{"deprecation":{"sunsetAt":"2027-02-30"}}'],
    ["an object without dates", {}, '{"deprecation":{"message":"Bye","sunsetAt":null}}'],
    ["a text in the place of the object", {}, '{"deprecation":"2027-02-23"}'],
  ];
  for (const [what, headers, body] of BAD)
    it(`is not read from ${what}`, () => {
      expect(readDeprecation(headers, body)).to.equal(undefined);
    });

  it("shows no link that is neither a path nor a web address", () => {
    const link = '<javascript:alert(1)>; rel="successor-version", <\u0007>; rel="deprecation"';
    expect(readDeprecation({ sunset: HTTP_SUNSET, link }, "")).to.deep.equal({
      ...{ deprecatedAt: undefined, sunsetAt: SUNSET, successor: undefined, guide: undefined },
    });
  });
});

describe("an answer that refuses the API key", () => {
  const FASTIFY = JSON.stringify({
    ...{ statusCode: 400, code: "FST_ERR_VALIDATION", error: "Bad Request" },
    message: "headers must have required property 'x-api-key'",
  });
  const CASES: readonly (readonly [string, number, string, boolean])[] = [
    ["401 UNAUTHORIZED", 401, '{"errorCode":"UNAUTHORIZED"}', true],
    ["401 UNAUTHORIZED_QUOTE", 401, '{"errorCode":"UNAUTHORIZED_QUOTE"}', true],
    ["401 without JSON", 401, "<html>", true],
    ["403 without a code", 403, "", true],
    ["403 of a key", 403, '{"errorCode":"INVALID_API_KEY"}', true],
    ["403 of a key without a code", 403, '{"message":"Invalid API key"}', true],
    ["403 of an API gateway", 403, '{"message":"Forbidden"}', true],
    ["403 of a blocked address without a code", 403, '{"message":"This wallet is blocked"}', false],
    ["400 that names x-api-key", 400, FASTIFY, true],
    ["403 of a recipient", 403, '{"errorCode":"FORBIDDEN_RECIPIENT"}', false],
    ["403 of a blocked address", 403, '{"errorCode":"BLOCKED_WALLET_ADDRESS"}', false],
    ["400 about something else", 400, '{"message":"amount must be a string"}', false],
    ["429", 429, '{"message":"Send x-api-key for more calls"}', false],
    ["500", 500, "null", false],
  ];
  for (const [what, status, body, isRefusal] of CASES)
    it(`is ${isRefusal ? "" : "not "}seen in ${what}`, () => {
      expect(isKeyRefusal(status, body)).to.equal(isRefusal);
    });
});
