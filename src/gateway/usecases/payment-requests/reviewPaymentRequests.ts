import { ConflictError } from "../../../database/driver.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { statusOf, type PaymentRequest } from "../../domain/invoices/paymentRequest.ts";
import type { Gateway } from "../gateway.ts";
import { eventsOfMove, announcePaymentRequest } from "./announcePaymentRequest.ts";

type Records = Pick<Gateway, "clock" | "random" | "log" | "persistence">;

const PAGE = 100;

/** Announces of every link what its time has made of it, and what a crash has left unsaid. */
export async function reviewPaymentRequests(gateway: Records): Promise<void> {
  for (let after = ""; ;) {
    const page = await gateway.persistence.paymentRequests.open(after, PAGE);
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
    const invoices = await gateway.persistence.paymentRequests.invoicesOf(page.map(({ id }) => id));
    for (const request of page) await review(gateway, request, invoices);
  }
}

/** The same for the link of one invoice that has just changed. What fails here is found by the next review. */
export async function reviewRequestOf(gateway: Records, { terms }: Invoice): Promise<void> {
  const id = terms.paymentRequestId;
  if (id === undefined) return;
  try {
    const request = await gateway.persistence.paymentRequests.load(id);
    if (request) await review(gateway, request, await gateway.persistence.paymentRequests.invoicesOf([id]));
  } catch (error) {
    gateway.log.warn("payment_request.not_reviewed", { paymentRequest: id, error });
  }
}

async function review(gateway: Records, request: PaymentRequest, all: readonly Invoice[]): Promise<void> {
  const invoices = all.filter(({ terms }) => terms.paymentRequestId === request.id);
  const status = statusOf(request, invoices, gateway.clock());
  if (status === request.status) return;
  const after = { ...request, status, version: request.version + 1 };
  const told = await announcePaymentRequest(gateway, after, eventsOfMove(request.status, status));
  try {
    await gateway.persistence.paymentRequests.change(after, told);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error; // a concurrent change; the next review sees it
  }
}
