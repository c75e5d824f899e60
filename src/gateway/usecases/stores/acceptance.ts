import type { Translate } from "../../../languages/merchantWords.ts";
import type { StoreSettings } from "./merchantStore.ts";
import { describePolicy } from "./policyOptions.ts";

type Lines = readonly (readonly [label: string, value: string])[];

const asIs = (text: unknown): string => String(text);

/** Describes the settings that decide when an invoice counts as paid; in English without `tr`. */
export function describeAcceptance(settings: StoreSettings, tr: Translate = asIs): Lines {
  const { policy, settlement, bounds, strictAddresses, directPayments, invoiceMinutes, monitoringMinutes } =
    settings;
  const onOff = (isOn: boolean) => (isOn ? tr("on") : tr("off"));
  return [
    [tr("What counts as paid"), describePolicy(policy, settlement)],
    [tr("Tolerance, in percent"), String(bounds.toleranceBps / 100)],
    [tr("Accept whatever comes"), onOff(bounds.acceptUnderpaid)],
    [tr("Weaker proof, fewer confirmations"), onOff(bounds.weakerEvidence)],
    [tr("A new order for each address"), onOff(strictAddresses)],
    [tr("Take the settlement coin directly"), onOff(directPayments)],
    [tr("Price fixed for, in minutes"), String(invoiceMinutes)],
    [tr("Late payments are looked for, in minutes"), String(monitoringMinutes)],
  ];
}

/** Lists the lines of which the value differs, as "before → after". */
export function differences(before: Lines, after: Lines): [string, string][] {
  return after.flatMap(([label, value], place): [string, string][] => {
    const old = before[place]?.[1] ?? "";
    return old === value ? [] : [[label, `${old} → ${value}`]];
  });
}
