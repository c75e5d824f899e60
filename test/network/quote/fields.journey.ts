import fs from "node:fs";
import type { paths } from "@relayprotocol/relay-sdk";
import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { quoteBodySchema } from "../../../src/network/quote/quoteBody.ts";
import { IGNORED_FIELDS, REFUSED_FIELDS } from "../../../src/network/quote/unsupportedFields.ts";
import { balance, createPayees, evmQuote, walk } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { readySolver } from "./solverAccount.ts";
import { RECIPIENT, startWorld, type World } from "../world.ts";
import { ask, walletQuote } from "./quoted.ts";

type PublicField = keyof paths["/quote/v2"]["post"]["requestBody"]["content"]["application/json"];
/** Values of the field that are refused and that are taken; an object is the body's fields together. */
type Values = Readonly<{ refused: readonly unknown[]; taken: readonly unknown[]; together?: true }>;

/** Values of one field, alone in a body. */
const refusedFor = (refused: readonly unknown[], taken: readonly unknown[]) => ({ refused, taken });
/** A field that divides what a sponsor pays: without one it asks for nothing. */
const besideSponsor = (name: string, value: unknown): Values => ({
  together: true,
  refused: [{ subsidizeFees: true, [name]: value }],
  taken: [{ [name]: value }],
});
const AUTHORIZATION = { chainId: 1, address: RECIPIENT, nonce: 0, yParity: 0, r: "0x1", s: "0x2" };

/**
 * Every field that the public SDK can send, by what becomes of it: taken, ignored, or the values that are refused and those
 * that are not. A version of the SDK with another field does not compile.
 */
const FIELDS: Readonly<Record<PublicField, "taken" | "ignored" | Values>> = {
  user: "taken",
  recipient: "taken",
  originChainId: "taken",
  destinationChainId: "taken",
  originCurrency: "taken",
  destinationCurrency: "taken",
  amount: "taken",
  tradeType: "taken",
  txs: "taken",
  txsGasLimit: "ignored",
  authorizationList: refusedFor([[AUTHORIZATION]], [[]]),
  additionalData: "taken",
  referrer: "taken",
  referrerAddress: "ignored",
  refundTo: "taken",
  recoveryAddress: "taken",
  refundOnOrigin: "ignored",
  topupGas: refusedFor([true], [false]),
  topupGasAmount: {
    together: true,
    refused: [{ topupGasAmount: "2000000" }, { topupGas: true, topupGasAmount: "1" }],
    taken: [{ topupGas: false, topupGasAmount: "2000000" }],
  },
  enableTrueExactOutput: refusedFor([true], [false]),
  explicitDeposit: "ignored",
  useExternalLiquidity: "taken",
  useFallbacks: "ignored",
  usePermit: "taken",
  permitExpiry: {
    together: true,
    refused: [{ usePermit: true, permitExpiry: 60 }],
    taken: [{ usePermit: true, permitExpiry: 600 }, { permitExpiry: 60 }],
  },
  includeProtocolData: "ignored",
  useDepositAddress: "taken",
  strict: "taken",
  slippageTolerance: "taken",
  latePaymentSlippageTolerance: refusedFor(["0", "100"], []),
  appFees: "taken",
  gasLimitForDepositSpecifiedTxs: "ignored",
  forceSolverExecution: "taken",
  subsidizeFees: "taken",
  sponsoredFeeComponents: besideSponsor("sponsoredFeeComponents", ["relay"]),
  maxSubsidizationAmount: besideSponsor("maxSubsidizationAmount", "1000000"),
  subsidizeRent: besideSponsor("subsidizeRent", true),
  includedSwapSources: "taken",
  excludedSwapSources: "taken",
  includedOriginSwapSources: "ignored",
  includedDestinationSwapSources: "taken",
  originGasOverhead: "ignored",
  depositFeePayer: "ignored",
  maxRouteLength: "ignored",
  useSharedAccounts: "ignored",
  includeComputeUnitLimit: "ignored",
  overridePriceImpact: "ignored",
  disableSwapProviderPreference: "ignored",
  disableOriginSwaps: "ignored",
  fixedRate: refusedFor(["1:1"], []),
  ttl: "taken",
};

/** Fields of public services that the SDK does not know yet. */
const NEWER: Readonly<Record<string, Values>> = {
  subsidizationBps: besideSponsor("subsidizationBps", 5_000),
};

const REFERENCE = fs.readFileSync(
  new URL("../../../docs/reference/quote-fields.md", import.meta.url),
  "utf8",
);

describe("fields of quote requests", () => {
  const all = Object.entries<"taken" | "ignored" | Values>({ ...FIELDS, ...NEWER });
  const payee = createPayees();
  let world: World;
  let wallet: Wallet;
  before(async () => {
    world = await startWorld({ twoChains: true, elevatedPerSecond: 1_000 });
    wallet = await world.evm.wallet(10);
    await readySolver(world.evm, world.network.solver.evm);
  });
  after(() => world.close());

  const bridge = (changes: Record<string, unknown> = {}) => walletQuote(world, wallet.address, changes);
  const bodiesOf = (name: string, values: readonly unknown[], together = false) =>
    values.map((value) => bridge(together ? (value as Record<string, unknown>) : { [name]: value }));

  it("each field of the public SDK is taken, ignored or refused, and the reference says which", () => {
    const named = (fate: "taken" | "ignored") =>
      all.flatMap(([name, is]) => (is === fate ? [name] : [])).toSorted();
    expect(named("taken")).to.deep.equal(Object.keys(quoteBodySchema.shape).toSorted());
    expect(named("ignored")).to.deep.equal(Object.keys(IGNORED_FIELDS).toSorted());
    const refused = all.flatMap(([name, is]) => (typeof is === "object" ? [name] : []));
    expect(refused).to.have.members(Object.keys(REFUSED_FIELDS));
    const told = [...REFERENCE.matchAll(/^\| `(\w+)` \| (taken|ignored|refused)/gm)];
    expect(told.map(([, name, fate]) => [name, fate])).to.have.deep.members(
      all.map(([name, is]) => [name, typeof is === "object" ? "refused" : is]),
    );
  });

  it("a field that moves money and is not supported is refused by its name, with what to do instead [x.refused-fields]", async () => {
    for (const [name, is] of all) {
      if (typeof is !== "object") continue;
      for (const body of bodiesOf(name, is.refused, is.together)) {
        const { status, body: answer } = await world.post("/quote/v2", body);
        const what = JSON.stringify(body);
        expect([status, answer["errorCode"]], what).to.deep.equal([400, "INVALID_REQUEST"]);
        expect(answer["message"], what).to.match(
          new RegExp(`\\b${name} is not supported: .*(Leave it out|Use )`),
        );
      }
      for (const body of [...bodiesOf(name, is.taken, is.together), bridge({ [name]: null })])
        expect(await ask(world, body)).to.have.property("steps");
    }
  });

  it("all of them are named at once, and beside other mistakes", async () => {
    const { body } = await world.post(
      "/quote/v2",
      bridge({ amount: "0", topupGas: true, subsidizeFees: true, subsidizeRent: true, fixedRate: "1:1" }),
    );
    for (const part of ["amount above zero", "topupGas is", "subsidizeRent is", "fixedRate is"])
      expect(body["message"]).to.include(part);
  });

  it("the value of a call is the one that it is sent with", async () => {
    const call = { to: RECIPIENT, value: "1", data: "0x" };
    const calls = (originalTxValue: unknown) =>
      bridge({
        ...{ originCurrency: ZERO_ADDRESS, destinationCurrency: ZERO_ADDRESS, amount: "1" },
        ...{ tradeType: "EXACT_OUTPUT", txs: [{ ...call, originalTxValue }] },
      });
    const { body } = await world.post("/quote/v2", calls("2"));
    expect(body["message"]).to.match(/^txs\.0\.originalTxValue is not supported: .* Leave it out/);
    for (const same of ["1", undefined]) expect(await ask(world, calls(same))).to.have.property("steps");
  });

  it("what is ignored changes neither the steps nor the price", async () => {
    const odd = Object.fromEntries(Object.keys(IGNORED_FIELDS).map((name) => [name, true]));
    const told = async (changes: Record<string, unknown>) => {
      const { steps, fees, details } = await ask(world, bridge(changes));
      return {
        steps: steps.map(({ id, items }) => [id, items[0].data.to, items[0].data.value]),
        fees,
        details,
      };
    };
    expect(await told(odd)).to.deep.equal(await told({}));
  });

  it("forceSolverExecution: a swap on one chain is a deposit, which the solver fills", async () => {
    const recipient = payee();
    const swap = {
      ...{ destinationChainId: world.evm.id, originCurrency: world.evm.usdc, amount: "25000000" },
      ...{ destinationCurrency: world.evm.usdt, recipient },
    };
    const own = await evmQuote(world, wallet, swap);
    expect(own.steps.at(-1)?.id).to.equal("swap");
    const bySolver = await evmQuote(world, wallet, { ...swap, forceSolverExecution: true });
    expect(bySolver.steps.at(-1)?.id).to.equal("deposit");
    await walk(wallet, bySolver.steps);
    await world.tick(4);
    expect(await world.status(bySolver.requestId)).to.include({ status: "success" });
    expect((await balance(world.evm, world.evm.usdt, recipient)) >= bySolver.minimum).to.equal(true);
  });
});
