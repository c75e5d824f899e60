import { expect } from "chai";
import type { Outside } from "../../src/gateway/compose/deps.ts";
import { BOTH_VERSIONS } from "../../src/network/versions.ts";
import { silentLog, type Log } from "../../src/runtime/log.ts";
import { sum } from "../../src/values/amount.ts";
import { signedInAt } from "../gateway/http/ownerPages.ts";
import { testClock } from "../support/clock.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { isFull, usualCases } from "../support/sizes.ts";
import { startServiceFront, type ServiceFront, type Terms } from "../support/serviceFront.ts";
import { AWAY, evmShopOf } from "./evmShop.ts";
import { ok, type ApiInvoice } from "./shop.ts";

const MINUTE = 60;
const clock = testClock();
const RETIRED = { offersV3: true, deprecatedAt: clock() - 2, retiredAt: clock() - 1 };

type Mode = Readonly<{ name: string; terms: Terms; quotes: string; lists: string | undefined }>;
const MODES: readonly Mode[] = [
  {
    name: "that keeps the contract and has nothing else",
    terms: { contractOnly: true },
    quotes: "/quote/v2",
    lists: undefined,
  },
  {
    name: "whose lists have the requests of everybody",
    terms: { ignoresFilters: true },
    quotes: "/quote/v2",
    lists: "/requests/v2",
  },
  {
    name: "that has version 3 alone and requires a key",
    terms: { versions: RETIRED, requiresKey: true },
    quotes: "/quote/v3",
    lists: "/requests/v3",
  },
];
/** Other journeys play both versions of one service, and the lists of everybody are lists of version 2. */
const OTHER_MODES: readonly Mode[] = [
  {
    name: "that has version 2 alone",
    terms: { versions: { ...BOTH_VERSIONS, offersV3: false } },
    quotes: "/quote/v2",
    lists: "/requests/v2",
  },
  { name: "that has both versions", terms: {}, quotes: "/quote/v2", lists: "/requests/v2" },
];

const THIRD = isFull ? 17 : 4; // of the payments: before the change, in no block at the change, after it

const broughtBy = (stands: readonly ApiInvoice[]) =>
  sum(stands.flatMap(({ crosstill }) => crosstill.settlements.map(({ amount }) => BigInt(amount))));

describe("a gateway at a service of one version or both", function () {
  this.timeout(60_000);
  let front: ServiceFront;
  let sandbox: SandboxApp;
  let shop: ReturnType<typeof evmShopOf>;
  let hasKey = true;
  const lines: { event: string; path?: unknown }[] = [];
  const note = (event: string, data?: object) => void lines.push({ event, ...data });
  const log: Log = { ...silentLog, warn: note, error: note };
  before(async () => {
    front = await startServiceFront({}, clock);
    const outside = (settings: Outside): Outside => {
      const { intentsApiKey } = settings;
      return { ...front.before(settings), intentsApiKey: hasKey ? intentsApiKey : undefined };
    };
    sandbox = await startSandboxApp({ clock, outside, log });
    shop = evmShopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  });
  after(async () => {
    await sandbox.close();
    await front.close();
  });

  for (const { name, terms, quotes, lists } of usualCases(MODES, OTHER_MODES))
    it(`settles exact payments in Bitcoin and in a token, refunds what is too little, and takes late money at a service ${name}`, async () => {
      front.change(terms);
      const before = await shop.received();
      const [late, unpaid] = [await shop.invoice(), await shop.invoice()];
      await shop.tick(16 * MINUTE);
      const [exact, token, under] = [await shop.invoice(), await shop.invoice(), await shop.invoice()];
      await shop.choose(token.id, "USDC", AWAY);
      await shop.payIn(token.id, "USDC", AWAY);
      for (const { id } of [exact, late]) await shop.pay(id);
      await shop.pay(under.id, 600n);
      await shop.mine();
      for (const { id } of [exact, token, late]) await shop.settledTimes(id, 1);
      for (
        let second = 0;
        second < 8 && (await shop.load(under.id)).crosstill.refunds.length === 0;
        second++
      ) {
        await shop.tick();
        await shop.mine();
      }
      const stands = await Promise.all([exact, token, late, unpaid, under].map(({ id }) => shop.load(id)));
      expect(stands.map(({ status, additionalStatus }) => `${status} ${additionalStatus}`)).to.deep.equal([
        ...["Settled None", "Settled None", "Expired PaidLate", "Expired None", "New None"],
      ]);
      expect((await shop.received()) - before).to.equal(broughtBy(stands));
      expect(stands.map(({ crosstill }) => crosstill.refunds.length)).to.deep.equal([0, 0, 0, 0, 1]);
      const used = new Set(front.answered().filter((path) => /^\/(quote|requests)\//.test(path)));
      expect([...used].toSorted()).to.deep.equal([quotes, ...(lists === undefined ? [] : [lists])]);
    });

  const restart = async (withKey: boolean) => {
    hasKey = withKey;
    sandbox = await sandbox.restart();
    shop = evmShopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  };
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) await shop.tick();
  };

  it(`loses none of ${3 * THIRD} payments when the service ends version 2 and begins to require a key, and says once what to do`, async () => {
    front.change({});
    await restart(false);
    const before = await shop.received();
    const ids: string[] = [];
    while (ids.length < 3 * THIRD) ids.push((await shop.invoice()).id);
    for (const id of ids.slice(0, THIRD)) await shop.pay(id);
    await shop.mine();
    await pass(3);
    for (const id of ids.slice(THIRD, 2 * THIRD)) await shop.pay(id); // in no block when the service changes
    lines.length = 0;

    front.change({ versions: RETIRED, requiresKey: true });
    const unpriced = await shop.invoice();
    await shop.mine();
    await pass(8);
    expect(lines.map(({ event }) => event)).to.deep.equal(["invoice.not_priced", "service.key_refused"]);
    const { text } = await (await signedInAt(sandbox.app.gateway, sandbox.url)).get("/owner/server");
    expect(text.match(/takes no calls without an API key: set INTENTS_API_KEY/g)).to.have.length(1);
    expect(new Set(front.answered())).to.deep.equal(new Set());

    await restart(true);
    lines.length = 0;
    const later = await shop.invoice();
    ok(await sandbox.post(`/invoices/${unpriced.id}/payment-methods/BTC-CHAIN/activate`));
    for (const id of [...ids.slice(2 * THIRD), unpriced.id, later.id]) await shop.pay(id);
    await shop.mine();
    for (const id of [...ids, unpriced.id, later.id]) await shop.until(id, "Settled");
    const stands = await Promise.all([...ids, unpriced.id, later.id].map((id) => shop.load(id)));
    expect(stands.map(({ status }) => status)).to.deep.equal(Array(3 * THIRD + 2).fill("Settled"));
    expect((await shop.received()) - before).to.equal(broughtBy(stands));
    expect(new Set(front.answered().filter((path) => path.startsWith("/quote/")))).to.deep.equal(
      new Set(["/quote/v3"]),
    );
    expect(lines).to.deep.equal([{ event: "service.quote_version_changed", from: "v2", to: "v3" }]);
  });
});
