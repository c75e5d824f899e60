import { sum } from "../../values/amount.ts";
import { DAY_MS, SECOND_MS } from "../../values/time.ts";
import type { Metric } from "../../runtime/metricsText.ts";
import type { NodeState } from "../chains/nodePool.ts";
import type { NetworkParts } from "../parts.ts";
import { countWaiting } from "../persistence/checks.ts";
import { countInStates } from "../persistence/requests.ts";
import { openPayments } from "../persistence/outbound.ts";
import type { LimitUse } from "../solver/limits.ts";
import { deliveryCounts } from "../persistence/webhooks.ts";
import type { Health } from "../api/health.ts";
import { readFailedPermits } from "./failedPermits.ts";
import { readInventory, readKept, type Holding } from "./inventory.ts";
import { readStuck } from "./stuck.ts";

const OPEN_STATES = ["pending", "filling", "refunding"] as const;
const WAITING = ["held", "unanswered"] as const;
const MOST_OPEN = 500;

type Chains = Readonly<{ id: number; tipAgeSeconds: number | null; status: string }>[];

/** The figures of the service for Prometheus. What could not be found out is left out. */
export async function serviceMetrics(
  parts: NetworkParts,
  chainIds: readonly number[],
  health: Health,
): Promise<readonly Metric[]> {
  const now = parts.clock();
  const [holdings, counts, open, stuck, deliveries, failed, waiting, limits, kept] = await Promise.all([
    readInventory(parts, chainIds),
    countInStates(parts.store, OPEN_STATES),
    Promise.all(chainIds.map((id) => openPayments(parts.store, id, MOST_OPEN))),
    readStuck(parts, chainIds, now),
    deliveryCounts(parts.store),
    readFailedPermits(parts, now - DAY_MS),
    countWaiting(parts.store),
    parts.limits.use(),
    readKept(parts),
  ]);
  const chains = health.body["chains"] as Chains; // createHealth made it
  const payments = open.map((of, index) => ({ chain: String(chainIds[index]), of }));
  return [
    gauge("crosstill_network_healthy", "1 when the database, every chain and the prices answer.", [
      { value: health.isWell ? 1 : 0 },
    ]),
    gauge(
      "crosstill_network_chain_tip_age_seconds",
      "For how long a chain has had the same height.",
      chains.flatMap(({ id, tipAgeSeconds }) =>
        tipAgeSeconds === null ? [] : [{ value: tipAgeSeconds, labels: { chain: String(id) } }],
      ),
    ),
    gauge(
      "crosstill_network_inventory",
      "What the solver holds, in whole coins.",
      holdings.flatMap((holding) => sampleOf(holding, holding.held)),
    ),
    gauge(
      "crosstill_network_promised",
      "What requests with a deposit were promised and have not got yet, in whole coins.",
      holdings.flatMap((holding) => sampleOf(holding, holding.promised)),
    ),
    gauge(
      "crosstill_network_inventory_low",
      "1 when an inventory is below its alarm.",
      holdings.map((holding) => ({ value: holding.isLow ? 1 : 0, labels: labelsOf(holding) })),
    ),
    gauge(
      "crosstill_network_requests",
      "Requests that are not ended, by state.",
      OPEN_STATES.map((state) => ({ value: counts.get(state) ?? 0, labels: { state } })),
    ),
    gauge("crosstill_network_requests_stuck", "Deposits that wait for a person, fifty at most.", [
      { value: stuck.requests.length },
    ]),
    gauge(
      "crosstill_network_payments_held",
      "Payments that wait for the operator's decision (held), or for an answer about their addresses (unanswered).",
      WAITING.map((state) => ({ value: waiting[state].number, labels: { state } })),
    ),
    gauge(
      "crosstill_network_payments_held_oldest_seconds",
      "For how long the oldest of them has waited; 0 without one.",
      WAITING.map((state) => ({
        value: Math.max(0, now - (waiting[state].since ?? now)) / SECOND_MS,
        labels: { state },
      })),
    ),
    ...limitMetrics(limits),
    gauge(
      "crosstill_network_refill_needed",
      "Whole coins that have to be sent to the service's account of what is below NETWORK_TREASURY_KEEP_<id>; 0 for a coin that is not.",
      kept.map(({ currency, move }) => ({
        value: move.kind === "lack" ? Number(move.amount) / 10 ** currency.decimals : 0,
        labels: { chain: String(currency.chainId), coin: currency.symbol },
      })),
    ),
    gauge(
      "crosstill_network_deposits_late",
      "Deposits on EVM chains that have enough blocks and are not confirmed ten minutes after they were seen, fifty at most.",
      [...parts.evm.keys()].map((id) => ({
        value: stuck.deposits.filter(({ chainId }) => chainId === id).length,
        labels: { chain: String(id) },
      })),
    ),
    ...nodeMetrics(parts),
    gauge(
      "crosstill_network_payments_open",
      "Signed payments that are in no block.",
      payments.map(({ chain, of }) => ({ value: of.length, labels: { chain } })),
    ),
    gauge(
      "crosstill_network_payment_oldest_seconds",
      "The age of the oldest payment that is in no block; 0 without one.",
      payments.map(({ chain, of }) => ({
        value: Math.max(0, ...of.map(({ outbound }) => (now - outbound.createdAt) / SECOND_MS)),
        labels: { chain },
      })),
    ),
    gauge(
      "crosstill_network_webhooks",
      "Messages to webhooks of API keys, by what became of them in the last thirty days.",
      [...deliveries].map(([state, value]) => ({ value, labels: { state } })),
    ),
    gauge(
      "crosstill_network_permits_failed",
      "Users' signatures that the service handed in and that reverted, in the last 24 hours.",
      [...failed].map(([id, { times }]) => ({ value: times, labels: { chain: String(id) } })),
    ),
    gauge(
      "crosstill_network_permits_failed_usd",
      "What these cost the service, in US dollars at present prices.",
      [...failed].flatMap(([id, { usd }]) =>
        usd === undefined ? [] : [{ value: Number(usd) / 1e8, labels: { chain: String(id) } }],
      ),
    ),
    gauge("crosstill_network_inventory_usd", "The worth of the whole inventory in US dollars.", [
      ...(holdings.every(({ usd }) => usd !== undefined)
        ? [{ value: Number(sum(holdings.map(({ usd = 0n }) => usd))) / 1e8 }]
        : []),
    ]),
  ];
}

/** The daily limits that are set. */
function limitMetrics(limits: readonly LimitUse[]): readonly Metric[] {
  const each = (valueOf: (use: LimitUse) => number) =>
    limits.map((use) => ({ value: valueOf(use), labels: { role: use.role } }));
  return [
    gauge(
      "crosstill_network_limit_usd",
      "What a role may pay within 24 hours, in US dollars.",
      each(({ limit }) => Number(limit) / 1e8),
    ),
    gauge(
      "crosstill_network_limit_used_usd",
      "What it has paid in the last 24 hours.",
      each(({ used }) => Number(used) / 1e8),
    ),
    gauge(
      "crosstill_network_limit_waiting",
      "Payments that wait until a limit has room.",
      each(({ waiting }) => waiting),
    ),
  ];
}

/** How the nodes of each EVM chain do, as this process sees them. */
function nodeMetrics({ evm }: NetworkParts): readonly Metric[] {
  const nodes = [...evm.values()].flatMap((chain) =>
    chain.nodes().map((state) => ({ ...state, labels: { chain: String(chain.id), node: state.node } })),
  );
  const each = (valueOf: (state: NodeState) => number) =>
    nodes.map((state) => ({ value: valueOf(state), labels: state.labels }));
  return [
    gauge(
      "crosstill_network_node_up",
      "1 while a node answers.",
      each(({ isAnswering }) => Number(isAnswering)),
    ),
    gauge("crosstill_network_node_behind_blocks", "How many blocks a node is behind another of its chain; 0 within a few.", each(({ behind }) => behind)), // prettier-ignore
    counter("crosstill_network_node_failures_total", "Calls that a node gave no answer to.", each(({ failures }) => failures)), // prettier-ignore
    counter("crosstill_network_node_outvoted_total", "Answers of a node that enough others contradicted.", each(({ outvoted }) => outvoted)), // prettier-ignore
    gauge(
      "crosstill_network_nodes_disagree",
      "Questions on which the nodes of a chain have not agreed for half a minute.",
      [...evm.values()].map((chain) => ({
        value: chain.disputes().length,
        labels: { chain: String(chain.id) },
      })),
    ),
  ];
}

function gauge(name: string, help: string, samples: Metric["samples"]): Metric {
  return { name, kind: "gauge", help, samples };
}

function counter(name: string, help: string, samples: Metric["samples"]): Metric {
  return { name, kind: "counter", help, samples };
}

function labelsOf({ currency }: Holding): Readonly<Record<string, string>> {
  return { chain: String(currency.chainId), coin: currency.symbol };
}

/** Prometheus keeps floating-point numbers: fit for charts and alarms, not for books. */
function sampleOf(holding: Holding, amount: bigint | undefined): Metric["samples"] {
  if (amount === undefined) return [];
  return [{ value: Number(amount) / 10 ** holding.currency.decimals, labels: labelsOf(holding) }];
}
