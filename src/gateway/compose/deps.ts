import type { BitcoinRules } from "../../bitcoin/reader/bitcoinRules.ts";
import type { IntentService } from "../ports/servicePort.ts";
import type { Random } from "../../values/ids.ts";
import type { QuoteVersionSetting } from "../../intents/quoteVersion.ts";
import type { Log } from "../../runtime/log.ts";
import type { OutsideTime } from "../../runtime/steadyClock.ts";
import type { StartNode } from "../../sandbox/evm/evmChain.ts";
import type { Clock } from "../../values/time.ts";
import type { CheckedSettings } from "./startChecks.ts";

/** What the process brings along. Tests bring a clock that they move and seeded randomness. */
export type Deps = Readonly<{
  clock: Clock;
  random: Random;
  log: Log;
  /** Monotonic milliseconds. With them the time is the database's on PostgreSQL, which several processes share; a test has its own. */
  elapsed?: () => number;
  /** Compares the clock with those of the explorers and the service. */
  outsideTime?: OutsideTime | undefined;
  /** What the checks of the start have found out; they are repeated until they succeed. */
  checkedSettings?: CheckedSettings;
  /** Puts something else in place of the sandbox's own services: a test's stand-in for the intent service. */
  outside?: (sandbox: Outside) => Outside;
  /** Answers in this process in place of the intent service. */
  service?: IntentService;
  /** How long an invoice waits for its price, in milliseconds; five seconds where absent. */
  quoteTimeoutMs?: number;
  /** Lends the sandbox's EVM chains nodes that a test keeps between applications. */
  startNode?: StartNode;
  /** A test's other chain of Bitcoin's family: what its blocks must keep to, in place of the network's rules. */
  bitcoinRules?: BitcoinRules;
}>;

/** Where the outside world is: the operator's settings, or the embedded chains. */
export type Outside = Readonly<{
  intentsUrl: string;
  intentsApiKey: string | undefined;
  intentsQuoteVersion: QuoteVersionSetting;
  intentsRequestsVersion: QuoteVersionSetting;
  intentsStreamUrl: string | undefined; // where pushes come from; without it everything is found by polling
  explorerUrls: readonly string[];
  explorerStreamUrl: string | undefined; // where pushes of transactions come from; without it addresses are looked up
  rpcUrls: ReadonlyMap<number, string>;
  quoteUserBitcoin: string | undefined;
  ratesUrls: readonly string[];
}>;
