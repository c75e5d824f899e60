import type { Instant } from "../../values/time.ts";

/** An amount of a coin at a merchant's address that one invoice asks for, and no other: a transfer of it is that invoice's. */
export type AmountLease = Readonly<{
  id: string;
  chainId: number;
  currency: string;
  address: string;
  amount: bigint; // smallest units
  invoiceId: string;
  requestId: string; // of its offer
  fromAt: Instant;
}>;

/** What must be one invoice's at a time: an amount of a coin at an address of a chain. */
export type AmountPlace = Pick<AmountLease, "chainId" | "currency" | "address" | "amount">;

/** The amount and where it is asked for as one text, the same for every spelling of the addresses. */
export function amountKey({ chainId, currency, address, amount }: AmountPlace): string {
  return `${chainId}:${currency.toLowerCase()}:${address.toLowerCase()}:${amount}`;
}

/** Amounts that are leased to invoices. A new one is written with its offer (SaveExtras.amount). */
export type AmountLeases = Readonly<{
  /** The open leases among these keys (amountKey). */
  at(keys: readonly string[]): Promise<readonly AmountLease[]>;
  open(after: string, limit: number): Promise<readonly AmountLease[]>;
  /** The merchants' addresses (lower case) on a chain where some amount is leased. */
  addresses(chainId: number): Promise<readonly string[]>;
  end(lease: AmountLease, at: Instant): Promise<void>;
}>;
