import { z } from "zod";
import { ConflictError } from "../../../database/driver.ts";
import type { Instant } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import { checkpoint } from "../checkpoint.ts";

const MOST = 1_000; // of a store; the oldest go first, those that a person has resolved before the others
const ATTEMPTS = 5; // of a note that others write at the same time

const placeSchema = z.object({
  chainId: z.number().int(),
  address: z.string(),
  units: z.string().transform(BigInt), // asked for
  symbol: z.string().optional(), // of older journals neither is known
  decimals: z.number().int().optional(),
  isDirect: z.boolean(), // paid to the shop's own address and known by its amount: nothing looks for it
});
const lostSchema = z.object({
  storeId: z.string(),
  invoiceId: z.string(),
  issuedAt: z.number(),
  foundAt: z.number(),
  places: z.array(placeSchema),
  resolvedAt: z.number().optional(),
});

/** An invoice that the database has lost or whose address it cannot be given back, as the journal knows it. */
export type LostInvoice = Readonly<Omit<z.infer<typeof lostSchema>, "places">> &
  Readonly<{ places: readonly LostPlace[] }>;

/** Where the payment of a lost invoice may come. */
export type LostPlace = Readonly<z.infer<typeof placeSchema>>;

type Keeping = Readonly<{ persistence: Pick<Persistence, "checkpoints"> }>;

/** One note for each store: pages of a store read no other's. */
function noteOf(storeId: string) {
  return checkpoint<readonly LostInvoice[]>(`lost invoices ${storeId}`, z.array(lostSchema), []);
}

/** Writes lost invoices down for the inboxes of their stores. One that is known keeps what is known of it. */
export async function noteLost(
  { persistence }: Keeping,
  found: readonly LostInvoice[],
  at: Instant,
): Promise<void> {
  for (const storeId of new Set(found.map((one) => one.storeId)))
    await change(persistence, storeId, at, (known) => [
      ...known,
      ...found.filter(
        (one) => one.storeId === storeId && known.every(({ invoiceId }) => invoiceId !== one.invoiceId),
      ),
    ]);
}

/** The lost invoices of a store that wait for a person, in the order of their issue. */
export async function lostInvoices(
  { persistence }: Keeping,
  storeId: string,
): Promise<readonly LostInvoice[]> {
  const { value } = await noteOf(storeId).read(persistence);
  return value
    .filter(({ resolvedAt }) => resolvedAt === undefined)
    .toSorted((a, b) => a.issuedAt - b.issuedAt);
}

/** Takes a lost invoice off the inbox. Throws GatewayError nothing_to_resolve where it is not in it. */
export async function resolveLost(
  { persistence }: Keeping,
  storeId: string,
  invoiceId: string,
  at: Instant,
): Promise<void> {
  await change(persistence, storeId, at, (known) => {
    if (known.every((one) => one.invoiceId !== invoiceId || one.resolvedAt !== undefined))
      throw new GatewayError("nothing_to_resolve", `The inbox has no lost invoice ${invoiceId}.`);
    return known.map((one) => (one.invoiceId === invoiceId ? { ...one, resolvedAt: at } : one));
  });
}

async function change(
  persistence: Keeping["persistence"],
  storeId: string,
  at: Instant,
  changed: (known: readonly LostInvoice[]) => readonly LostInvoice[],
): Promise<void> {
  const note = noteOf(storeId);
  for (let attempt = 1; ; attempt++) {
    const { value, version } = await note.read(persistence);
    const kept = changed(value).toSorted((a, b) => rank(a) - rank(b) || a.issuedAt - b.issuedAt);
    const stored = kept
      .slice(-MOST)
      .map(({ places, ...one }) => ({ ...one, places: places.map(storedPlace) }));
    try {
      return await persistence.checkpoints.write(note.name, stored, at, version);
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === ATTEMPTS) throw error;
    }
  }
}

function rank({ resolvedAt }: LostInvoice): number {
  return resolvedAt === undefined ? 1 : 0;
}

function storedPlace({ units, ...place }: LostPlace) {
  return { ...place, units: units.toString() };
}
