import fc, { type AsyncCommand } from "fast-check";
import { createTestClient, http, type Hex } from "viem";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { NOBODY, transferOf } from "../evmRoutes.ts";
import { postSignature, signStep } from "../gasless/signed.ts";
import { DOLLAR } from "../pools/poolWorld.ts";
import { movedKey, order, pay, ROUTES, type Order } from "./orders.ts";
import { lie, staleNonces, type Lie } from "./lies.ts";
import type { Inventory, Scene } from "./stage.ts";
import { faultsOf } from "./truth.ts";

/** What is known of a history without asking the service: how many orders there may be. */
type Known = { orders: number };
export type Step = AsyncCommand<Known, Scene>;

type Act = (scene: Scene, known: Known) => Promise<void>;

/** A command: it happens, and everything that must hold is checked. It picks orders by a number in whatever there is. */
function command(name: string, act: Act, needs = 0): Step {
  return {
    check: ({ orders }) => orders >= needs,
    async run(known, scene) {
      await act(scene, known);
      const faults = await faultsOf(scene);
      if (faults.length > 0) throw new Error(`After ${name}: ${faults.join("; ")}`);
    },
    toString: () => name,
  };
}

const which = fc.nat(20);

function pick(orders: readonly Order[], index: number): Order | undefined {
  return orders[index % Math.max(1, orders.length)];
}

/** Does something with an order of a kind, where there is one. */
function about(
  name: string,
  isMeant: (one: Order) => boolean,
  act: (scene: Scene, one: Order) => Promise<void>,
) {
  return which.map((index) =>
    command(
      `${name}(${index})`,
      async (scene) => {
        const one = pick(scene.orders.filter(isMeant), index);
        if (one) await act(scene, one);
      },
      1,
    ),
  );
}

const isSigned = ({ quote }: Order) => quote !== undefined;

// What payers do

const ordered = fc.tuple(fc.constantFrom(...ROUTES), fc.boolean()).map(([route, isPaidNow]) =>
  command(`order(${route}${isPaidNow ? ", paid" : ""})`, async (scene, known) => {
    const one = await order(scene, route);
    if (!one) return;
    scene.orders.push(one);
    known.orders += 1;
    if (isPaidNow) await pay(scene, one);
  }),
);

const paid = about("pay", ({ isPaid }) => !isPaid, pay);

const replayed = about(
  "replay the permit",
  ({ signature }) => signature !== undefined,
  async (scene, one) => {
    const { world, orders } = scene;
    if (!one.quote || !one.signature) return;
    const { status } = await postSignature(world, one.quote, one.signature);
    if (status === 200) one.isPaid = true; // it was refused before, for a reason that has passed
    for (const { quote } of orders.filter((other) => other !== one && isSigned(other)))
      if (quote) await expectRefused(scene, quote, one.signature);
  },
);

const elsewhere = about("sign for another chain", isSigned, async (scene, { quote, signer }) => {
  const account = scene.signers[signer ?? 0]?.account;
  if (!quote || !account) return;
  const changes = { domain: { chainId: scene.world.other.id } };
  await expectRefused(scene, quote, await signStep(account, quote.sign, changes));
});

const expired = about(
  "sign too late",
  (one) => isSigned(one) && !one.isPaid,
  async (scene, { quote, signer }) => {
    const account = scene.signers[signer ?? 0]?.account;
    if (!quote || !account) return;
    await letPass(scene, 11 * MINUTE_MS);
    await expectRefused(scene, quote, await signStep(account, quote.sign));
  },
);

async function expectRefused(
  { world }: Scene,
  quote: NonNullable<Order["quote"]>,
  signature: Hex,
): Promise<void> {
  const { status, code } = await postSignature(world, quote, signature);
  if (status < 400 || status >= 500)
    throw new Error(`A signature for something else got ${status} ${String(code)}.`);
}

const movedAway = about("move the signer's tokens", isSigned, moveOrReturn);

/** A signer's tokens go elsewhere, and come back. */
export async function moveOrReturn({ world, signers, moved }: Scene, one: Order): Promise<void> {
  const { evm } = world;
  const token = one.from as typeof evm.usdc; // of a signed order
  const away = moved.get(movedKey(one)) ?? 0n;
  const held = await evm.balanceOf(token, one.payer);
  if (away > 0n) await evm.mint(token, one.payer as typeof token, away);
  else await signers[one.signer ?? 0]?.send(transferOf(token, NOBODY, held));
  moved.set(movedKey(one), away > 0n ? 0n : held);
}

const delegated = about("delegate to foreign code", isSigned, async ({ world: { evm } }, { payer }) => {
  const address = payer as typeof evm.usdc; // a wallet's
  const code = await evm.client.getCode({ address });
  await anvil(evm.url).setCode({ address, bytecode: code ? "0x" : `0xef0100${evm.weth.slice(2)}` });
});

// What time and the process do

const worked = fc
  .integer({ min: 1, max: 3 })
  .map((times) => command(`tick(${times})`, ({ world }) => world.tick(times)));

const waited = fc
  .constantFrom(1, 3, 6)
  .map((minutes) => command(`wait(${minutes} min)`, (scene) => letPass(scene, minutes * MINUTE_MS)));

const restarted = fc.constant(null).map(() =>
  command("restart", async ({ world, restart }) => {
    await restart();
    await world.tick();
  }),
);

/** Time passes with a look before and after it, and blocks come on both chains. */
async function letPass({ world }: Scene, ms: number): Promise<void> {
  await world.tick();
  for (const { client } of [world.evm, world.other]) await client.mine({ blocks: 1 });
  world.now += ms;
  await world.tick(2);
}

// What chains do

const swallowed = fc.integer({ min: 1, max: 3 }).map((times) =>
  command(`swallow what is sent (${times} s)`, async ({ world }) => {
    world.swallowSends = true;
    await world.tick(times);
    world.swallowSends = false;
  }),
);

/** Fills are forgotten and replaced by dearer ones; then one of the older or one of the newer lands. */
const replaced = fc.boolean().map((isOlder) =>
  command(`replace fills, and let ${isOlder ? "the older" : "the newer"} land`, async ({ world }) => {
    const { client, url } = world.other;
    const before = world.sent.length;
    await client.setAutomine(false);
    await world.tick(2);
    const older = world.sent.slice(before);
    await anvil(url).dropAll();
    await client.mine({ blocks: 1 });
    world.now += 2 * MINUTE_MS;
    await world.tick(1);
    if (isOlder) {
      await anvil(url).dropAll();
      for (const raw of new Set(older))
        await client.request({ method: "eth_sendRawTransaction", params: [raw] }).catch(() => {}); // of the other chain, or used up
    }
    await client.mine({ blocks: 1 });
    await client.setAutomine(true);
    await world.tick();
  }),
);

const lied = fc
  .tuple(fc.constantFrom<Lie>("hidden", "reverted", "successful"), fc.constantFrom(1, 3))
  .map(([kind, seconds]) =>
    command(`receipts are ${kind} (${seconds} s)`, async ({ world }) => {
      world.tamper = lie(world, kind);
      await world.tick(seconds);
      world.tamper = undefined;
      await world.tick();
    }),
  );

/** Longer than the service believes anything else, with as many blocks. */
const insisted = fc.constantFrom<Lie>("hidden", "reverted", "successful").map((kind) =>
  command(`receipts are ${kind} (12 min)`, async ({ world }) => {
    world.tamper = lie(world, kind);
    for (let look = 0; look < 4; look++) {
      await world.tick();
      await world.other.client.mine({ blocks: 12 });
      world.now += 4 * MINUTE_MS;
    }
    await world.tick(2);
    world.tamper = undefined;
    await world.tick();
  }),
);

const stale = fc.integer({ min: 1, max: 3 }).map((behind) =>
  command(`nonces are stale by ${behind}`, async ({ world }) => {
    world.tamper = staleNonces(behind);
    await world.tick(3);
    world.now += MINUTE_MS;
    await world.tick(2);
    world.tamper = undefined;
  }),
);

// What markets and the operator do

const drained = fc.constantFrom<"usdc" | "weth">("usdc", "weth").map((token) =>
  command(`drain the pool with ${token}`, async ({ world, pooled }) => {
    const amount = token === "usdc" ? 1_000_000n * DOLLAR : 300n * 10n ** 18n;
    await pooled.pools.sell(world.other[token], amount);
  }),
);

const levelled = fc
  .constant(null)
  .map(() => command("level the pools", ({ pooled }) => pooled.pools.level()));

const disagreed = fc.constantFrom(95n, 100n, 105n).map((percent) =>
  command(`the price sources say ${percent} %`, async ({ pooled: { prices } }) => {
    for (const symbol of ["ETH", "WETH"]) prices.usd[symbol] = 3_000n * 10n ** 6n * percent;
  }),
);

const short = fc
  .constantFrom<Inventory>("usdc", "weth")
  .map((coin) => command(`take or return the ${coin}`, (scene) => takeOrReturn(scene, coin)));

/** The operator's coins go elsewhere, and come back. */
export async function takeOrReturn({ world, taken }: Scene, coin: Inventory): Promise<void> {
  const { other, network } = world;
  const held = await other.balanceOf(other[coin], network.solver.evm);
  const away = taken.get(coin) ?? 0n;
  await other.setTokens(other[coin], network.solver.evm, away > 0n ? held + away : 0n);
  taken.set(coin, away > 0n ? 0n : held);
}

/** Every fault, the usual more often than the odd. */
const anything: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: ordered },
  { weight: 6, arbitrary: paid },
  { weight: 8, arbitrary: worked },
  ...[replayed, lied, stale, replaced, drained, disagreed, short].map((arbitrary) => ({
    weight: 3,
    arbitrary,
  })),
  ...[waited, elsewhere, movedAway, delegated, swallowed, levelled, insisted].map((arbitrary) => ({
    weight: 2,
    arbitrary,
  })),
  ...[expired, restarted].map((arbitrary) => ({ weight: 1, arbitrary })),
);

const NOTHING = command("nothing", async () => {});

/** A history of exactly so many commands, of which two orders are the first; a failing one shrinks by taking commands out. */
export function histories(commands: number): fc.Arbitrary<readonly Step[]> {
  const step = fc.option(anything, { nil: NOTHING, freq: 1_000 });
  const rest = fc.array(step, { minLength: commands - 2, maxLength: commands - 2 });
  return fc.tuple(ordered, ordered, rest).map(([first, second, others]) => [first, second, ...others]);
}

/** A client that may do what only anvil allows. */
export function anvil(url: string) {
  const { setCode, request } = createTestClient({ mode: "anvil", transport: http(url) });
  const dropAll = () => request({ method: "anvil_dropAllTransactions", params: [] } as never);
  return { setCode, dropAll };
}
