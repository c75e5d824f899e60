import { accepted, expect, refused, type Check, type Context } from "../check.ts";
import { Blocked, NotApplicable } from "../finding.ts";
import { fieldsOf, listOf, textOf, unitsOf } from "../json.ts";
import { depositAddressOf, itemsOf, readSteps, requestIdOf, transactionsOf, type Body } from "../samples.ts";
import { describe } from "../service.ts";
import { shown } from "../shown.ts";

const TRANSFER = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})/i; // transfer(address,uint256)
const MADE_UP = `0x${"5".repeat(63)}7`;

/** What the contract does not show, in the words of public services. A service without one of them is at no fault. */
export const EXTENSION_CHECKS: readonly Check[] = [
  {
    rows: ["x.strict"],
    async run(context) {
      const { body } = await context.samples.of("nativeAddress");
      const strict: Body = { ...body, strict: true, tradeType: "EXACT_OUTPUT" };
      const answer = await context.service.post("/quote/v2", strict);
      if (answer.status !== 200)
        throw new NotApplicable(`the service takes no strict order: ${describe(answer)}`);
      const { ["refundTo"]: _, ...withoutRefund } = strict;
      await refused(context, withoutRefund, "strict without refundTo");
      return "EXACT_OUTPUT with strict is quoted; refundTo is required";
    },
  },
  {
    rows: ["x.expected-output"],
    async run(context) {
      const { body } = await context.samples.bridge();
      const answer = await context.service.post("/quote/v2", { ...body, tradeType: "EXPECTED_OUTPUT" });
      if (answer.status !== 200)
        throw new NotApplicable(`the service does not take EXPECTED_OUTPUT: ${describe(answer)}`);
      const amount = BigInt(String(body["amount"]));
      const output = unitsOf(fieldsOf(fieldsOf(fieldsOf(answer.json)["details"])["currencyOut"])["amount"]);
      if (output === undefined) throw new NotApplicable("the answer states no output");
      expect(
        output * 100n >= amount * 95n && output * 100n <= amount * 105n,
        `expected about ${amount} to come out, got ${output}`,
      );
      return `${output} come out for ${amount} expected`;
    },
  },
  {
    rows: ["x.unknown"],
    async run({ service }) {
      const answer = await service.get(`/intents/status/v3?requestId=${MADE_UP}`);
      if (answer.status >= 400 && answer.status < 500)
        throw new NotApplicable(`the service answers ${describe(answer)}`);
      const { status } = fieldsOf(answer.json);
      expect(answer.status === 200, `an id that was not given out: expected 200, got ${describe(answer)}`);
      if (textOf(status) === undefined)
        throw new Blocked("status.value", `expected a status, got ${shown(status)}`);
      return `200, status ${shown(status)}`;
    },
  },
  {
    rows: ["x.fees"],
    async run({ samples }) {
      const { answer } = await samples.bridge();
      const { details, fees } = fieldsOf(answer.json);
      if (details === undefined && fees === undefined)
        throw new NotApplicable("quotes have no fees and details");
      const { amount, minimumAmount } = fieldsOf(fieldsOf(details)["currencyOut"]);
      const [output, floor] = [unitsOf(amount), unitsOf(minimumAmount)];
      expect(
        output !== undefined && floor !== undefined,
        `expected amount and minimumAmount in currencyOut, got ${shown(amount)} and ${shown(minimumAmount)}`,
      );
      expect(floor <= output, `expected a minimum of at most ${output}, got ${floor}`);
      return `${output} come out, at least ${floor}`;
    },
  },
  {
    rows: ["x.app-fees"],
    async run(context) {
      const { body } = await context.samples.bridge();
      const appFees = [{ recipient: context.parties.recipient, fee: "50" }];
      const plain = await accepted(context, body, "a bridge without an app fee");
      const answer = await context.service.post("/quote/v2", { ...body, appFees });
      const shownFee = unitsOf(fieldsOf(fieldsOf(fieldsOf(answer.json)["fees"])["app"])["amount"]) ?? 0n;
      if (answer.status !== 200 || shownFee === 0n) throw new NotApplicable("the service takes no app fees");
      const [without, withFee] = [plain, answer].map(({ json }) =>
        unitsOf(fieldsOf(fieldsOf(fieldsOf(json)["details"])["currencyOut"])["amount"]),
      );
      expect(
        without === undefined || withFee === undefined || withFee < without,
        `expected less than ${without} to come out, got ${withFee}`,
      );
      return `with 50 basis points ${withFee} come out instead of ${without}`;
    },
  },
  {
    rows: ["x.app-fee-claims"],
    async run({ service, parties }) {
      const answer = await service.get(`/app-fees/${parties.recipient}/balances`);
      offered(answer.status, "GET /app-fees/{wallet}/balances");
      const { balances } = fieldsOf(answer.json);
      expect(
        answer.status === 200 && Array.isArray(balances),
        `expected 200 with balances, got ${describe(answer)}`,
      );
      return `${balances.length} balances of a wallet that has earned nothing`;
    },
  },
  {
    rows: ["x.token-calls"],
    async run(context) {
      const { body, route } = await context.samples.of("token");
      const { recipient } = context.parties;
      const tx = {
        to: route.to.address,
        value: "0",
        data: `0xa9059cbb${recipient.slice(2).padStart(64, "0")}${"1".padStart(64, "0")}`,
      };
      const answer = await context.service.post("/quote/v2", {
        ...body,
        tradeType: "EXACT_OUTPUT",
        txs: [tx],
      });
      if (answer.status !== 200)
        throw new NotApplicable(`calls use no tokens at this service: ${describe(answer)}`);
      return `a call with ${String(body["amount"])} of ${route.to.symbol} is quoted (steps: ${readSteps("token", answer).length})`;
    },
  },
  {
    rows: ["x.slippage"],
    async run(context) {
      const { body } = await context.samples.bridge();
      const answer = await accepted(
        context,
        { ...body, slippageTolerance: "250" },
        'slippageTolerance "250"',
      );
      const { amount, minimumAmount } = fieldsOf(fieldsOf(fieldsOf(answer.json)["details"])["currencyOut"]);
      const [output, floor] = [unitsOf(amount), unitsOf(minimumAmount)];
      if (output === undefined || floor === undefined) throw new NotApplicable("quotes state no minimum");
      expect(
        floor * 10_000n >= output * 9_750n - 10_000n,
        `250 basis points of ${output}: expected a minimum of at least 97.5 %, got ${floor}`,
      );
      await refused(context, { ...body, slippageTolerance: "10001" }, 'slippageTolerance "10001"');
      return `at least ${floor} of ${output}`;
    },
  },
  {
    rows: ["x.ttl"],
    async run(context) {
      const { body } = await context.samples.bridge();
      await accepted(context, { ...body, ttl: 3600 }, "ttl 3600");
      return "a ttl in seconds is taken";
    },
  },
  {
    rows: ["x.permit"],
    async run({ samples }) {
      const signatures = itemsOf(await samples.of("permit")).filter(({ is }) => is === "signature");
      if (signatures.length === 0)
        throw new NotApplicable("usePermit brings no signature step at this service");
      for (const { place, data } of signatures) {
        const { endpoint, method } = fieldsOf(data["post"]);
        expect(
          /^\/(?!\/)/.test(textOf(endpoint) ?? "") && method === "POST",
          `${place}: expected a path to post to, got ${shown(method)} ${shown(endpoint)}`,
        );
      }
      return `${signatures.length} signature is posted to ${shown(fieldsOf(signatures[0]?.data["post"])["endpoint"])}`;
    },
  },
  {
    rows: ["x.erc20-deposit"],
    async run({ samples }) {
      const sample = await samples.of("tokenAddress");
      const address = depositAddressOf(sample).toLowerCase();
      const [item] = transactionsOf(sample);
      const { to, data } = item?.data ?? {};
      const [, receiver, amount] = TRANSFER.exec(textOf(data) ?? "") ?? [];
      expect(
        textOf(to)?.toLowerCase() === sample.route.from.address.toLowerCase(),
        `expected the token's contract ${sample.route.from.address}, got ${shown(to)}`,
      );
      expect(
        `0x${receiver?.toLowerCase()}` === address,
        `expected a transfer to ${address}, got ${shown(data)}`,
      );
      expect(
        BigInt(`0x${amount}`) === BigInt(String(sample.body["amount"])),
        `expected ${String(sample.body["amount"])}, got ${BigInt(`0x${amount}`)}`,
      );
      return `a transfer of ${BigInt(`0x${amount}`)} to ${address}`;
    },
  },
  {
    rows: ["x.errors"],
    async run(context) {
      const { body } = await context.samples.bridge();
      const answer = await refused(context, { ...body, amount: "1.5" }, 'amount "1.5"');
      const { message, errorCode } = fieldsOf(answer.json);
      expect(
        textOf(message) !== undefined && textOf(errorCode) !== undefined,
        `expected message and errorCode, got ${shown(answer.json)}`,
      );
      return describe(answer);
    },
  },
  {
    rows: ["x.requests-v2"],
    async run(context) {
      const id = requestIdOf(await context.samples.bridge());
      const rows = await listed(context, `/requests/v2?id=${encodeURIComponent(id)}`, "the list by id");
      expect(
        rows.every((row) => fieldsOf(row)["id"] === id),
        `expected request ${shown(id)} alone, got ${shown(rows[0])}`,
      );
      return `${rows.length} row for the id of a new request`;
    },
  },
  {
    rows: ["x.requests-v3"],
    async run(context) {
      if (!context.service.hasKey) throw new NotApplicable("--key is needed");
      const id = requestIdOf(await context.samples.bridge());
      const rows = await listed(context, `/requests/v3?id=${encodeURIComponent(id)}`, "the list by id");
      expect(
        rows.every((row) => fieldsOf(row)["id"] === id),
        `expected request ${shown(id)} alone, got ${shown(rows[0])}`,
      );
      return `${rows.length} row for the id of a new request`;
    },
  },
  {
    rows: ["x.currencies"],
    async run({ service, samples }) {
      const { route } = await samples.bridge();
      const answer = await service.post("/currencies/v2", {
        chainIds: [route.from.chainId],
        address: route.from.address,
      });
      offered(answer.status, "POST /currencies/v2");
      const found = listOf(answer.json).map(fieldsOf);
      expect(
        answer.status === 200 && found.length > 0,
        `expected a list with ${route.from.symbol}, got ${describe(answer)}`,
      );
      const { address } = found[0] ?? {};
      expect(
        textOf(address)?.toLowerCase() === route.from.address.toLowerCase(),
        `expected ${route.from.address}, got ${shown(address)}`,
      );
      return `${route.from.symbol} is found by chain and address`;
    },
  },
  {
    rows: ["x.price"],
    async run({ service, samples }) {
      const { from } = (await samples.bridge()).route;
      const answer = await service.get(
        `/currencies/token/price?address=${from.address}&chainId=${from.chainId}`,
      );
      offered(answer.status, "GET /currencies/token/price");
      const { price } = fieldsOf(answer.json);
      expect(typeof price === "number" && price > 0, `expected a price, got ${describe(answer)}`);
      return `${from.symbol}: ${price} dollars`;
    },
  },
  {
    rows: ["x.index"],
    run: (context) =>
      refusesUnknown(context, "/transactions/index", (chainId) => ({ chainId, txHash: MADE_UP })),
  },
  {
    rows: ["x.single"],
    run: (context) =>
      refusesUnknown(context, "/transactions/single", (chainId) => ({
        ...{ requestId: MADE_UP, chainId, tx: JSON.stringify({ txHash: MADE_UP }) },
      })),
  },
  {
    rows: ["x.reindex"],
    run: (context) =>
      refusesUnknown(context, "/transactions/deposit-address/reindex", (chainId) => ({
        ...{ chainId, depositAddress: context.parties.recipient },
      })),
  },
  {
    rows: ["x.swap"],
    async run({ samples }) {
      const sample = await samples.of("swap");
      const others = transactionsOf(sample).filter(
        ({ data }) => !/^0x095ea7b3/i.test(textOf(data["data"]) ?? ""),
      );
      expect(others.length === 1, `expected one transaction after the approvals, got ${others.length}`);
      return `one transaction to ${shown(others[0]?.data["to"])}`;
    },
  },
  {
    rows: ["x.send"],
    async run(context) {
      const { body } = await context.samples.bridge();
      const { originChainId, originCurrency } = body;
      const send = {
        destinationChainId: originChainId,
        destinationCurrency: originCurrency,
        recipient: context.parties.recipient,
      };
      const answer = await context.service.post("/quote/v2", { ...body, ...send });
      if (answer.status !== 200) throw new NotApplicable(`the service quotes no sends: ${describe(answer)}`);
      const [item] = transactionsOf({ steps: readSteps("token", answer) });
      const { to, data } = item?.data ?? {};
      const [receiver, call] = [textOf(to)?.toLowerCase(), textOf(data)?.toLowerCase()];
      const recipient = context.parties.recipient.toLowerCase();
      expect(
        receiver === recipient || call?.includes(recipient.slice(2)) === true,
        `expected a transaction that pays ${recipient}, got one to ${shown(to)} with the data ${shown(data)}`,
      );
      return "the same coin to another account is the user's own transaction";
    },
  },
];

/** The rows of a list of requests. Throws NotApplicable where the service has no list. */
async function listed({ service }: Context, path: string, what: string): Promise<readonly unknown[]> {
  const answer = await service.get(path);
  offered(answer.status, `GET ${path.replace(/\?.*$/s, "")}`);
  const { requests } = fieldsOf(answer.json);
  expect(
    answer.status === 200 && Array.isArray(requests),
    `${what}: expected 200 with requests, got ${describe(answer)}`,
  );
  return listOf(requests);
}

function offered(status: number, what: string): void {
  if ([401, 403, 404, 405].includes(status))
    throw new NotApplicable(`the service does not offer ${what} (${status})`);
}

/** A report about what the service does not know: the caller's error, and none of the service. */
async function refusesUnknown(
  { service, samples }: Context,
  path: string,
  bodyOf: (chainId: string) => unknown,
): Promise<string> {
  const { from } = (await samples.bridge()).route;
  const answer = await service.post(path, bodyOf(String(from.chainId)));
  if (answer.status === 404 && answer.fault !== undefined) offered(404, `POST ${path}`);
  const isPath = answer.status === 404 && textOf(fieldsOf(answer.json)["message"])?.includes(path);
  if (isPath) offered(404, `POST ${path}`);
  expect(
    answer.status >= 400 && answer.status < 500,
    `what the service does not know: expected 400 to 499, got ${describe(answer)}`,
  );
  return `what the service does not know: ${describe(answer)}`;
}
