import fs from "node:fs";
import { expect } from "chai";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { EVM_CHAIN_ID, OTHER_CHAIN_ID, RECIPIENT, startWorld, type World } from "./world.ts";

/** What clients rely on: a field's type, the fields of an object, or (in a list) what every element has. */
type Shape = string | readonly [Shape] | Readonly<{ [name: string]: Shape }>;

const FROZEN = new URL("./frozen.json", import.meta.url);

describe("the frozen paths", () => {
  let world: World;
  before(async () => {
    world = await startWorld({ twoChains: true });
  });
  after(() => world.close());

  const answers = async (): Promise<Record<string, unknown>> => {
    const { address: user } = await world.evm.wallet(4);
    const evm = (changes: Record<string, unknown>) => ({
      ...{ originChainId: EVM_CHAIN_ID, destinationChainId: OTHER_CHAIN_ID, useDepositAddress: false },
      ...{ originCurrency: ZERO_ADDRESS, destinationCurrency: ZERO_ADDRESS, amount: String(10n ** 17n) },
      ...{ user, recipient: RECIPIENT, refundTo: undefined },
      ...changes,
    });
    const quote = async (changes: Record<string, unknown>) =>
      (await world.post("/quote/v2", world.quoteBody(changes))).body;
    const tokens = { originCurrency: world.usdc, destinationCurrency: world.other.usdc, amount: "50000000" };
    const { requestId } = await world.quote();
    return {
      "POST /quote/v2, deposit address": await quote({}),
      "POST /quote/v2, native coin": await quote(evm({})),
      "POST /quote/v2, token": await quote(evm(tokens)),
      "POST /quote/v2, refused": await quote({ amount: "-1" }),
      "GET /intents/status/v3": await world.status(requestId),
      "GET /intents/status/v3, unknown": await world.status("0x12"),
      "GET /intents/status": (await world.get(`/intents/status?requestId=${requestId}`)).body,
    };
  };

  it("keep every field and type that they ever had; more may come [x.frozen]", async () => {
    const frozen = JSON.parse(fs.readFileSync(FROZEN, "utf8")) as Record<string, Shape>;
    const now = await answers();
    expect(Object.keys(now)).to.include.members(Object.keys(frozen));
    for (const [what, shape] of Object.entries(frozen))
      expect(broken(shape, now[what], what)).to.deep.equal([]);
  });

  it("the check sees a field that is gone, and one of another type", () => {
    const shape: Shape = { steps: [{ id: "string", value: "number" }] };
    expect(broken(shape, { steps: [{ id: "a", value: 1, more: true }] }, "x")).to.deep.equal([]);
    expect(broken(shape, { steps: [{ id: "a", value: 1 }, { id: 1 }] }, "x")).to.deep.equal([
      "x.steps[1].id is number, was string",
      "x.steps[1].value is undefined, was number",
    ]);
    expect(broken(shape, { steps: [] }, "x")).to.deep.equal(["x.steps is empty"]);
  });
});

/** What of a shape a value does not have. */
function broken(shape: Shape, value: unknown, path: string): string[] {
  if (typeof shape === "string")
    return typeOf(value) === shape ? [] : [`${path} is ${typeOf(value)}, was ${shape}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is ${typeOf(value)}, was a list`];
    if (value.length === 0) return [`${path} is empty`];
    return value.flatMap((item, index) => broken((shape as readonly [Shape])[0], item, `${path}[${index}]`));
  }
  if (typeOf(value) !== "object") return [`${path} is ${typeOf(value)}, was an object`];
  return Object.entries(shape).flatMap(([name, part]) =>
    broken(part, (value as Record<string, unknown>)[name], `${path}.${name}`),
  );
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
