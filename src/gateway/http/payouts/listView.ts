import { approvalsOf } from "../../usecases/payouts/secondPerson.ts";
import { payoutMethods, type Method } from "../../usecases/pricing/methods.ts";
import type { PayingGateway } from "../../usecases/wallet-payments/payByWallet.ts";
import type { Language } from "../../../languages/languages.ts";
import { merchantWords, type Translate } from "../../../languages/merchantWords.ts";
import type { Instant } from "../../../values/time.ts";
import { formatDecimal } from "../../../values/amount.ts";
import type { Payout, PayoutState } from "../../domain/payouts/payout.ts";
import { groupsOfFour } from "../checkout/render.ts";
import { coinTitle } from "../owner/coinTitle.ts";
import { PAYOUTS_PATH, payoutPath } from "../owner/paths.ts";
import { relativeTime, type ReadableTime } from "../owner/readableTime.ts";
import { claimedOf } from "./payoutView.ts";
import { cancelWords, stageOf } from "./words.ts";

const OPEN: readonly PayoutState[] = ["AwaitingApproval", "AwaitingPayment", "InProgress"];
const FINISHED: readonly PayoutState[] = ["Completed", "Cancelled"];
const PAGE = 50;

type Asked = Readonly<{ finished: boolean; after: unknown }>;

/**
 * A page of views/owner/payouts.eta, newest first: open payouts, or finished ones, of the stores that may be seen. One that the
 * visitor has approved, and that waits for a second person, offers no approval.
 */
export async function listView(
  gateway: PayingGateway,
  { userId, maySee }: Readonly<{ userId: string; maySee: (storeId: string) => boolean }>,
  { finished, after }: Asked,
  { language, zone }: Readonly<{ language: Language; zone: string }>,
): Promise<Readonly<Record<string, unknown>>> {
  const { persistence, clock } = gateway;
  const tr = merchantWords(language);
  const time = (at: Instant) => relativeTime(at, clock(), language, zone);
  const page = { states: finished ? FINISHED : OPEN, limit: PAGE + 1 };
  const found = await persistence.payouts.list(typeof after === "string" ? { ...page, after } : page);
  const [stores, methods] = await Promise.all([
    persistence.stores.list(),
    payoutMethods(gateway).catch(() => []),
  ]); // the list is readable without their names
  const shown = found.slice(0, PAGE);
  const seen = shown.filter(({ storeId }) => maySee(storeId));
  const isApproved = await Promise.all(seen.map((payout) => hasApproved(gateway, payout, userId)));
  const query = finished ? "show=finished&after=" : "after=";
  return {
    finished,
    isCut: found.length > PAGE,
    older: found.length > PAGE ? `${PAYOUTS_PATH}?${query}${shown.at(-1)?.id}` : undefined,
    isLater: typeof after === "string",
    payouts: seen.map((payout, index) => ({
      ...lineOf(payout, { methods, tr, created: time(payout.createdAt), now: clock() }),
      ...(isApproved[index] ? { tag: tr("Waits for a second person"), mayApprove: false } : {}),
      store: stores.length > 1 ? stores.find(({ id }) => id === payout.storeId)?.name : undefined,
    })),
  };
}

/** True when the visitor's approval is one of two that the payout needs. */
async function hasApproved(gateway: PayingGateway, payout: Payout, userId: string): Promise<boolean> {
  if (payout.state !== "AwaitingApproval") return false;
  return (await approvalsOf(gateway, payout)).some((one) => one.userId === userId);
}

type Showing = Readonly<{ methods: readonly Method[]; tr: Translate; created: ReadableTime; now: Instant }>;

function lineOf(payout: Payout, { methods, tr, created, now }: Showing) {
  const { id, state, revision, destination, coin, payoutAmount } = payout;
  const { tag, tone } = stageOf(payout, tr, now);
  const claimed = claimedOf(payout);
  const method = methods.find((one) => one.id === coin.methodId);
  const coins =
    payoutAmount === undefined ? undefined : `${formatDecimal(payoutAmount, coin.decimals)} ${coin.symbol}`;
  return {
    id,
    state,
    revision,
    tag,
    tone,
    page: payoutPath(id),
    created,
    claimed,
    coins: coins === claimed ? undefined : coins,
    coinName: method ? coinTitle(method, tr) : coin.methodId,
    groups: groupsOfFour(destination),
    mayApprove: state === "AwaitingApproval",
    afterCancel: cancelWords(payout, tr),
    mayCancel: state === "AwaitingApproval" || state === "AwaitingPayment",
  };
}
