import { inFrame, type Frame } from "../frame.ts";
import type { CheckoutView } from "./view.ts";

/**
 * The view as a frame of a shop's page shows it: its own addresses stay in the frame, and the form for the payer's refund address
 * and the wallet in the browser are on the page by itself only, because whoever frames a page can trick its reader into giving it what they want.
 */
export function framed(view: CheckoutView, frame: Frame | undefined): CheckoutView {
  if (!frame) return view;
  return {
    ...view,
    frame,
    method: view.method && {
      ...view.method,
      evm: view.method.evm && {
        ...view.method.evm,
        confirmUrl: inFrame(view.method.evm.confirmUrl, frame),
        walletUrl: undefined,
      },
    },
    methods: view.methods.map((choice) => ({ ...choice, chooseUrl: inFrame(choice.chooseUrl, frame) })),
    methodsUrl: inFrame(view.methodsUrl, frame),
    statusUrl: inFrame(view.statusUrl, frame),
    refundForm: undefined,
    refundPageUrl: view.refundForm?.stillUrl,
    mailForm: undefined,
    mailPage: view.mailForm && { url: view.mailForm.stillUrl, title: view.mailForm.title },
    pageUrl: `/i/${view.invoiceId}`,
  };
}
