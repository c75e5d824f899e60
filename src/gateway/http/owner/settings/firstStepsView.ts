import type { Response } from "express";
import { mayIn } from "../../../domain/access/roles.ts";
import { firstStepsOf } from "../../../usecases/stores/firstSteps.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { wordsFor } from "../page.ts";
import { ACCOUNT_PATH, newInvoicePath, SERVER_PATH, settingsPath, storePath } from "../paths.ts";
import { visitorOf, type AuthDeps } from "../visitor.ts";

/** One step: a link to the place that does it, or a form that does it at once. */
type Step = Readonly<{ label: string; isDone: boolean; path?: string; form?: string }>;

/** The first steps for views/owner/settings/firstSteps.eta; undefined when they are done, dismissed or not for the visitor. */
export async function firstStepsView(gateway: AuthDeps, response: Response, store: MerchantStore) {
  const { access, hasSecondFactor } = visitorOf(response);
  if (!mayIn(access, store.id, "canmodifystoresettings")) return undefined;
  const done = await firstStepsOf(gateway.persistence, store);
  if (!done) return undefined;
  const tr = wordsFor(response);
  const { symbol, chainName } = store.settings.settlement;
  const payments = settingsPath(store.id, "payments");
  const steps: readonly Step[] = [
    { label: tr("Your account"), isDone: true, path: ACCOUNT_PATH },
    { label: tr("A store: {name}", { name: store.name }), isDone: true, path: storePath(store.id) },
    {
      label: tr("Settlement in {coin}", {
        coin: tr("{coin} on {network}", { coin: symbol, network: chainName }),
      }),
      isDone: true,
      path: payments,
    },
    { label: tr("Refund addresses"), isDone: done.refundAddresses, path: payments },
    {
      label: tr("A second factor for your account"),
      isDone: hasSecondFactor,
      path: `${ACCOUNT_PATH}#second-factor`,
    },
    gateway.settings.sandbox
      ? { label: tr("Make a test payment"), isDone: done.payment, form: testPaymentPath(store.id) }
      : { label: tr("Pay a small invoice yourself"), isDone: done.payment, path: newInvoicePath(store.id) },
    { label: tr("Connect a shop, or make a key"), isDone: done.shop, path: settingsPath(store.id, "shops") },
    ...(access.isAdmin
      ? [{ label: tr("Make a backup"), isDone: done.backup, path: `${SERVER_PATH}#backup` }]
      : []),
  ];
  if (steps.every(({ isDone }) => isDone)) return undefined;
  return {
    steps,
    left: steps.filter(({ isDone }) => !isDone).length,
    dismiss: `${storePath(store.id)}/first-steps/dismiss`,
  };
}

/** Where the button of the sandbox makes an invoice and opens its checkout. */
export function testPaymentPath(storeId: string): string {
  return `${storePath(storeId)}/test-payment`;
}
