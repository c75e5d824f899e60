import { expect, expectSafe, readFacts, type Check, type Context } from "../check.ts";
import { Blocked, NotApplicable } from "../finding.ts";
import { fieldsOf, listOf, textOf } from "../json.ts";
import { findHarms } from "../payer/harms.ts";
import { isMissing, requestIdOf, type RawSample } from "../samples.ts";
import { describe, type Answer } from "../service.ts";
import { shown } from "../shown.ts";

const DIGITS = /^\d{1,78}$/;
const FEES = ["swap", "execution", "platform", "app", "sponsored"] as const;
const MADE_UP = `0x${"5".repeat(63)}8`;
const EARLIER = [
  ["GET", "/currencies/token/price", "/currencies/token/price/v2"],
  ["GET", "/requests/v2", "/requests/v3"],
  ["POST", "/quote/v2", "/quote/v3"],
] as const;

/** Checks version 3 of public services (service-facts-v3). A service without version 3 passes as not applicable. */
export const VERSION_CHECKS: readonly Check[] = [
  {
    rows: ["v3.quote"],
    async run(context) {
      const sample = await context.flatSamples.bridge();
      const { requestId } = fieldsOf(sample.raw.json);
      expect(textOf(requestId) !== undefined, `expected a requestId at the top, got ${shown(requestId)}`);
      for (const [index, step] of stepsOf(sample).entries()) {
        const place = `step ${index + 1}`;
        expect(!("items" in step), `${place}: expected a flat step, got items`);
        for (const field of ["id", "kind", "status"])
          expect(
            textOf(step[field]) !== undefined,
            `${place}: expected a text in ${field}, got ${shown(step[field])}`,
          );
        expect(
          Object.keys(fieldsOf(step["data"])).length > 0,
          `${place}: expected data, got ${shown(step["data"])}`,
        );
      }
      const [harm] = findHarms(readFacts(context), sample);
      expectSafe(harm === undefined, harm?.says ?? "");
      const { status } = await context.service.get(
        `/intents/status/v3?requestId=${encodeURIComponent(String(requestId))}`,
      );
      if (status !== 200)
        throw new Blocked("get.status", `the status of a flat quote was answered with ${status}`);
      return `${stepsOf(sample).length} flat steps of request ${shown(requestId)}`;
    },
  },
  {
    rows: ["v3.deposit-address"],
    async run(context) {
      const sample = await context.flatSamples.of("nativeAddress");
      const given = stepsOf(sample).map((step) => step["depositAddress"]);
      const { address, type } = fieldsOf(given.find((one) => one !== null && one !== undefined));
      expect(textOf(address) !== undefined, `expected an object with an address, got ${shown(given)}`);
      expect(type === "open", `expected the type open, which was asked for, got ${shown(type)}`);
      const [harm] = findHarms(readFacts(context), sample);
      expectSafe(harm === undefined, harm?.says ?? "");
      for (const { depositAddress } of stepsOf(await context.flatSamples.bridge()))
        expect(
          depositAddress === null || depositAddress === undefined,
          `a quote without a deposit address: expected null, got ${shown(depositAddress)}`,
        );
      return `${shown(type)} ${shown(address)}`;
    },
  },
  {
    rows: ["v3.amounts"],
    async run({ flatSamples }) {
      const { currencyIn, currencyOut } = fieldsOf(
        fieldsOf((await flatSamples.bridge()).answer.json)["details"],
      );
      const input = fieldsOf(currencyIn)["amount"];
      const { amount, minimumAmount } = fieldsOf(currencyOut);
      for (const [what, value] of Object.entries({ input, amount, minimumAmount }))
        expect(
          typeof value === "string" && DIGITS.test(value),
          `${what}: expected digits in a text, got ${shown(value)}`,
        );
      expect(
        BigInt(String(minimumAmount)) <= BigInt(String(amount)),
        `expected a minimum of at most ${shown(amount)}, got ${shown(minimumAmount)}`,
      );
      return `${shown(input)} go in, ${shown(amount)} come out, at least ${shown(minimumAmount)}`;
    },
  },
  {
    rows: ["v3.fees"],
    async run({ flatSamples }) {
      const { fees } = fieldsOf((await flatSamples.bridge()).raw.json);
      const stated = fieldsOf(fieldsOf(fees)["quoted"] ?? fees);
      for (const kind of FEES) {
        const { usd, amount } = fieldsOf(stated[kind]);
        expect(
          textOf(usd) !== undefined && typeof amount === "string" && /^-?\d{1,78}$/.test(amount),
          `expected usd and amount of ${kind}, got ${shown(stated[kind])}`,
        );
      }
      const { currency } = fieldsOf(fees);
      expect(
        textOf(fieldsOf(currency)["symbol"]) !== undefined,
        `expected a currency, got ${shown(currency)}`,
      );
      return `${FEES.join(", ")} in ${shown(fieldsOf(currency)["symbol"])}`;
    },
  },
  {
    rows: ["v3.errors"],
    async run({ service, flatSamples }) {
      const { body } = await flatSamples.bridge();
      const answers = {
        "an amount with a fraction": await service.post("/quote/v3", { ...body, amount: "1.5" }),
        "an empty request": await service.post("/quote/v3", {}),
      };
      for (const [what, answer] of Object.entries(answers)) requireFlatError(what, answer);
      return Object.values(answers).map(describe).join("; ");
    },
  },
  {
    rows: ["v3.permits"],
    async run({ flatSamples }) {
      const posts = stepsOf(await flatSamples.of("permit")).flatMap(({ data }) => {
        const { post } = fieldsOf(data);
        return post === undefined ? [] : [fieldsOf(post)["endpoint"]];
      });
      if (posts.length === 0) throw new NotApplicable("usePermit brings no signature step at this service");
      for (const endpoint of posts)
        expect(
          endpoint === "/execute/permits/v2",
          `expected /execute/permits/v2, whose answers are flat, got ${shown(endpoint)}`,
        );
      return `${posts.length} signature is posted to /execute/permits/v2`;
    },
  },
  {
    rows: ["v3.requests"],
    async run(context) {
      const sample = await context.flatSamples.of("nativeAddress");
      const id = requestIdOf(sample);
      const address = textOf(fieldsOf(stepsOf(sample)[0]?.["depositAddress"])["address"]);
      for (const row of await rowsOf(context, `id=${encodeURIComponent(id)}`)) {
        expect(row["id"] === id, `asked for ${shown(id)}, got the row ${shown(row["id"])}`);
        requireForm(row);
      }
      if (address !== undefined)
        for (const row of await rowsOf(context, `depositAddress=${encodeURIComponent(address)}`)) {
          const named = fieldsOf(row["depositAddress"])["address"];
          expect(named === address, `asked for the address ${shown(address)}, got a row of ${shown(named)}`);
        }
      const [stranger] = await rowsOf(context, `depositTxHash=${MADE_UP}`);
      expect(
        stranger === undefined,
        `asked for a transaction that there is not: expected no row, got ${shown(stranger?.["id"])}`,
      );
      return "rows are those that were asked for";
    },
  },
  {
    rows: ["v3.keys"],
    async run({ service, flatSamples }) {
      const { body } = await flatSamples.bridge();
      const answer = await service.post("/quote/v3", body, { withoutKey: true });
      if (answer.status === 200) return "quotes are answered without a key";
      const { errorCode } = fieldsOf(answer.json);
      expect(
        answer.status === 401 && (errorCode === "UNAUTHORIZED" || errorCode === "UNAUTHORIZED_QUOTE"),
        `without a key: expected 401 UNAUTHORIZED_QUOTE, got ${describe(answer)}`,
      );
      return `without a key: ${describe(answer)}`;
    },
  },
  {
    rows: ["v3.tokens"],
    async run({ service, flatSamples }) {
      if (!service.hasKey) throw new NotApplicable("--key is needed");
      const { body } = await flatSamples.bridge();
      const made = await service.post("/access-tokens", {});
      if (isMissing(made) || made.status === 401 || made.status === 403)
        throw new NotApplicable(`the service makes no access tokens for this key: ${describe(made)}`);
      const { token, tokenType, expiresAt } = fieldsOf(made.json);
      expect(
        made.status === 200 && textOf(token) !== undefined && tokenType === "Bearer",
        `expected a token with the type Bearer, got ${describe(made)}`,
      );
      expect(
        !Number.isNaN(Date.parse(String(expiresAt))),
        `expected the time in expiresAt, got ${shown(expiresAt)}`,
      );
      expect(
        /\bno-store\b/.test(made.headers.get("cache-control") ?? ""),
        `expected Cache-Control: no-store, got ${shown(made.headers.get("cache-control"))}`,
      );
      const accessToken = String(token);
      const alone = await service.post("/quote/v3", body, { withoutKey: true, accessToken });
      expect(alone.status === 200, `a token without a key: expected a quote, got ${describe(alone)}`);
      const both = await service.post("/quote/v3", body, { accessToken });
      expect(
        both.status >= 400 && both.status < 500,
        `a key and a token together: expected a refusal, got ${describe(both)}`,
      );
      return `a token until ${shown(expiresAt)}; sent together with a key: ${describe(both)}`;
    },
  },
  {
    rows: ["v3.price"],
    async run({ service, flatSamples }) {
      const { from } = (await flatSamples.bridge()).route;
      const answer = await service.get(
        `/currencies/token/price/v2?address=${from.address}&chainId=${from.chainId}`,
      );
      if (isMissing(answer))
        throw new NotApplicable("the service does not offer GET /currencies/token/price/v2");
      const { price } = fieldsOf(answer.json);
      expect(
        typeof price === "string" && /^\d+(\.\d+)?$/.test(price),
        `expected decimal text, got ${answer.status === 200 ? shown(price) : describe(answer)}`,
      );
      return `${from.symbol}: ${price} dollars`;
    },
  },
  {
    rows: ["v3.successors"],
    async run(context) {
      const { body, route } = await context.flatSamples.bridge();
      const queries: Readonly<Record<string, string>> = {
        "/currencies/token/price": `?address=${route.from.address}&chainId=${route.from.chainId}`,
        "/requests/v2": `?id=${MADE_UP}`,
      };
      const ending: string[] = [];
      for (const [method, path, successor] of EARLIER) {
        const answer =
          method === "POST"
            ? await context.service.post(path, body)
            : await context.service.get(`${path}${queries[path]}`);
        if (requireSuccessor(path, successor, answer)) ending.push(path);
      }
      return ending.length === 0
        ? "no path is announced to end"
        : `${ending.join(", ")} name their successors`;
    },
  },
];

function stepsOf({ raw }: RawSample): readonly Readonly<Record<string, unknown>>[] {
  return listOf(fieldsOf(raw.json)["steps"]).map(fieldsOf);
}

function requireFlatError(what: string, answer: Answer): void {
  const { message, errorCode, requestId, errorData } = fieldsOf(answer.json);
  expect(answer.status >= 400 && answer.status < 500, `${what}: expected a refusal, got ${describe(answer)}`);
  expect(
    textOf(message) !== undefined && textOf(errorCode) !== undefined,
    `${what}: expected message and errorCode, got ${shown(answer.json)}`,
  );
  expect(
    requestId === null || requestId === undefined || typeof requestId === "string",
    `${what}: expected a requestId or null, got ${shown(requestId)}`,
  );
  expect(
    errorData === null ||
      errorData === undefined ||
      (typeof errorData === "object" && !Array.isArray(errorData)),
    `${what}: expected an object in errorData, got ${shown(errorData)}`,
  );
}

/** Reads the rows of GET /requests/v3. Throws NotApplicable if the service has no such list or the run has no key. */
async function rowsOf(
  { service }: Context,
  query: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (!service.hasKey) throw new NotApplicable("--key is needed");
  const answer = await service.get(`/requests/v3?${query}`);
  if (isMissing(answer)) throw new NotApplicable("the service does not offer GET /requests/v3");
  const { requests } = fieldsOf(answer.json);
  expect(
    answer.status === 200 && Array.isArray(requests),
    `${query}: expected 200 with requests, got ${describe(answer)}`,
  );
  return listOf(requests).map(fieldsOf);
}

function requireForm(row: Readonly<Record<string, unknown>>): void {
  const { depositAddress, data } = row;
  const { address, type } = fieldsOf(depositAddress);
  expect(
    depositAddress === null || (textOf(address) !== undefined && (type === "open" || type === "strict")),
    `expected depositAddress with address and type, or null, got ${shown(depositAddress)}`,
  );
  for (const [name, reason] of Object.entries(fieldsOf(data)))
    expect(
      !/^(failReason|refundFailReason)$/.test(name) || reason !== "N/A",
      `${name}: expected null where there is none, got ${shown(reason)}`,
    );
  expect("route" in fieldsOf(data), "expected the amounts in data.route, got none");
}

/** Returns true for a deprecated or retired path. Throws Failed if its answer does not name the successor. */
function requireSuccessor(path: string, successor: string, answer: Answer): boolean {
  const since = answer.headers.get("deprecation");
  const link = answer.headers.get("link") ?? "";
  const isLinked = link.includes(`${successor}>; rel="successor-version"`);
  const { deprecation, successor: named } = fieldsOf(answer.json);
  if (answer.status === 410) {
    expect(
      isLinked || named === successor,
      `${path}: 410, expected the successor ${successor}, got ${shown(named)}`,
    );
    return true;
  }
  if (since === null && deprecation === undefined) return false;
  expect(/^@\d+$/.test(since ?? ""), `${path}: expected Deprecation: @<seconds>, got ${shown(since)}`);
  expect(isLinked, `${path}: expected a Link to ${successor} as its successor-version, got ${shown(link)}`);
  expect(
    answer.status !== 200 || textOf(fieldsOf(deprecation)["successor"]) !== undefined,
    `${path}: expected the object deprecation with the successor, got ${shown(deprecation)}`,
  );
  return true;
}
