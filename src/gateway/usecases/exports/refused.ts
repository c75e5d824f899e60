import { GatewayError } from "../../errors.ts";

/** A refusal of one of the words by which a file is asked for, by its name. */
export function refused(name: string, expected: string, came: string): GatewayError {
  const path = name.charAt(0).toUpperCase() + name.slice(1);
  return new GatewayError("export_refused", `${expected}; got "${came.slice(0, 60)}".`, { path });
}
