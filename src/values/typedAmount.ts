const ONE_SEPARATOR = /^(\d*)([.,])(\d+)$/;

/**
 * An amount as a person types it, as the decimal string that parsers read: a point or a comma stands before the decimals, and
 * nothing between the thousands ("12,50" gives "12.50"). A text that may be meant otherwise, such as "1,234" (thousands or
 * thousandths) or "1,234.50", stays as it is with a comma in it, and every parser refuses it. `decimals` are those of the currency: where it has
 * fewer than three, "1.234" may be meant otherwise as well.
 */
export function typedAmount(text: string, decimals = 0): string {
  const trimmed = text.trim();
  const [, whole = "", sign = "", fraction = ""] = ONE_SEPARATOR.exec(trimmed) ?? [];
  if (fraction === "") return trimmed;
  const mayBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (mayBeThousands && (sign === "," || decimals < fraction.length)) return `${whole},${fraction}`;
  return `${whole === "" ? "0" : whole}.${fraction}`;
}
