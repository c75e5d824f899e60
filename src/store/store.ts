import type { Database } from "../db/driver.ts";
import type { Store } from "../gateway/storePort.ts";
import { addressQueries } from "./addresses.ts";
import { storeContext } from "./context.ts";
import { invoiceQueries } from "./invoices.ts";
import { noteQueries } from "./notes.ts";
import { storeQueries } from "./stores.ts";
import { webhookQueries } from "./webhooks.ts";

/** The gateway's store: one implementation for both databases. */
export function createStore(database: Database): Store {
  const context = storeContext(database);
  return {
    ...storeQueries(context),
    ...invoiceQueries(context),
    ...addressQueries(context),
    ...webhookQueries(context),
    ...noteQueries(context),
  };
}
