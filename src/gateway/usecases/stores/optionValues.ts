import { PRESETS } from "../../domain/invoices/policy.ts";
import { formatDecimal } from "../../../values/amount.ts";
import type { StoreSettings } from "./merchantStore.ts";

const onOff = (isOn: boolean): string => (isOn ? "on" : "off");
const percent = (bps: number): string => String(bps / 100);
const NONE = "none";

/**
 * The settings of a store as the options of "crosstill stores set" spell them, which `readStoreOptions` reads to the same settings.
 * Policy fields that were not set show what holds; `evidence` is empty then, because it follows from the chain.
 */
export function optionValues(settings: StoreSettings): Readonly<Record<string, string>> {
  const { profile, compatibility, mail, books, bounds, marginBps } = settings;
  return {
    ...policyValues(settings),
    fees: settings.feeBearer,
    margin: marginBps === undefined ? NONE : percent(marginBps),
    minutes: String(settings.invoiceMinutes),
    "price-currency": settings.defaultCurrency,
    "default-method": settings.defaultMethod ?? NONE,
    "methods-off": settings.methodsOff.join(",") || NONE,
    "strict-addresses": onOff(settings.strictAddresses),
    "direct-payments": onOff(settings.directPayments),
    language: profile.defaultLang ?? "browser",
    "one-invoice-per-order": onOff(compatibility.oneInvoicePerOrder),
    "mail-invoices": onOff(mail.invoices),
    "mail-reminder": mail.remindMinutes === undefined ? NONE : String(mail.remindMinutes),
    "mail-address-days": String(mail.keepDays),
    tracked: books.tracked.join(",") || NONE,
    zone: books.zone,
    accountant: books.accountant?.address ?? NONE,
    "invoice-tolerance": percent(bounds.toleranceBps),
    "invoice-underpaid": onOff(bounds.acceptUnderpaid),
    "invoice-evidence": onOff(bounds.weakerEvidence),
  };
}

function policyValues({ policy, settlement }: StoreSettings): Readonly<Record<string, string>> {
  const preset = PRESETS[policy.preset ?? "shop"];
  const amount = (units: bigint) => formatDecimal(units, settlement.decimals);
  const underpaid = policy.underpaid ?? preset.underpaid;
  const steps = policy.confirmations ?? [];
  return {
    preset: policy.preset ?? "shop",
    tolerance: percent(policy.toleranceBps ?? preset.tolerance.bps),
    "tolerance-floor": amount(policy.toleranceFloor ?? preset.tolerance.floor),
    forgive: percent(policy.forgiveBps ?? preset.forgiveBps ?? 0),
    underpaid: underpaid === "keepOpen" ? "keep-open" : underpaid,
    overpaid: policy.overpaid ?? preset.overpaid,
    "late-from": percent(policy.lateFromBps ?? preset.lateFromBps),
    evidence: policy.evidence ?? "",
    confirmations:
      steps.map(({ from, need }) => (from === 0n ? `${need}` : `${amount(from)}=${need}`)).join(",") || "1",
  };
}
