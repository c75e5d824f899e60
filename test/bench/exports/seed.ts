import path from "node:path";
import { fillBookLines } from "../../../src/gateway/usecases/books/fillBookLines.ts";
import { openShop } from "../api/shop.ts";
import { serveParent } from "../child.ts";
import { copyPayments } from "./copies.ts";
import { bookPayments, FIRST_SECOND, invoiceIdOf } from "./payments.ts";

/** A database with a shop in it, what opens the shop's door, and an invoice of it. */
export type Seeded = Readonly<{ storeId: string; key: string; invoiceId: string; payments: number }>;
export type Seeding = Readonly<{ folder: string; payments: number }>;

const REAL = 100; // that the gateway itself has booked

serveParent({
  async seed({ folder, payments }: Seeding): Promise<Seeded> {
    const { app, merchant, key } = await openShop(folder, undefined);
    await fillBookLines(app.gateway, { invoice: "", done: false }); // so that files may be had
    await bookPayments(app.gateway, merchant.id, REAL);
    await app.close();
    copyPayments(path.join(folder, "crosstill.db"), REAL, payments);
    return { storeId: merchant.id, key, invoiceId: invoiceIdOf(FIRST_SECOND + payments - 1), payments };
  },
});

process.on("disconnect", () => process.exit());
