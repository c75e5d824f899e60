import type { ErrorRequestHandler } from "express";
import { wordsOf } from "../../../languages/translate.ts";
import { GatewayError } from "../../errors.ts";

/** For payers, also after the shop has lost the invoice. Without the id, which is in the link. */
export const NO_SUCH_INVOICE = wordsOf("en")("problem.noInvoice");

/** Explains an unknown invoice to the visitor of its page. Other errors pass. */
export const unknownInvoice: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  const isUnknown = error instanceof GatewayError && error.code === "invoice_not_found";
  next(isUnknown ? new GatewayError(error.code, NO_SUCH_INVOICE, {}, { cause: error }) : error);
};
