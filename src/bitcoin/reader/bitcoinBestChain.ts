import { readHeader } from "../codec/proof.ts";
import type { Log } from "../../runtime/log.ts";
import { isoTime, SECOND_MS, type Clock } from "../../values/time.ts";
import {
  agreedHash,
  agreedTip,
  ChainUncertain,
  majorityOf,
  tooFew,
  type AgreedTip,
} from "./bitcoinAgreement.ts";
import type { BitcoinRules } from "./bitcoinRules.ts";
import type { ChainDoubt, Esplora } from "./esplora.ts";
import { HttpFailure } from "../../http-client/http.ts";

export type BestChainOptions = Readonly<{
  quorum: number; // how many explorers must show the same chain
  rules: Pick<BitcoinRules, "tipMaxAgeMs">;
  clock: Clock;
  log: Log;
}>;

/** The questions about the best chain, answered by several explorers together. */
export type BestChain = Pick<Esplora, "tipHash" | "tipHeight" | "blockHash" | "doubt">;

type Explorer = Pick<Esplora, "tipHash" | "tipHeight" | "blockHash">;
type Tip = AgreedTip & Readonly<{ time: number }>; // unix seconds

const KEPT_HASHES = 5_000;

/**
 * The best chain as far as a quorum of explorers agrees on it. `tipHash` polls; everything else answers for
 * the tip of the last poll. Without agreement, or when the newest block is too old, every poll throws
 * ChainUncertain and `doubt` has the reason, until a poll succeeds again; begin and end are logged. A poll
 * without news costs one call to each explorer; a new block costs another for its height, and one for its
 * header, which any of them may give: `header` throws when it does not match the hash.
 */
export function bestChain(
  explorers: readonly Explorer[],
  header: Esplora["header"],
  options: BestChainOptions,
): BestChain {
  const { quorum } = options;
  const doubts = doubtsOf(options);
  let tip: Tip | undefined;
  let disputed: number | undefined; // a height of the agreed chain at which too few named the same block
  const hashes = new Map<number, string>(); // of the agreed chain, by height

  const look = async (): Promise<Tip> => {
    const found = await findTip(explorers, quorum, tip);
    const moved = tip?.hash === found.hash ? tip : await withTime(found);
    remember(moved);
    if (disputed !== undefined) await agreedAt(disputed);
    refuseStalled(options, moved);
    return moved;
  };
  const withTime = async (found: AgreedTip): Promise<Tip> => {
    const { time, previous } = readHeader(await header(found.hash));
    if (hashes.get(found.height - 1) !== previous || hashes.size > KEPT_HASHES) hashes.clear(); // another branch
    hashes.set(found.height - 1, previous);
    return { ...found, time };
  };
  const remember = (found: Tip) => {
    for (const height of hashes.keys()) if (height > found.height) hashes.delete(height);
    hashes.set(found.height, found.hash);
    tip = found;
  };
  const agreedAt = async (height: number): Promise<string | undefined> => {
    disputed = undefined;
    if (!tip || height > tip.height) return undefined;
    const known = hashes.get(height);
    if (known !== undefined) return known;
    const votes = await Promise.all(explorers.map((explorer) => answerOf(() => explorer.blockHash(height))));
    const answered = votes.filter((vote) => vote !== undefined);
    const hash = agreedHash(answered, Math.max(quorum, majorityOf(answered.length)));
    if (hash === undefined) {
      disputed = height;
      throw new ChainUncertain(`The explorers agree on block ${tip.height}, but not on block ${height}.`);
    }
    hashes.set(height, hash);
    return hash;
  };

  return {
    tipHash: async () => (await doubts.watching(look)).hash,
    tipHeight: async () => (tip ?? (await doubts.watching(look))).height,
    blockHash: async (height) => {
      if (!tip) await doubts.watching(look);
      return doubts.noting(() => agreedAt(height));
    },
    doubt: doubts.doubt,
  };
}

/** The agreed tip. When all name the block of the last agreement, no further calls are made. */
async function findTip(
  explorers: readonly Explorer[],
  quorum: number,
  before: Tip | undefined,
): Promise<AgreedTip> {
  const failures: HttpFailure[] = [];
  const answers = await Promise.all(
    explorers.map(async (explorer) => {
      const hash = await answerOf(() => explorer.tipHash(), failures);
      return hash === undefined ? [] : [{ explorer, hash }];
    }),
  );
  const answered = answers.flat();
  if (answered.length < quorum)
    throw new ChainUncertain(tooFew(answered.length, quorum), { cause: failures[0] });
  if (before && answered.every(({ hash }) => hash === before.hash)) return before;
  const claims = await Promise.all(
    answered.map(async ({ explorer, hash }) => {
      const height = hash === before?.hash ? before.height : await answerOf(() => explorer.tipHeight());
      const hashAt = (at: number) => answerOf(() => explorer.blockHash(at));
      return height === undefined ? [] : [{ height, hash, hashAt }];
    }),
  );
  return agreedTip(claims.flat(), quorum);
}

function refuseStalled({ rules, clock }: BestChainOptions, { height, time }: Tip): void {
  const age = clock() - time * SECOND_MS;
  if (rules.tipMaxAgeMs === undefined || age <= rules.tipMaxAgeMs) return;
  throw new ChainUncertain(
    `The newest block that the explorers show, ${height}, is of ${isoTime(time * SECOND_MS)}: none for too long.`,
  );
}

/** Undefined where an explorer gave no answer: its vote is not counted then. */
async function answerOf<T>(ask: () => Promise<T>, failures: HttpFailure[] = []): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    failures.push(error);
    return undefined;
  }
}

/** Stores why the chain is uncertain, and logs when that begins and ends. */
function doubtsOf({ clock, log }: BestChainOptions) {
  let doubt: ChainDoubt | undefined;
  const noting = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ChainUncertain)) throw error;
      if (!doubt)
        log.warn("chain.uncertain", { reason: error.reason, ...(error.cause ? { error: error.cause } : {}) });
      doubt = { since: doubt?.since ?? clock(), reason: error.reason };
      throw error;
    }
  };
  return {
    doubt: () => doubt,
    noting,
    /** Like noting; when the work goes well, the doubt has ended. */
    async watching<T>(work: () => Promise<T>): Promise<T> {
      const found = await noting(work);
      if (doubt) log.info("chain.certain", { uncertainForMs: clock() - doubt.since });
      doubt = undefined;
      return found;
    },
  };
}
