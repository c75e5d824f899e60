import type { Invoice } from "../domain/invoices/invoice.ts";
import type { PaymentRequest } from "../domain/invoices/paymentRequest.ts";
import type { Told } from "./outboxPort.ts";

/** What links for money are kept by. Every method is one commit or one read; a version that moved on throws ConflictError. */

export type PaymentRequestEvent =
  | "PaymentRequestCreated"
  | "PaymentRequestUpdated"
  | "PaymentRequestArchived"
  | "PaymentRequestStatusChanged"
  | "PaymentRequestCompleted";

export type PaymentRequests = Readonly<{
  createPaymentRequest(request: PaymentRequest, told: Told): Promise<void>;
  /** The request as it is from now on; its version is the next one. */
  changePaymentRequest(request: PaymentRequest, told: Told): Promise<void>;
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
