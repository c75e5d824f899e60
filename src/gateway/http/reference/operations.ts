import type { OperationName } from "./paths.ts";
import { appArea } from "./appOperations.ts";
import { inboxArea } from "./inboxOperations.ts";
import { invoiceArea } from "./invoiceOperations.ts";
import type { Area, Operation } from "./operation.ts";
import { paymentRequestArea } from "./paymentRequestOperations.ts";
import { payoutArea } from "./payoutOperations.ts";
import { serverArea } from "./serverOperations.ts";
import { userArea } from "./userOperations.ts";
import { webhookArea } from "./webhookOperations.ts";

/** The merchant API, in the order in which one reads about it. */
export const AREAS: readonly Area[] = [
  invoiceArea,
  webhookArea,
  paymentRequestArea,
  appArea,
  payoutArea,
  serverArea,
  userArea,
  inboxArea,
];

/** Every operation of paths.ts: without one of them this does not compile. */
export const OPERATIONS = {
  ...invoiceArea.operations,
  ...webhookArea.operations,
  ...paymentRequestArea.operations,
  ...appArea.operations,
  ...payoutArea.operations,
  ...serverArea.operations,
  ...userArea.operations,
  ...inboxArea.operations,
} satisfies Record<OperationName, Operation>;
