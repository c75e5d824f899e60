import type { Client, Given } from "../../../sdk/client.ts";
import type { Sandbox } from "../../sandbox.ts";
import type { Instant } from "../../../values/time.ts";

/** What happens to one invoice of the sandbox's shop, played by the sandbox's own wallet and chains. */
export type Scenario = Readonly<{
  name: string; // in a path
  title: string;
  about: string;
  /** How long the price is guaranteed; default a quarter of an hour. */
  minutes?: number;
  /** Its steps, one after the other; what one of them finds out the next ones know. */
  steps(cast: Cast): readonly Step[];
}>;

/** One thing that is done, once it is time; gives what it was, for people. */
export type Step = Readonly<{ when?: (invoice: Given<"getInvoice">) => boolean; act(): Promise<string> }>;

/** The participants: the shop by its API, and the sandbox's controls. */
export type Cast = Readonly<{
  shop: Client;
  invoiceId: string;
  sandbox: Sandbox;
}>;

/** A scenario that is being played, or was. */
export type Play = Readonly<{
  id: string;
  name: string;
  invoiceId: string;
  checkoutLink: string;
  done: readonly Readonly<{ at: Instant; text: string }>[];
  ended: boolean;
}>;
