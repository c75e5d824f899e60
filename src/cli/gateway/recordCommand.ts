import type { Gateway } from "../../gateway/usecases/gateway.ts";
import { recordAction, type Action } from "../../gateway/usecases/access/recordAction.ts";
import type { CommandName } from "../usage.ts";

/** Writes what a command has changed into the audit log; `by` is the user that it names, if any. */
export function recordCommand(
  gateway: Pick<Gateway, "persistence" | "clock" | "log">,
  command: CommandName,
  action: Action,
  by?: string,
): Promise<void> {
  const name = by ?? `crosstill ${command}`;
  return recordAction(gateway, { actor: { kind: "command", id: "command line", name } }, action);
}
