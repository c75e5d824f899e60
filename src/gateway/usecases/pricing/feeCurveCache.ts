import { z } from "zod";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import type { Gateway } from "../gateway.ts";
import { checkpoint } from "../checkpoint.ts";
import type { Point } from "./findInput.ts";
import type { Method } from "./methods.ts";
import { SECOND_MS, type Instant } from "../../../values/time.ts";

/** What is cached of a route: its latest fee curve, and the lowest price at which it is offered. */
export type RouteMemory = Readonly<{
  points: readonly Point[];
  minimumDue: bigint | undefined;
  costs?: RouteCosts | undefined;
  at: Instant;
  version: number; // of the note that it is kept in; 0 before there is one
}>;

/**
 * What a payment on the route cost by its last quote: a flat part (settlement units), what of that is taken out of the payment, and
 * a share of what is paid; and its time.
 */
export type RouteCosts = Readonly<{
  flat: bigint;
  flatTaken?: bigint | undefined;
  growingBps: bigint;
  seconds: number | undefined;
}>;

const REMEMBERED_MS = SECOND_MS; // a line as young as this need not be written anew with every invoice of a busy shop
const WHOLE_LINE = 2; // points

const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const memorySchema = z.object({
  points: z.array(z.object({ input: units, yield: units })),
  minimumDue: units.optional(),
  costs: z
    .object({
      flat: units,
      flatTaken: units.optional(),
      growingBps: units,
      seconds: z.number().nonnegative().optional(),
    })
    .transform((costs) => ({ ...costs, seconds: costs.seconds }))
    .optional(),
});

/**
 * The tuple for which a deposit address may be reused (interface specification 4.4-4, with recipient and refund address).
 */
export function routeKey(settlement: Settlement, method: Method, refundTo: string): string {
  const origin = `${method.chainId}:${method.currency}`;
  return [origin, `${settlement.chainId}:${settlement.currency}`, settlement.recipient, refundTo].join(">");
}

type Learned = Readonly<{
  points: readonly Point[];
  minimumDue?: bigint | undefined;
  costs?: RouteCosts | undefined;
}>;

const routeCheckpoint = (route: string) =>
  checkpoint<Learned>(`route:${route}`, memorySchema, { points: [] });

/** The cached fee curve of a route; empty for an unknown one. */
export async function readRoute(gateway: Pick<Gateway, "persistence">, route: string): Promise<RouteMemory> {
  const { value, at, version } = await routeCheckpoint(route).read(gateway.persistence);
  return { ...value, minimumDue: value.minimumDue, at, version };
}

/** Remembers what was learned since it was read; when another worker wrote first, its news is as good. */
export async function rememberRoute(
  gateway: Pick<Gateway, "clock" | "log" | "persistence">,
  route: string,
  known: RouteMemory,
  learned: Learned,
): Promise<void> {
  const at = gateway.clock();
  const isYoung = at > known.at && at < known.at + REMEMBERED_MS;
  if (isYoung && known.points.length === WHOLE_LINE) return;
  await routeCheckpoint(route)
    .write(gateway.persistence, learned, at, known.version)
    .catch((error: unknown) => gateway.log.debug("route.not_remembered", { error }));
}
