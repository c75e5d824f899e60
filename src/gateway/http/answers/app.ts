import { z } from "zod";
import { decimal, flag, id, seconds, text } from "./scalars.ts";

const item = z.strictObject({
  id: id("the item"),
  title: z.string(),
  description: z.string().nullable(),
  price: decimal("Its price"),
  priceType: z.literal("Fixed"),
  image: text("The address of its picture").nullable(),
  disabled: flag("It is out of stock"),
});

/** A point of sale as the API shows it. */
export const pointOfSaleAnswer = z
  .strictObject({
    id: id("the app"),
    storeId: id("its store"),
    name: text("The same as its title"),
    appType: z.literal("PointOfSale"),
    created: seconds("When it was made"),
    archived: z.boolean(),
    title: text("What customers see"),
    description: z.string().nullable(),
    currency: z.string(),
    items: z.array(item),
    showCustomAmount: flag("Amounts may be typed"),
    showDiscount: flag("A cashier may take a percentage off"),
    enableTips: flag("A tip is asked for"),
    customTipPercentages: z.array(z.int()).describe("The tips, in percent"),
    crosstill: z.strictObject({
      link: text("Its counter"),
      receipt: text("The shop's text on a receipt").nullable(),
      isPublic: flag("Anyone with its link may charge"),
    }),
  })
  .meta({ id: "PointOfSaleApp" });
