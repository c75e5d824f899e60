import { z } from "zod";
import type { Settlement } from "../invoices/invoice.ts";
import type { Gateway } from "./ports.ts";
import type { Point } from "./findInput.ts";
import type { Method } from "./methods.ts";

/** What the gateway remembers of a route: where its line of fees ran last, and from which price on it makes sense. */
export type RouteMemory = Readonly<{ points: readonly Point[]; minimumDue: bigint | undefined; at: number }>;

const units = z.string().regex(/^\d{1,78}$/).transform(BigInt); // prettier-ignore
const memorySchema = z.object({
  points: z.array(z.object({ input: units, yield: units })),
  minimumDue: units.optional(),
});

/** The tuple for which a deposit address may be used again (contract 4.4-4, and whoever is paid and refunded). */
export function routeKey(settlement: Settlement, method: Method, refundTo: string): string {
  const origin = `${method.chainId}:${method.currency}`;
  return [origin, `${settlement.chainId}:${settlement.currency}`, settlement.recipient, refundTo].join(">");
}

export async function readRoute(gateway: Gateway, route: string): Promise<RouteMemory> {
  const note = await gateway.store.readNote(`route:${route}`);
  if (!note) return { points: [], minimumDue: undefined, at: 0 };
  const { points, minimumDue } = memorySchema.parse(note.body);
  return { points, minimumDue, at: note.at };
}

/** Remembers what was learned; when another worker wrote first, its news is as good. */
export async function rememberRoute(
  gateway: Gateway,
  route: string,
  memory: Omit<RouteMemory, "at">,
): Promise<void> {
  const name = `route:${route}`;
  const version = (await gateway.store.readNote(name))?.version ?? 0;
  await gateway.store.writeNote(name, memory, gateway.clock(), version).catch((error: unknown) => {
    gateway.log.debug("route.not_remembered", { error });
  });
}
