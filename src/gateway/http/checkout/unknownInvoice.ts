import type { ErrorRequestHandler } from "express";
import { wordsOf } from "../../../languages/translate.ts";
import { GatewayError } from "../../errors.ts";

/** What a payer needs to know, also one whose invoice the shop has lost. Not the id: it is in the link. */
export const NO_SUCH_INVOICE = wordsOf("en")("problem.noInvoice");

/** Says of an invoice that there is not what helps whoever opened its page. Other errors pass. */
export const unknownInvoice: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  const isUnknown = error instanceof GatewayError && error.code === "invoice_not_found";
  next(isUnknown ? new GatewayError(error.code, NO_SUCH_INVOICE, {}, { cause: error }) : error);
};
