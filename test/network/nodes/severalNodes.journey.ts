import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { itInFull, usualCases } from "../../support/sizes.ts";
import { balance, createPayees, evmQuote, walk } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { startWorld, type World } from "../world.ts";
import { startNodes, type NodeProxy, type RpcAnswer, type RpcCall } from "./nodeProxies.ts";

const TOKEN = "operator-token-for-tests";
const MINUTE = 60_000;
const BETWEEN_LOOKS = 3; // minutes

type Lie = NonNullable<NodeProxy["lie"]>;
type Block = { transactions: { to: string | null; value: string }[] };

/** Says of every transaction that it was reverted. */
const revertsAll: Lie = ({ method }, answer) =>
  method === "eth_getTransactionReceipt" ? changed(answer, { status: "0x0", logs: [] }) : answer;
/** Has heard of no transaction. */
const knowsNone: Lie = ({ method }, answer) =>
  method === "eth_getTransactionReceipt" ? { ...answer, result: null } : answer;

describe("an EVM chain through several nodes", () => {
  let world: World;
  let user: Wallet;
  let nodes: readonly NodeProxy[]; // of both chains: three each
  let used = 0; // of each chain
  const payee = createPayees();

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
    nodes = [...(await startNodes(world.evm.url, 3)), ...(await startNodes(world.other.url, 3))];
    await useNodes(3);
  });
  after(async () => {
    await world.close();
    for (const node of nodes) await node.close();
  });
  beforeEach(async () => {
    for (const node of nodes)
      Object.assign(node, { isDown: false, keepsTransactions: false, lie: undefined });
  });

  /** The service starts anew, unless it has so many nodes of each chain already. */
  async function useNodes(count: number): Promise<void> {
    if (used === count) return;
    used = count;
    const urls = nodes.map(({ url }) => url);
    const chain = (from: number) => {
      const [rpcUrl = "", ...otherRpcUrls] = urls.slice(from, from + count);
      return { ...(from === 0 ? world.evm : world.other).config(rpcUrl), otherRpcUrls };
    };
    await world.restart({ evmChains: [chain(0), chain(3)], operatorToken: TOKEN });
    await world.tick(2);
  }
  const [ORIGIN, DESTINATION] = [0, 3];
  const node = (first: number, index: number) => nodes[first + index] as NodeProxy;
  const paid = (recipient: string) => balance(world.other, ZERO_ADDRESS, recipient);
  const wordOf = async ({ requestId }: { requestId: string }) => (await world.status(requestId))["status"];
  const authorized = { headers: { authorization: `Basic ${Buffer.from(`x:${TOKEN}`).toString("base64")}` } };
  const operator = async (path: string) => (await fetch(`${world.url}${path}`, authorized)).text();
  const metric = async (line: RegExp) => Number(line.exec(await operator("/metrics"))?.[1]);
  const contradicted = (first: number, index: number) => {
    const { host } = new URL(node(first, index).url);
    return metric(new RegExp(`crosstill_network_node_outvoted_total\\{[^}]*node="${host}"[^}]*\\} (\\d+)`));
  };

  async function quoted(changes: Readonly<Record<string, unknown>> = {}) {
    const recipient = payee();
    return { recipient, ...(await evmQuote(world, user, { recipient, ...changes })) };
  }
  async function deposited() {
    const quote = await quoted();
    await walk(user, quote.steps);
    return quote;
  }
  /** Long enough for the service to give a payment up, were it to believe that it failed. */
  async function minutes(count: number): Promise<void> {
    for (let left = count; left > 0; left -= BETWEEN_LOOKS) {
      world.now += Math.min(left, BETWEEN_LOOKS) * MINUTE;
      await world.tick();
    }
    await world.tick(2);
  }
  async function expectPaidOnce(quote: Awaited<ReturnType<typeof deposited>>): Promise<void> {
    expect(await wordOf(quote)).to.equal("success");
    const once = await paid(quote.recipient);
    expect(once >= quote.minimum, `${once} of ${quote.minimum}`).to.equal(true);
    await minutes(5);
    expect(await paid(quote.recipient), "paid once").to.equal(once);
  }

  it("goes on with fills when the first node of each chain goes down after a deposit", async () => {
    const quote = await deposited();
    node(ORIGIN, 0).isDown = true;
    node(DESTINATION, 0).isDown = true;
    await world.tick(3);
    await expectPaidOnce(quote);
    const { host } = new URL(node(ORIGIN, 0).url);
    const up = new RegExp(`crosstill_network_node_up\\{[^}]*node="${host}"[^}]*\\} (\\d)`);
    expect(await metric(up)).to.equal(0);
    expect(textOf(await operator("/operator"))).to.contain(`${host} no answer`);
    node(ORIGIN, 0).isDown = node(DESTINATION, 0).isDown = false;
    await minutes(1);
    expect(await metric(up)).to.equal(1);
  });

  for (const index of usualCases([0], [1]))
    it(`does not believe node ${index + 1} of three that the fill was reverted`, async () => {
      node(DESTINATION, index).lie = revertsAll;
      const quote = await deposited();
      await world.tick(3);
      await expectPaidOnce(quote);
      expect(await contradicted(DESTINATION, index)).to.be.greaterThan(0);
    });

  itInFull("does not believe a node that has heard of no payment", async () => {
    node(DESTINATION, 0).lie = knowsNone;
    const quote = await deposited();
    await world.tick(3);
    await expectPaidOnce(quote);
  });

  /** The first node of the origin shows another amount of what was sent to an address. */
  function showsAmount(address: string, amount: bigint): { wasAsked: boolean } {
    const lie = { wasAsked: false };
    node(ORIGIN, 0).lie = ({ method }, answer) => {
      const block = answer.result as Block | null;
      if (method !== "eth_getBlockByNumber" || !block) return answer;
      for (const transaction of block.transactions) {
        if (transaction.to?.toLowerCase() !== address) continue;
        transaction.value = `0x${amount.toString(16)}`;
        lie.wasAsked = true;
      }
      return answer;
    };
    return lie;
  }
  const addressQuote = () => quoted({ useDepositAddress: true, refundTo: user.address });
  const wantedOf = ({ steps }: Awaited<ReturnType<typeof quoted>>) =>
    BigInt(steps[0]?.items[0]?.data.value ?? 0);

  it("takes a deposit as two of three nodes show it, whatever the third makes of its amount", async () => {
    const quote = await addressQuote();
    const lie = showsAmount(quote.address, wantedOf(quote) / 3n);
    await user.send({ to: quote.address, value: wantedOf(quote) });
    await world.tick(4);
    expect(lie.wasAsked, "the node has lied").to.equal(true);
    await expectPaidOnce(quote);
    expect(await contradicted(ORIGIN, 0)).to.be.greaterThan(0);
    expect(await metric(/crosstill_network_deposits_late\{chain="31337"\} (\d+)/)).to.equal(0);
  });

  it("fills nothing on a deposit that one of three nodes has invented", async () => {
    const quote = await addressQuote();
    const lie = showsAmount(quote.address, wantedOf(quote));
    await user.send({ to: quote.address, value: 1n });
    await world.tick(4);
    await minutes(12);
    expect(lie.wasAsked, "the node has lied").to.equal(true);
    expect(await paid(quote.recipient)).to.equal(0n);
    expect(await wordOf(quote)).to.equal("waiting");
    node(ORIGIN, 0).lie = undefined;
    await user.send({ to: quote.address, value: wantedOf(quote) });
    await world.tick(4);
    await expectPaidOnce(quote);
  });

  it("keeps quoting and paying while a node is far behind", async () => {
    await world.other.client.mine({ blocks: 20 });
    node(DESTINATION, 0).lie = behind(world.other.url, 10);
    const quote = await deposited();
    await minutes(1);
    await world.tick(3);
    await expectPaidOnce(quote);
  });

  itInFull(
    "hands a payment to every node, so that one which keeps it for itself delays nothing",
    async () => {
      node(DESTINATION, 0).keepsTransactions = true;
      const quote = await deposited();
      await world.tick(3);
      await expectPaidOnce(quote);
    },
  );

  describe("with two nodes", () => {
    beforeEach(() => useNodes(2));

    it("fills nothing on a deposit that one of two nodes has invented, and tells the operator", async () => {
      const quote = await addressQuote();
      const lie = showsAmount(quote.address, wantedOf(quote));
      await user.send({ to: quote.address, value: 1n }); // the node makes the whole amount of it
      await world.tick(3);
      await minutes(12);
      expect(lie.wasAsked, "the node has lied").to.equal(true);
      expect(await paid(quote.recipient)).to.equal(0n);
      expect(await wordOf(quote)).not.to.equal("success");
      const page = textOf(await operator("/operator"));
      expect(page).to.contain(`of ${quote.requestId} has enough blocks and is not confirmed`);
      expect(page).to.match(/have not agreed since .* about deposit .* 2 must agree/);
      expect(await metric(/crosstill_network_deposits_late\{chain="31337"\} (\d+)/)).to.equal(1);
    });

    it("decides nothing while two nodes contradict each other, and goes on when they agree", async () => {
      node(DESTINATION, 1).lie = revertsAll;
      const quote = await deposited();
      await world.tick(3);
      const once = await paid(quote.recipient);
      expect(once > 0n, "the fill is in a block").to.equal(true);
      await minutes(10);
      expect(await wordOf(quote)).to.equal("pending");
      expect(await paid(quote.recipient), "and not sent again").to.equal(once);
      expect(textOf(await operator("/operator"))).to.match(
        /have not agreed since .* about the receipt of 0x/,
      );
      expect(await metric(/crosstill_network_nodes_disagree\{chain="31338"\} (\d+)/)).to.equal(1);
      node(DESTINATION, 1).lie = undefined;
      await world.tick(3);
      await expectPaidOnce(quote);
    });

    it("decides nothing while fewer nodes answer than must agree, and goes on when they do", async () => {
      const quote = await deposited();
      node(ORIGIN, 1).isDown = true;
      await world.tick(3);
      await minutes(10);
      expect(await wordOf(quote)).to.be.oneOf(["waiting", "pending"]);
      expect(await paid(quote.recipient)).to.equal(0n);
      node(ORIGIN, 1).isDown = false;
      await minutes(1);
      await world.tick(3);
      await expectPaidOnce(quote);
    });
  });
});

function changed(answer: RpcAnswer, changes: Readonly<Record<string, unknown>>): RpcAnswer {
  return answer.result ? { ...answer, result: { ...answer.result, ...changes } } : answer;
}

/** A node that stopped taking in blocks: nothing above its newest one is known. */
function behind(url: string, blocks: number): Lie {
  return async ({ method, params }: RpcCall, answer) => {
    const tip = BigInt(await rpc(url, "eth_blockNumber", [])) - BigInt(blocks);
    if (method === "eth_blockNumber") return { ...answer, result: `0x${tip.toString(16)}` };
    if (method === "eth_getBlockByNumber" && params[0] === "latest")
      return { ...answer, result: await rpc(url, method, [`0x${tip.toString(16)}`, params[1]]) };
    const height = (answer.result as { blockNumber?: string } | null | undefined)?.blockNumber;
    return height !== undefined && BigInt(height) > tip ? { ...answer, result: null } : answer;
  };
}

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<string> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const asked = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return ((await asked.json()) as { result: string }).result;
}

/** What a reader of a page sees of it. */
function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}
