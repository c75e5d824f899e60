import type { Gateway } from "../gateway.ts";

/** Why the Bitcoin chain is uncertain, by this process or by the one that follows it; undefined while it is not. */
export function chainDoubt({ explorer, heard }: Pick<Gateway, "explorer" | "heard">): string | undefined {
  return explorer.doubt()?.reason ?? heard.doubt;
}
