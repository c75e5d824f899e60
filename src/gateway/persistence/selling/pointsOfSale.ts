import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { PointOfSale, PosSettings } from "../../domain/selling/pointOfSale.ts";
import { PICTURE_TYPES } from "../../domain/branding/picture.ts";
import type { PointsOfSale } from "../../ports/sellingPort.ts";
import { one, readable, type PersistenceContext } from "../context.ts";
import { check, maybe, text, units } from "../invoices/invoiceRows.ts";
import type { Tables } from "../tables.ts";

/** Points of sale, and the pictures of their items. */
export function sellingQueries(context: PersistenceContext): PointsOfSale {
  const { database, db, t } = context;
  const { pointsOfSale, itemPictures: pictures } = t;
  return {
    create: (pos) =>
      database.commit([
        one((tx) => tx.insert(pointsOfSale).values(rowOf(pos)).returning({ id: pointsOfSale.id })),
      ]),

    change: (pos) =>
      database.commit([
        one(
          (tx) =>
            tx
              .update(pointsOfSale)
              .set(rowOf(pos))
              .where(and(eq(pointsOfSale.id, pos.id), eq(pointsOfSale.version, pos.version - 1)))
              .returning({ id: pointsOfSale.id }),
          `Point of sale ${pos.id} has moved on.`,
        ),
      ]),

    async load(id) {
      const [row] = await db.select().from(pointsOfSale).where(eq(pointsOfSale.id, id));
      return row && toPointOfSale(row);
    },

    async list(storeId) {
      const rows = await db
        .select()
        .from(pointsOfSale)
        .where(and(eq(pointsOfSale.storeId, storeId), isNull(pointsOfSale.archivedAt)))
        .orderBy(asc(pointsOfSale.createdAt), asc(pointsOfSale.id));
      return readable(context, rows, toPointOfSale);
    },

    async changePicture(posId, itemId, picture) {
      if (!picture) {
        const isTheItems = and(eq(pictures.posId, posId), eq(pictures.itemId, itemId));
        return void (await db.delete(pictures).where(isTheItems));
      }
      const { hash, type, width, height } = picture;
      const set = { hash, type, width, height, data: picture.data.toString("base64") };
      await database.commit([
        one((tx) =>
          tx
            .insert(pictures)
            .values({ posId, itemId, ...set })
            .onConflictDoUpdate({ target: [pictures.posId, pictures.itemId], set })
            .returning({ hash: pictures.hash }),
        ),
      ]);
    },

    async loadPicture(hash) {
      const { type, data } = pictures;
      const [row] = await db.select({ type, data }).from(pictures).where(eq(pictures.hash, hash)).limit(1);
      const kind = PICTURE_TYPES.find((known) => known === row?.type);
      return row && kind && { type: kind, data: Buffer.from(row.data, "base64") };
    },
  };
}

type Row = Tables["pointsOfSale"]["$inferSelect"];

function rowOf({ archivedAt, ...pos }: PointOfSale): Row {
  return { ...pos, archivedAt: archivedAt ?? null };
}

const size = z.number().int().positive();
const pictureSchema = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), width: size, height: size });

const settingsSchema = z.object({
  title: text,
  description: maybe(text),
  currency: text,
  decimals: z.number().int().min(0).max(77),
  items: z.array(
    z.object({
      id: text,
      title: text,
      description: maybe(text),
      price: units,
      inStock: z.boolean(),
      picture: maybe(pictureSchema),
    }),
  ),
  keypad: z.boolean(),
  tips: z.array(z.number().int().min(1).max(100)),
  discounts: z.boolean(),
  receipt: maybe(text),
  isPublic: z.boolean(),
});

function toPointOfSale(row: Row): PointOfSale {
  return {
    ...row,
    settings: check(settingsSchema, row.settings, `point of sale ${row.id}`) as PosSettings, // only "may be missing" became "may be undefined"
    archivedAt: row.archivedAt ?? undefined,
  };
}
