import { pointOfSaleAnswer } from "../answers/app.ts";
import { appBody } from "../selling/appBody.ts";
import type { Area } from "./operation.ts";

const template = JSON.stringify([
  { id: "tea", title: "Tea", price: "3.50" },
  { id: "cake", title: "Apple cake", price: "4.80", disabled: true },
]);
const example = { appName: "Harbour bar", currency: "USD", template, showCustomAmount: true };

/** Apps: points of sale. */
export const appArea = {
  name: "Points of sale",
  about: "Counters with items and prices, on which cashiers charge in the browser.",
  operations: {
    createPointOfSale: {
      summary: "Make a point of sale",
      needs: "canmodifystoresettings",
      repeatable: true,
      body: appBody,
      answer: pointOfSaleAnswer,
      example,
    },
    changePointOfSale: {
      summary: "Replace the settings of a point of sale",
      about: "All of them. Items stay where the body has no template, and the currency where none is sent.",
      needs: "canmodifystoresettings",
      body: appBody,
      answer: pointOfSaleAnswer,
      example: { ...example, customTipPercentages: [5, 10] },
    },
    getApp: {
      summary: "Read a point of sale",
      needs: "canmodifystoresettings",
      answer: pointOfSaleAnswer,
    },
    deleteApp: {
      summary: "Archive a point of sale",
      about: "Its counter cannot be used any more. Its invoices stay.",
      needs: "canmodifystoresettings",
    },
  },
} satisfies Area;
