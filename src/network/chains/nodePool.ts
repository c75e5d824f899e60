import { HttpRequestError, RpcRequestError, TimeoutError, BaseError } from "viem";
import { HttpFailure } from "../../http-client/http.ts";
import type { Log } from "../../runtime/log.ts";
import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import { isCause, WrongChain } from "./asking.ts";
import type { Head } from "./evmNode.ts";

/** As many nodes as must agree gave answers, and they are not the same. Nothing may follow from any of them. */
export class NodesDisagree extends HttpFailure {
  override name = "NodesDisagree";
  constructor(chainId: number, what: string, said: readonly string[]) {
    super("broken", `The nodes of chain ${chainId} do not agree about ${what}: ${said.join("; ")}.`);
  }
}

/** How a node does. `behind` is how many blocks another node is ahead of it, 0 where that is not worth a word. */
export type NodeState = Readonly<{
  node: string;
  isAnswering: boolean;
  behind: number;
  failures: number; // since the start
  outvoted: number; // answers that enough others contradicted, since the start
}>;

/** A question on which the nodes have not agreed for a while, and what each said. */
export type Dispute = Readonly<{ what: string; since: Instant; said: readonly string[] }>;

/** The nodes of one chain, in order of preference. */
export type NodePool<Node> = Readonly<{
  /** The answer of the first node that gives one. Throws HttpFailure when none does. */
  first<T>(ask: (node: Node) => Promise<T>): Promise<T>;
  /** Tells all nodes at once; done when one has taken it. Throws a node's refusal, or HttpFailure when none gave an answer. */
  tell(ask: (node: Node) => Promise<void>): Promise<void>;
  /**
   * The answer that as many nodes give alike as must agree; `said` is an answer in words, the same for the same answers only.
   * Throws NodesDisagree, and HttpFailure when too few answer.
   */
  agreed<T>(what: string, ask: (node: Node) => Promise<T>, said: (answer: T) => string): Promise<T>;
  /** True when one node says yes; false when as many as must agree answer, and all say no. Throws HttpFailure when too few answer. */
  some(ask: (node: Node) => Promise<boolean>): Promise<boolean>;
  /** The highest number that as many nodes as must agree have reached. Throws HttpFailure when too few answer. */
  agreedNumber(ask: (node: Node) => Promise<number>): Promise<number>;
  /** Compares the newest blocks of all nodes; one that was left alone and answers is asked again from now on. */
  watch(): Promise<void>;
  states(): readonly NodeState[];
  disputes(): readonly Dispute[];
}>;

/** What an answer says that is none, in `agreed`: a node that does not have something yet is not wrong. */
export const NOTHING = "nothing";

const LEFT_ALONE_MS = 15 * SECOND_MS;
const BEHIND = { blocks: 3, seconds: 15n }; // both: chains differ in how often they have a block
const DISPUTED_MS = 30 * SECOND_MS; // nodes get a block some seconds after one another
const FORGOTTEN_MS = 10 * MINUTE_MS; // a dispute that is not asked about any more
const MOST_DISPUTES = 1_000;
const PAUSE_CODES: readonly number[] = [429, -32005, -32007, -32002]; // as nodes ask for one

type Member = { name: string; head(): Promise<Head> };
type Tracked<Node> = {
  readonly node: Node;
  restUntil: Instant;
  isFailing: boolean;
  behind: number;
  failures: number;
  outvoted: number;
};
type Given<Node, T> = Readonly<{ by: Tracked<Node>; answer: T }>;

/**
 * Asks the nodes of a chain. One that fails is left alone for a quarter of a minute, or until `watch` finds that it answers; one
 * that is behind is asked after the others. As soon as the first is well it is asked first again. A node that is the only one
 * is always asked. `agreement` is how many nodes must say the same where money depends on it.
 */
export function createNodePool<Node extends Member>(
  nodes: readonly Node[],
  options: Readonly<{ chainId: number; agreement: number; clock: Clock; log: Log }>,
): NodePool<Node> {
  const { chainId, agreement, clock, log } = options;
  const tracked = nodes.map((node): Tracked<Node> => ({
    ...{ node, restUntil: 0, isFailing: false, behind: 0, failures: 0, outvoted: 0 },
  }));
  const disputes = createDisputes(chainId, clock, log);
  const isAlone = nodes.length === 1;

  const say = (event: string, { node: { name } }: Tracked<Node>, data: Record<string, unknown> = {}) => {
    if (!isAlone) log[event === "network.node_well" ? "info" : "warn"](event, { chain: chainId, node: name, ...data }); // prettier-ignore
  };
  const isResting = ({ restUntil }: Tracked<Node>) => {
    const left = restUntil - clock();
    return left > 0 && left <= LEFT_ALONE_MS; // a longer one: the clock was set back
  };
  const awake = () => {
    const ready = tracked.filter((one) => !isResting(one));
    return [...ready.filter(({ behind }) => behind === 0), ...ready.filter(({ behind }) => behind > 0)];
  };
  const noteAnswer = (one: Tracked<Node>) => {
    one.restUntil = 0;
    if (!one.isFailing) return;
    one.isFailing = false;
    say("network.node_well", one);
  };
  const noteFailure = (one: Tracked<Node>, error: HttpFailure) => {
    if (!isNodesOwn(error)) return;
    one.failures += 1;
    one.restUntil = clock() + LEFT_ALONE_MS;
    if (one.isFailing) return;
    one.isFailing = true;
    say("network.node_failing", one, { error });
  };
  const askOne = async <T>(one: Tracked<Node>, ask: (node: Node) => Promise<T>): Promise<T> => {
    try {
      const answer = await ask(one.node);
      noteAnswer(one);
      return answer;
    } catch (error) {
      if (error instanceof HttpFailure) noteFailure(one, error);
      throw error;
    }
  };
  /** Undefined where the node gave no answer. */
  const tryOne = async <T>(
    by: Tracked<Node>,
    ask: (node: Node) => Promise<T>,
  ): Promise<Given<Node, T> | undefined> => {
    try {
      return { by, answer: await askOne(by, ask) };
    } catch (error) {
      if (error instanceof HttpFailure) return undefined;
      throw error;
    }
  };
  const tooFew = (answered: number) => {
    const had = `${answered} of ${nodes.length} nodes of chain ${chainId} answered`;
    return new HttpFailure("unreachable", `${had}, and ${agreement} must agree.`);
  };
  /** Asks as many nodes as must agree, then one more at a time, until `pick` finds an answer. */
  const askSeveral = async <T, Picked>(
    ask: (node: Node) => Promise<T>,
    pick: (given: readonly Given<Node, T>[]) => Picked | undefined,
  ): Promise<Readonly<{ picked: Picked | undefined; given: readonly Given<Node, T>[] }>> => {
    const given: Given<Node, T>[] = [];
    const left = awake();
    if (left.length >= agreement) {
      while (left.length > 0) {
        const next = left.splice(0, Math.max(1, agreement - given.length));
        const answers = await Promise.all(next.map((one) => tryOne(one, ask)));
        given.push(...answers.filter((answer) => answer !== undefined));
        const picked = given.length >= agreement ? pick(given) : undefined;
        if (picked !== undefined) return { picked, given };
      }
    }
    if (given.length >= agreement) return { picked: undefined, given };
    throw tooFew(given.length);
  };
  const first = async <T>(ask: (node: Node) => Promise<T>): Promise<T> => {
    const ready = awake();
    let failure: unknown;
    for (const one of ready.length > 0 ? ready : tracked) {
      try {
        return await askOne(one, ask);
      } catch (error) {
        if (!(error instanceof HttpFailure) || error.kind === "refused") throw error;
        failure ??= error;
      }
    }
    throw failure;
  };
  return {
    first,
    async tell(ask) {
      const ready = awake();
      const told = (ready.length > 0 ? ready : tracked).map((one) => askOne(one, ask));
      try {
        await Promise.any(told);
      } catch (error) {
        const failures: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
        throw failures.find((one) => one instanceof HttpFailure && one.kind === "refused") ?? failures[0];
      }
    },
    async agreed(what, ask, said) {
      if (agreement <= 1) return first(ask);
      const { picked, given } = await askSeveral(ask, (all) => majority(all, said, agreement));
      const words = given.map(({ by, answer }) => `${by.node.name} says ${said(answer)}`);
      const others = given.filter(({ answer }) => said(answer) !== picked?.said);
      const mayCome = picked?.said === NOTHING && others.length > 0; // most may be late, or one may have invented it
      if (!picked || mayCome) disputes.note(what, words);
      else disputes.settle(what);
      if (picked) {
        if (!mayCome)
          for (const { by } of others.filter(({ answer }) => said(answer) !== NOTHING)) by.outvoted += 1;
        return picked.answer;
      }
      throw new NodesDisagree(chainId, what, words);
    },
    async some(ask) {
      const given = await Promise.all(tracked.map((one) => tryOne(one, ask)));
      const answers = given.filter((one) => one !== undefined).map(({ answer }) => answer);
      if (answers.includes(true)) return true;
      if (answers.length >= agreement) return false;
      throw tooFew(answers.length);
    },
    async agreedNumber(ask) {
      if (agreement <= 1) return first(ask);
      const { picked, given } = await askSeveral(ask, (all) => {
        const number = reachedBy(all, agreement);
        return all.every(({ answer }) => answer === number) ? number : undefined; // else one may be far behind, or lie
      });
      return picked ?? reachedBy(given, agreement);
    },
    async watch() {
      if (isAlone) return;
      const heads = await Promise.all(tracked.map((one) => tryOne(one, ({ head }) => head())));
      const known = heads.filter((head) => head !== undefined);
      const best = known.toSorted((a, b) => b.answer.height - a.answer.height)[0]?.answer;
      if (!best) return;
      for (const { by, answer } of known) {
        const blocks = best.height - answer.height;
        const isBehind = blocks >= BEHIND.blocks && best.at - answer.at > BEHIND.seconds;
        if (isBehind && by.behind === 0) say("network.node_behind", by, { blocks });
        if (!isBehind && by.behind > 0) say("network.node_well", by);
        by.behind = isBehind ? blocks : 0;
      }
    },
    states: () =>
      tracked.map(({ node: { name }, isFailing, behind, failures, outvoted }) => {
        return { node: name, isAnswering: !isFailing, behind, failures, outvoted };
      }),
    disputes: disputes.list,
  };
}

/** The answer of so many nodes, in words too; undefined while no answer has as many. */
function majority<Node, T>(
  given: readonly Given<Node, T>[],
  said: (answer: T) => string,
  agreement: number,
): Readonly<{ answer: T; said: string }> | undefined {
  const words = given.map(({ answer }) => said(answer));
  const at = words.findIndex((word) => words.filter((other) => other === word).length >= agreement);
  const found = given[at];
  return found && { answer: found.answer, said: words[at] ?? "" };
}

/** The highest number that so many have reached, of at least as many answers. */
function reachedBy<Node>(given: readonly Given<Node, number>[], agreement: number): number {
  return given.map(({ answer }) => answer).sort((a, b) => b - a)[agreement - 1] as number;
}

/** True for a failure of the node itself: no answer, an error page, a request to pause, another chain. Not for what it says of a call. */
function isNodesOwn(error: HttpFailure): boolean {
  if (error instanceof WrongChain || error.kind === "busy") return true;
  if (error.kind === "broken") return error.status !== undefined && error.status !== 413; // 413: an answer that is too large
  if (error.kind !== "unreachable") return false;
  const { cause } = error;
  if (!(cause instanceof BaseError)) return true;
  if (isCause(cause, HttpRequestError) || isCause(cause, TimeoutError)) return true;
  const answer = cause.walk((one) => one instanceof RpcRequestError);
  return answer instanceof RpcRequestError && PAUSE_CODES.includes(answer.code);
}

type Open = { since: Instant; asked: Instant; said: readonly string[]; isTold: boolean };

/** The questions without agreement. One that lasts is told once; a node that has something a little later is no news. */
function createDisputes(chainId: number, clock: Clock, log: Log) {
  const open = new Map<string, Open>();
  const lasts = ({ since }: Open) => clock() - since >= DISPUTED_MS;
  return {
    note(what: string, said: readonly string[]) {
      const now = clock();
      for (const [name, { asked }] of open) if (now - asked > FORGOTTEN_MS) open.delete(name);
      const one = open.get(what) ?? { since: now, asked: now, said, isTold: false };
      Object.assign(one, { asked: now, said });
      if (open.size < MOST_DISPUTES || open.has(what)) open.set(what, one);
      if (one.isTold || !lasts(one)) return;
      one.isTold = true;
      log.error("network.nodes_disagree", { chain: chainId, about: what, said });
    },
    settle(what: string) {
      const one = open.get(what);
      open.delete(what);
      if (one?.isTold) log.info("network.nodes_agree", { chain: chainId, about: what });
    },
    list: (): readonly Dispute[] =>
      [...open]
        .filter(([, one]) => lasts(one) && clock() - one.asked <= FORGOTTEN_MS)
        .map(([what, { since, said }]) => ({ what, since, said })),
  };
}
