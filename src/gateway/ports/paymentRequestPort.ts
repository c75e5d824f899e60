import type { Invoice } from "../domain/invoices/invoice.ts";
import type { PaymentRequest } from "../domain/invoices/paymentRequest.ts";
import type { OutboxEntry } from "./outboxPort.ts";

/** What links for money are kept by. Every method is one commit or one read; a version that moved on throws ConflictError. */

export type PaymentRequestEvent =
  | "PaymentRequestCreated"
  | "PaymentRequestUpdated"
  | "PaymentRequestArchived"
  | "PaymentRequestStatusChanged"
  | "PaymentRequestCompleted";

export type PaymentRequests = Readonly<{
  createPaymentRequest(request: PaymentRequest, told: OutboxEntry): Promise<void>;
  /** Replaces the request; its version increases by one. */
  changePaymentRequest(request: PaymentRequest, told: OutboxEntry): Promise<void>;
  loadPaymentRequest(id: string): Promise<PaymentRequest | undefined>;
  /** Newest first. */
  listPaymentRequests(
    storeId: string,
    filter: Readonly<{ withArchived: boolean; skip: number; limit: number }>,
  ): Promise<readonly PaymentRequest[]>;
  /** Those that were Pending or Processing when they were last looked at, by their ids. */
  openPaymentRequests(after: string, limit: number): Promise<readonly PaymentRequest[]>;
  /** Every invoice of these links, newest first. */
  invoicesOfPaymentRequests(ids: readonly string[]): Promise<readonly Invoice[]>;
}>;
