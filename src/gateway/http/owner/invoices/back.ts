import type { Request } from "express";
import { fieldOf } from "../fields.ts";
import { invoicePath, placeAfterSignIn } from "../paths.ts";

/** The page that a form of an invoice leads back to: the one that it names, such as the inbox, else the invoice's. */
export function backOf(request: Request, invoiceId: string): string {
  const back = fieldOf(request, "back");
  return back === undefined ? invoicePath(invoiceId) : placeAfterSignIn(back);
}
