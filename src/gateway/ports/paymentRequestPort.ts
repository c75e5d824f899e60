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
  create(request: PaymentRequest, told: OutboxEntry): Promise<void>;
  /** Replaces the request; its version increases by one. */
  change(request: PaymentRequest, told: OutboxEntry): Promise<void>;
  load(id: string): Promise<PaymentRequest | undefined>;
  /** Newest first. */
  list(
    storeId: string,
    filter: Readonly<{ withArchived: boolean; skip: number; limit: number }>,
  ): Promise<readonly PaymentRequest[]>;
  /** Those that were Pending or Processing when they were last looked at, by their ids. */
  open(after: string, limit: number): Promise<readonly PaymentRequest[]>;
  /** Every invoice of these links, newest first. */
  invoicesOf(ids: readonly string[]): Promise<readonly Invoice[]>;
}>;
