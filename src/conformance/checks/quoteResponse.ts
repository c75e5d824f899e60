import { accepted, expect, readFacts, type Check, type Context } from "../check.ts";
import { Blocked, NotApplicable } from "../finding.ts";
import { fieldsOf, textOf, unitsOf } from "../json.ts";
import { readPsbt, readScript } from "../payer/bitcoinHarms.ts";
import { isNative } from "../routes.ts";
import {
  availableOf,
  itemsOf,
  readSteps,
  requestIdOf,
  transactionsOf,
  UNFUNDED_USER,
  type Item,
  type Sample,
  type Step,
} from "../samples.ts";
import { shown } from "../shown.ts";

const WALLET = ["native", "token", "swap", "call"] as const;
const ADDRESS = ["nativeAddress", "tokenAddress", "bitcoinAddress"] as const;
const ALL = [...WALLET, ...ADDRESS, "psbt", "toBitcoin"] as const;
const APPROVE = "0x095ea7b3"; // approve(address,uint256)

/** Interface specification 2.2, over one quote of every kind. */
export const QUOTE_RESPONSE_CHECKS: readonly Check[] = [
  {
    rows: ["steps.order"],
    async run({ samples }) {
      const found = await availableOf(samples, "token", "swap");
      for (const sample of found) {
        const calls = transactionsOf(sample).map(({ data }) => textOf(data["data"])?.toLowerCase() ?? "");
        const approvals = calls.map((data) => data.startsWith(APPROVE));
        const firstOther = approvals.indexOf(false);
        const lastApproval = approvals.lastIndexOf(true);
        expect(
          firstOther === -1 || lastApproval < firstOther,
          `${sample.kind}: expected every approval before what needs it, got an approval as transaction ${lastApproval + 1} and something else before it`,
        );
        expect(firstOther !== -1, `${sample.kind}: expected something after the approval, got nothing`);
        const isSigned = itemsOf(sample).some(({ is }) => is === "signature");
        expect(
          approvals.includes(true) || isSigned || isNative(sample.route.from),
          `${sample.kind}: expected an approval or a signature before tokens are taken, got neither`,
        );
      }
      const named = found.map(({ steps }) => steps.map(({ fields }) => String(fields["id"])).join(", "));
      return `steps: ${named.join("; ")}`;
    },
  },
  ofEveryStep("step.id", ({ fields }) => textOf(fields["id"]) !== undefined || `id: ${shown(fields["id"])}`),
  ofEveryStep(
    "step.action",
    ({ fields }) => textOf(fields["action"]) !== undefined || `action: ${shown(fields["action"])}`,
  ),
  ofEveryStep(
    "step.description",
    ({ fields }) =>
      textOf(fields["description"]) !== undefined || `description: ${shown(fields["description"])}`,
  ),
  ofEveryStep(
    "step.kind",
    ({ fields: { kind } }) => kind === "transaction" || kind === "signature" || `kind: ${shown(kind)}`,
  ),
  {
    rows: ["step.request-id"],
    async run(context) {
      const found = await availableOf(context.samples, ...ALL);
      const ids = new Map<string, string>();
      for (const sample of found) {
        const id = requestIdOf(sample);
        for (const { place, fields } of sample.steps)
          expect(
            fields["requestId"] === id,
            `${place}: expected ${shown(id)} as in the first step, got ${shown(fields["requestId"])}`,
          );
        expect(!ids.has(id), `${sample.kind}: expected an id of its own, got that of ${ids.get(id)}`);
        ids.set(id, sample.kind);
      }
      const { body, kind } = found[0] as Sample; // availableOf throws without one
      const again = await accepted(context, body, "the same request again");
      const id = requestIdOf({ steps: readSteps(kind, again) });
      expect(!ids.has(id), `the same request again: expected another id, got ${shown(id)}`);
      return `${ids.size + 1} quotes, ${ids.size + 1} ids`;
    },
  },
  {
    rows: ["step.deposit-address"],
    async run({ samples }) {
      const found = await availableOf(samples, ...ADDRESS);
      const given = found.map(({ kind, steps }) => {
        const address = steps
          .map(({ fields }) => fields["depositAddress"])
          .find((one) => one !== undefined && one !== "");
        expect(
          typeof address === "string",
          `${kind}: expected the address to send to, got ${shown(address)}`,
        );
        return address;
      });
      return given.map(shown).join(", ");
    },
  },
  ofEveryStep(
    "step.items",
    ({ fields, items }) =>
      (items.length > 0 && items.every((item) => Object.keys(item.data).length > 0)) ||
      `items: ${shown(fields["items"])}${items.length > 0 ? `, the first with data: ${shown(items[0]?.fields["data"])}` : ""}`,
  ),
  ofEveryItem(
    "item.status",
    ALL,
    ({ fields: { status } }) => status === "incomplete" || `status: ${shown(status)}`,
  ),
  ofEveryItem("item.from", [...WALLET, ...ADDRESS], ({ is, data: { from } }, { body }) => {
    if (is !== "transaction") return undefined;
    return isSame(from, body["user"]) || `from: expected ${shown(body["user"])}, got ${shown(from)}`;
  }),
  ofEveryItem("item.to", [...WALLET, ...ADDRESS], ({ is, data: { to } }, { kind }) => {
    if (is !== "transaction") return undefined;
    const isRight =
      kind === "bitcoinAddress" ? textOf(to) !== undefined : /^0x[0-9a-fA-F]{40}$/.test(textOf(to) ?? "");
    return isRight || `to: expected an address, got ${shown(to)}`;
  }),
  ofEveryItem("item.data", [...WALLET, ...ADDRESS], ({ is, data: { data } }) => {
    if (is !== "transaction") return undefined;
    return (
      /^0x([0-9a-fA-F]{2})*$/.test(typeof data === "string" ? data : "") ||
      `data: expected hex, got ${shown(data)}`
    );
  }),
  ofEveryItem("item.value", [...WALLET, ...ADDRESS], ({ is, data: { value } }) => {
    if (is !== "transaction") return undefined;
    return (
      (typeof value === "string" && /^\d{1,78}$/.test(value)) ||
      `value: expected a string of digits, got ${shown(value)}`
    );
  }),
  {
    rows: ["item.gas"],
    async run({ samples, parties }) {
      const items = (await availableOf(samples, ...WALLET)).flatMap(transactionsOf);
      const priced = items.filter(
        ({ data }) => data["maxFeePerGas"] !== undefined || data["maxPriorityFeePerGas"] !== undefined,
      );
      expect(
        priced.length > 0 || parties.user === UNFUNDED_USER,
        `expected maxFeePerGas and maxPriorityFeePerGas in transactions of ${parties.user}, got none`,
      );
      if (priced.length === 0)
        throw new NotApplicable("no transaction names gas prices: give an account that has coins as --user");
      for (const { place, data } of priced)
        for (const name of ["maxFeePerGas", "maxPriorityFeePerGas"])
          expect(
            typeof data[name] === "string" && unitsOf(data[name]) !== undefined,
            `${place}: expected ${name} as a string of wei, got ${shown(data[name])}`,
          );
      return `${priced.length} of ${items.length} transactions name gas prices`;
    },
  },
  ofEveryItem("item.chain-id", [...WALLET, ...ADDRESS], ({ is, data: { chainId } }, { body }) => {
    if (is !== "transaction") return undefined;
    const wanted = body["originChainId"];
    return chainId === wanted || `chainId: expected ${shown(wanted)}, got ${shown(chainId)}`;
  }),
  {
    rows: ["item.signature"],
    async run({ samples }) {
      const items = itemsOf(await samples.of("permit")).filter(({ is }) => is === "signature");
      if (items.length === 0) throw new NotApplicable("usePermit brings no signature step at this service");
      for (const { place, data } of items) {
        const { signatureKind } = fieldsOf(data["sign"]);
        expect(
          signatureKind === "eip191" || signatureKind === "eip712",
          `${place}: expected the signatureKind eip191 or eip712, got ${shown(signatureKind)}`,
        );
      }
      return `${items.length} signature steps say what to sign, and how`;
    },
  },
  {
    rows: ["item.check"],
    async run({ samples }) {
      const found = await availableOf(samples, ...ALL);
      for (const sample of found) checkOf(sample, requestIdOf(sample));
      return `${found.length} quotes name a status query and GET`;
    },
  },
  {
    rows: ["item.psbt"],
    async run(context) {
      const sample = await context.samples.of("psbt");
      const items = itemsOf(sample);
      const psbts = items.flatMap(({ data }) => (typeof data["psbt"] === "string" ? [data["psbt"]] : []));
      expect(
        psbts.length > 0,
        `expected data with a PSBT, got ${items.map(({ data }) => shown(data)).join("; ")}`,
      );
      for (const text of psbts) {
        const payment = readPsbt(text);
        expect(payment !== undefined, `expected a PSBT in hex or base64, got ${shown(text)}`);
        const amount = BigInt(String(sample.body["amount"]));
        const outputs = payment.outputs.map(({ value }) => value);
        expect(
          outputs.includes(amount),
          `expected an output of ${amount} sats, got outputs of ${outputs.join(", ")}`,
        );
        const own = readScript(readFacts(context).network, String(sample.body["user"]));
        const strangers = payment.inputs.filter(({ script }) => script !== own);
        expect(
          strangers.length === 0,
          `expected inputs of the user, who signs them, got ${strangers.length} of other owners`,
        );
      }
      return `a PSBT that pays ${String(sample.body["amount"])} sats`;
    },
  },
];

/** The status query of the last item of a quote. Throws Blocked where it is none. */
export function checkOf(sample: Sample, requestId: string): string {
  const item = itemsOf(sample).findLast(({ fields }) => fields["check"] !== undefined);
  const { endpoint, method } = fieldsOf(item?.fields["check"]);
  const place = item?.place ?? sample.kind;
  const path = textOf(endpoint) ?? "";
  const query = /^\/(?!\/)[^\s?#]*\?([^\s#]*)$/.exec(path)?.[1];
  const isStatus = /^\/intents\/status(\/v\d+)?\?/.test(path);
  if (!isStatus || query === undefined || new URLSearchParams(query).get("requestId") !== requestId)
    throw new Blocked(
      "item.check",
      `${place}: expected the endpoint /intents/status?requestId=${requestId.slice(0, 80)}, got ${shown(endpoint)}`,
    );
  if (method !== "GET")
    throw new Blocked("item.check", `${place}: expected the method GET, got ${shown(method)}`);
  return path;
}

/** A rule for every step of every quote: true, or what came. */
function ofEveryStep(row: string, rule: (step: Step) => true | string): Check {
  return {
    rows: [row],
    async run({ samples }: Context) {
      const found = await availableOf(samples, ...ALL);
      const steps = found.flatMap((sample) => sample.steps);
      for (const step of steps) {
        const held = rule(step);
        expect(held === true, `${step.place}: ${String(held)}`);
      }
      return `${steps.length} steps of ${found.length} quotes`;
    },
  };
}

/** A rule for the items of quotes of some kinds: true, what came, or undefined for an item that it is not about. */
function ofEveryItem(
  row: string,
  kinds: readonly (typeof ALL)[number][],
  rule: (item: Item, sample: Sample) => true | string | undefined,
): Check {
  return {
    rows: [row],
    async run({ samples }: Context) {
      let seen = 0;
      for (const sample of await availableOf(samples, ...kinds))
        for (const item of itemsOf(sample)) {
          const held = rule(item, sample);
          if (held === undefined) continue;
          seen++;
          expect(held === true, `${item.place}: ${String(held)}`);
        }
      if (seen === 0) throw new NotApplicable("no quote has such an item");
      return `${seen} items`;
    },
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" && a.toLowerCase() === b.toLowerCase();
}
