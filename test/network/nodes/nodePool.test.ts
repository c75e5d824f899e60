import { expect } from "chai";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { createNodePool, NodesDisagree, NOTHING } from "../../../src/network/chains/nodePool.ts";
import type { Log } from "../../../src/runtime/log.ts";
import { testClock } from "../../support/clock.ts";

type Answer = string | number | Error;
type FakeNode = {
  name: string;
  answer: Answer;
  height: number;
  asked: number;
  head(): Promise<{ height: number; at: bigint }>;
};

const BLOCK_SECONDS = 12;
const down = () => new HttpFailure("unreachable", "Chain 1 gave no answer.");
const busy = () => new HttpFailure("busy", "Pause.", 429);
const says = String;

describe("the nodes of one EVM chain", () => {
  let clock: ReturnType<typeof testClock>;
  let events: string[];
  beforeEach(() => {
    clock = testClock();
    events = [];
  });

  const poolOf = (agreement: number, ...answers: readonly Answer[]) => {
    const nodes = answers.map((answer, index): FakeNode => {
      const node: FakeNode = {
        ...{ name: "abc"[index] ?? "", answer, height: 100, asked: 0 },
        async head() {
          if (node.answer instanceof Error) throw node.answer;
          return { height: node.height, at: BigInt(node.height * BLOCK_SECONDS) };
        },
      };
      return node;
    });
    const note = (event: string, data?: Record<string, unknown>) =>
      void events.push([event, data?.["node"]].filter(Boolean).join(" "));
    const log = { debug: note, info: note, warn: note, error: note } as Log;
    return { nodes, pool: createNodePool(nodes, { chainId: 1, agreement, clock, log }) };
  };
  const ask = async (node: FakeNode) => {
    node.asked += 1;
    if (node.answer instanceof Error) throw node.answer;
    return node.answer;
  };
  const failure = async (asked: Promise<unknown>): Promise<Error> => {
    try {
      await asked;
    } catch (error) {
      return error as Error; // only errors are thrown
    }
    throw new Error("Expected a failure.");
  };
  const counts = (nodes: readonly FakeNode[]) => nodes.map(({ asked }) => asked);
  const at = (nodes: readonly FakeNode[], index: number) => nodes[index] as FakeNode;

  describe("fail-over", () => {
    it("asks the first alone while it answers", async () => {
      const { nodes, pool } = poolOf(1, "one", "two");
      expect(await pool.first(ask)).to.equal("one");
      expect(counts(nodes)).to.deep.equal([1, 0]);
    });

    it("asks the next, leaves the failing one alone for 15 seconds, and returns to it", async () => {
      const { nodes, pool } = poolOf(1, down(), "two");
      expect(await pool.first(ask)).to.equal("two");
      expect(await pool.first(ask)).to.equal("two");
      expect(counts(nodes), "the first was not asked again").to.deep.equal([1, 2]);
      at(nodes, 0).answer = "one";
      clock.advance(15_000);
      expect(await pool.first(ask)).to.equal("one");
      expect(events).to.deep.equal(["network.node_failing a", "network.node_well a"]);
    });

    it("returns sooner to a node that answers when the nodes are compared", async () => {
      const { nodes, pool } = poolOf(1, busy(), "two");
      await pool.first(ask);
      at(nodes, 0).answer = "one";
      await pool.watch();
      expect(await pool.first(ask)).to.equal("one");
    });

    it("asks nodes that were left alone when there is no other", async () => {
      const { nodes, pool } = poolOf(1, down(), down());
      expect(await failure(pool.first(ask))).to.be.instanceOf(HttpFailure);
      at(nodes, 1).answer = "two";
      expect(await pool.first(ask)).to.equal("two");
    });

    it("is not left alone for longer when the clock is set back", async () => {
      const { nodes, pool } = poolOf(1, down(), "two");
      await pool.first(ask);
      at(nodes, 0).answer = "one";
      clock.advance(-3_600_000);
      expect(await pool.first(ask)).to.equal("one");
    });

    it("does not ask another when a node says no", async () => {
      const { nodes, pool } = poolOf(1, new HttpFailure("refused", "nonce too low"), "two");
      expect((await failure(pool.first(ask))).message).to.equal("nonce too low");
      expect(counts(nodes)).to.deep.equal([1, 0]);
      expect(pool.states()[0]).to.include({ isAnswering: true, failures: 0 });
    });

    it("asks a node that is behind after the others", async () => {
      const { nodes, pool } = poolOf(1, "one", "two");
      at(nodes, 0).height = 90;
      await pool.watch();
      expect(await pool.first(ask)).to.equal("two");
      expect(pool.states().map(({ behind }) => behind)).to.deep.equal([10, 0]);
      at(nodes, 0).height = 99; // a block or two late is no reason
      await pool.watch();
      expect(await pool.first(ask)).to.equal("one");
      expect(events).to.deep.equal(["network.node_behind a", "network.node_well a"]);
    });

    it("hands a transaction to all, and one that takes it is enough", async () => {
      const { nodes, pool } = poolOf(2, down(), new HttpFailure("refused", "already known"), "taken");
      await pool.tell(async (node) => void (await ask(node)));
      expect(counts(nodes)).to.deep.equal([1, 1, 1]);
      at(nodes, 2).answer = down();
      expect((await failure(pool.tell(async (node) => void (await ask(node))))).message).to.equal(
        "already known",
      );
    });
  });

  describe("agreement", () => {
    const agreed = (pool: ReturnType<typeof poolOf>["pool"]) => pool.agreed("a receipt", ask, says);

    it("asks no more nodes than must agree", async () => {
      const { nodes, pool } = poolOf(2, "success", "success", "success");
      expect(await agreed(pool)).to.equal("success");
      expect(counts(nodes)).to.deep.equal([1, 1, 0]);
    });

    for (const liar of [0, 1, 2])
      it(`is not moved by node ${liar + 1} of three, which lies, and counts it as contradicted`, async () => {
        const { nodes, pool } = poolOf(2, "success", "success", "success");
        at(nodes, liar).answer = "reverted";
        expect(await agreed(pool)).to.equal("success");
        const contradicted = pool.states().map(({ outvoted }) => outvoted);
        expect(contradicted).to.deep.equal([0, 1, 2].map((index) => Number(index === liar && liar < 2)));
      });

    it("throws NodesDisagree when no answer has enough nodes, in any order", async () => {
      for (const answers of [
        ["x", "y"],
        ["x", NOTHING],
        ["x", "y", "z"],
        ["x", "y", down()],
      ] as const) {
        const { pool } = poolOf(2, ...answers);
        expect(await failure(agreed(pool)), answers.join()).to.be.instanceOf(NodesDisagree);
      }
    });

    it("needs all three where three must agree", async () => {
      expect(await agreed(poolOf(3, "x", "x", "x").pool)).to.equal("x");
      expect(await failure(agreed(poolOf(3, "x", "x", "y").pool))).to.be.instanceOf(NodesDisagree);
      expect(await failure(agreed(poolOf(3, "x", "x", down()).pool))).not.to.be.instanceOf(NodesDisagree);
    });

    it("believes nobody when fewer answer than must agree", async () => {
      const { pool } = poolOf(2, down(), "success", busy());
      const error = await failure(agreed(pool));
      expect(error).to.be.instanceOf(HttpFailure).and.not.instanceOf(NodesDisagree);
      expect(error.message).to.equal("1 of 3 nodes of chain 1 answered, and 2 must agree.");
    });

    it("goes on with two of three while one gives no answer", async () => {
      const { pool } = poolOf(2, down(), "success", "success");
      expect(await agreed(pool)).to.equal("success");
      expect(await agreed(pool)).to.equal("success");
    });

    it("takes a missing answer of a late node neither for a lie nor for news", async () => {
      const { nodes, pool } = poolOf(2, NOTHING, "success", "success");
      expect(await agreed(pool)).to.equal("success");
      expect(pool.states().map(({ outvoted }) => outvoted)).to.deep.equal([0, 0, 0]);
      clock.advance(31_000);
      at(nodes, 0).answer = "success";
      expect(await agreed(pool)).to.equal("success");
      expect(events).to.deep.equal([]);
    });

    it("tells once of a dispute that lasts half a minute, and when it has ended", async () => {
      const { nodes, pool } = poolOf(2, "success", "reverted");
      await failure(agreed(pool));
      expect(pool.disputes()).to.deep.equal([]);
      for (let again = 0; again < 3; again++) {
        clock.advance(30_000);
        await failure(agreed(pool));
      }
      expect(pool.disputes().map(({ what, said }) => [what, ...said])).to.deep.equal([
        ["a receipt", "a says success", "b says reverted"],
      ]);
      at(nodes, 1).answer = "success";
      await agreed(pool);
      expect(pool.disputes()).to.deep.equal([]);
      expect(events).to.deep.equal(["network.nodes_disagree", "network.nodes_agree"]);
    });

    it("counts with the height that enough nodes have reached", async () => {
      const height = (pool: ReturnType<typeof poolOf>["pool"]) =>
        pool.agreedNumber(async (node) => Number(await ask(node)));
      expect(await height(poolOf(2, 1_000_000, 100).pool), "one that is ahead alone").to.equal(100);
      expect(await height(poolOf(2, 90, 100).pool)).to.equal(90);
      expect(await failure(height(poolOf(2, 100, down()).pool))).to.be.instanceOf(HttpFailure);
    });

    for (const lie of [0, 1_000_000])
      for (const liar of [0, 1, 2])
        it(`counts with no height of ${lie} that node ${liar + 1} of three alone tells`, async () => {
          const { nodes, pool } = poolOf(2, 100, 100, 100);
          at(nodes, liar).answer = lie;
          expect(await pool.agreedNumber(async (node) => Number(await ask(node)))).to.equal(100);
        });

    it("asks no more nodes for a height than must agree, where these are as high", async () => {
      const { nodes, pool } = poolOf(2, 100, 100, 100);
      await pool.agreedNumber(async (node) => Number(await ask(node)));
      expect(counts(nodes)).to.deep.equal([1, 1, 0]);
    });

    it("asks the first alone where one is enough", async () => {
      const { nodes, pool } = poolOf(1, "success", "reverted");
      expect(await agreed(pool)).to.equal("success");
      expect(counts(nodes)).to.deep.equal([1, 0]);
    });

    it("takes the yes of any node, and a no of as many as must agree", async () => {
      const isKnown = (pool: ReturnType<typeof poolOf>["pool"]) =>
        pool.some(async (node) => (await ask(node)) === "known");
      expect(await isKnown(poolOf(2, "unknown", "unknown", "known").pool)).to.equal(true);
      expect(await isKnown(poolOf(2, "unknown", "unknown", down()).pool)).to.equal(false);
      expect(await failure(isKnown(poolOf(2, "unknown", down(), down()).pool))).to.be.instanceOf(HttpFailure);
    });

    it("throws what is no failure of a node", async () => {
      const { pool } = poolOf(2, "x", new TypeError("a mistake of the program"));
      expect(await failure(agreed(pool))).to.be.instanceOf(TypeError);
    });
  });
});
