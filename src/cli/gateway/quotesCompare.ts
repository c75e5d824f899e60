import { countCalls } from "../../gateway/adapters/callCounts.ts";
import { serviceClient } from "../../gateway/compose/outsideClients.ts";
import { gatewaySettings } from "../../gateway/compose/createGateway.ts";
import { outsideOf } from "../../gateway/compose/reconciler.ts";
import { compareQuotes, type Comparison } from "../../gateway/usecases/pricing/compareQuotes.ts";
import type { Gateway } from "../../gateway/usecases/gateway.ts";
import type { MerchantStore } from "../../gateway/usecases/stores/merchantStore.ts";
import { createHttp } from "../../http-client/http.ts";
import { readArguments } from "../arguments.ts";
import { CommandFailure, type Command } from "../command.ts";
import { requireStore } from "./requireStore.ts";
import { withPersistence } from "./withPersistence.ts";

const SAMPLE_AMOUNT = "25";

/**
 * Asks the service one quote by v2 and by v3 and prints both side by side. It stores nothing. Exits with 1 when one of the versions
 * cannot price a payment.
 */
export const quotesCompare: Command = async (invocation) => {
  const { args, clock, print } = invocation;
  const given = readArguments(args, "quotes compare");
  await withPersistence(invocation, async ({ persistence }, config) => {
    const store = await storeToCompare(persistence, given.option("store"));
    const outside = outsideOf(config);
    const service = serviceClient({
      outside,
      clock,
      http: createHttp,
      calls: countCalls(),
      mayAsk: () => true,
    });
    await service.probe(); // without followed chains the coins depend on the list of requests
    const settings = gatewaySettings(config, outside);
    const found = await compareQuotes({ service, settings }, store, {
      amount: given.option("amount") ?? SAMPLE_AMOUNT,
      methodId: given.option("method"),
      withAddress: given.has("address"),
    });
    print(linesOf(found).join("\n"));
    if (!found.isGood) throw new CommandFailure(found.verdict, 1);
    print(found.verdict);
  });
};

async function storeToCompare(
  persistence: Pick<Gateway["persistence"], "stores">,
  id: string | undefined,
): Promise<MerchantStore> {
  if (id !== undefined) return requireStore(persistence, id);
  const [store, ...others] = await persistence.stores.list();
  if (store === undefined) throw new Error('There is no store yet. Make one with "crosstill stores create".');
  if (others.length > 0) throw new Error("There are several stores: name one with --store.");
  return store;
}

/** A table of three columns; the words of the service move no cursor. */
function linesOf({ title, rows }: Comparison): readonly string[] {
  const cells = [["", "version 2", "version 3"], ...rows.map(({ name, v2, v3 }) => [name, v2, v3])].map(
    (line) => line.map((cell) => cell.replace(/\p{Cc}/gu, " ")),
  );
  const width = (column: number) => Math.max(...cells.map((line) => line[column]?.length ?? 0));
  const [first, second] = [width(0), width(1)];
  const table = cells.map(([name = "", v2 = "", v3 = ""]) =>
    `${name.padEnd(first)}  ${v2.padEnd(second)}  ${v3}`.trimEnd(),
  );
  return [title, ...table];
}
