import { outcomeOf, wordOf, type Order } from "./orders.ts";
import type { Scene } from "./stage.ts";

/** What is wrong at this moment, in words: of each order by the chains, and of the books. */
export async function faultsOf(scene: Scene): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [index, one] of scene.orders.entries())
    for (const what of await faultsOfOrder(scene, one)) wrong.push(`order ${index} (${one.route}) ${what}`);
  return [...wrong, ...(await faultsOfBooks(scene, false))];
}

async function faultsOfOrder(scene: Scene, one: Order): Promise<readonly string[]> {
  const { paid, back, gone } = await outcomeOf(scene, one);
  const most = one.output + one.output / 8n; // prices move from 95 to 105 %; a second fill is another whole
  return [
    ...(paid > 0n && paid < one.minimum ? [`was paid ${paid}, less than ${one.minimum}`] : []),
    ...(paid > most ? [`was paid ${paid}: twice, or at a wrong price`] : []),
    ...(paid > 0n && back > 0n ? [`was filled (${paid}) and refunded (${back})`] : []),
    ...(back > one.amount ? [`got ${back} back of ${one.amount}`] : []),
    ...(paid > 0n && gone <= 0n ? ["was filled without a deposit"] : []),
    ...(gone > one.amount ? [`cost its payer ${gone} instead of ${one.amount}`] : []),
    ...(!one.isPaid && (gone !== 0n || paid !== 0n) ? ["took money that nobody gave"] : []),
  ];
}

/** The books against the chains, less what the history itself has taken. Deposits may not be read yet before the end. */
async function faultsOfBooks({ world, audit, taken }: Scene, isEnd: boolean): Promise<readonly string[]> {
  const report = await audit();
  const expected = (place: string, chainId: number, currency: string) => {
    const name = (["usdc", "weth"] as const).find((coin) => world.other[coin] === currency);
    const isTaken = place === "inventory:solver" && chainId === world.other.id && name !== undefined;
    return isTaken ? -(taken.get(name) ?? 0n) : 0n;
  };
  const off = report.places.filter(
    ({ place, chainId, currency, difference, outcome }) =>
      difference !== expected(place, chainId, currency) && (isEnd || outcome !== "unread"),
  );
  return [
    ...off.map(
      ({ place, chainId, currency, difference }) =>
        `${place} of ${currency} on ${chainId} is off by ${difference}`,
    ),
    ...report.faults.map(({ id, what }) => `${id} ${what}`),
    ...report.imbalances.map(({ chainId, currency, amount }) => `${chainId} ${currency} off by ${amount}`),
    ...report.unreached.map(({ chainId, why }) => `${chainId} ${why}`),
    ...(isEnd ? report.refundsOwed.map(({ requestId, amount }) => `${amount} is owed to ${requestId}`) : []),
  ];
}

/** What is wrong when everything that was paid had the time to end: each deposit was filled or given back, and the status says which. */
export async function finalFaultsOf(scene: Scene): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [index, one] of scene.orders.entries()) {
    const word = await wordOf(scene.world, one);
    const { paid, back, gone } = await outcomeOf(scene, one);
    const came = gone > 0n;
    const expected = paid > 0n ? "success" : back > 0n ? "refund" : "waiting";
    const isLost = came && expected === "waiting";
    if (word !== expected || isLost)
      wrong.push(
        `order ${index} (${one.route}) is ${word}: ${gone} came, ${paid} was paid, ${back} went back`,
      );
  }
  const alarmed = scene.alarms.filter((event) => event === "network.reverted_payment_paid");
  return [...wrong, ...alarmed, ...(await faultsOf(scene)), ...(await faultsOfBooks(scene, true))];
}
