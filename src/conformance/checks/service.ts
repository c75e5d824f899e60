import { accepted, expect, type Check } from "../check.ts";
import { Blocked, NotApplicable } from "../finding.ts";
import { fieldsOf, textOf, unitsOf } from "../json.ts";
import { availableOf, requestIdOf, transactionsOf } from "../samples.ts";
import { shown } from "../shown.ts";

/** Interface specification 1. */
export const SERVICE_CHECKS: readonly Check[] = [
  {
    rows: ["service.one-endpoint"],
    async run({ samples }) {
      const bridge = await samples.bridge();
      const swap = await samples.of("swap");
      return `POST /quote/v2 quotes bridges (steps: ${bridge.steps.length}) and swaps (steps: ${swap.steps.length})`;
    },
  },
  {
    rows: ["service.stages"],
    async run({ service, samples }) {
      const sample = await samples.bridge();
      const transactions = transactionsOf(sample);
      expect(transactions.length > 0, `the quote of ${sample.kind} has no transaction to submit`);
      const { status } = await service.get(
        `/intents/status/v3?requestId=${encodeURIComponent(requestIdOf(sample))}`,
      );
      if (status !== 200)
        throw new Blocked("get.status", `the status of a new quote was answered with ${status}`);
      return "chains are listed, a quote has transactions to execute, its status can be followed";
    },
  },
  {
    rows: ["service.chains"],
    async run({ routes, samples }) {
      if (!routes.hasBitcoin) throw new NotApplicable("the service lists no Bitcoin chain");
      await samples.bridge();
      const kinds = await availableOf(samples, "bitcoinAddress", "psbt");
      return `quotes between EVM chains, and from Bitcoin (${kinds.map(({ kind }) => kind).join(", ")})`;
    },
  },
  {
    rows: ["service.amounts"],
    async run({ samples }) {
      const found = await availableOf(samples, "native", "token", "nativeAddress", "bitcoinAddress");
      let seen = 0;
      for (const { answer, kind } of found) {
        const { details, fees } = fieldsOf(answer.json);
        const { currencyIn, currencyOut } = fieldsOf(details);
        for (const [name, value] of Object.entries({ currencyIn, currencyOut, ...fieldsOf(fees) })) {
          for (const field of ["amount", "minimumAmount"]) {
            const amount = fieldsOf(value)[field];
            if (amount === undefined || amount === null) continue;
            seen++;
            expect(
              typeof amount === "string" && /^-?\d{1,78}$/.test(amount),
              `${name}.${field} of ${kind}: expected digits in a string, got ${shown(amount)}`,
            );
          }
        }
      }
      if (seen === 0) throw new NotApplicable("quotes show no amounts beside their steps (item.value)");
      return `${seen} amounts of fees and details are strings of digits`;
    },
  },
  {
    rows: ["service.app-fees"],
    async run(context) {
      const { samples, parties } = context;
      const { body, route } = await samples.bridge();
      const appFees = [{ recipient: parties.recipient, fee: "100" }];
      const answer = await accepted(context, { ...body, appFees }, "appFees of 100 basis points");
      const { app } = fieldsOf(fieldsOf(answer.json)["fees"]);
      const { amount, currency } = fieldsOf(app);
      const taken = unitsOf(amount);
      if (taken === undefined || taken === 0n)
        throw new NotApplicable("the service does not show app fees in its quotes");
      const symbol = textOf(fieldsOf(currency)["symbol"]);
      if (symbol !== route.from.symbol)
        return `an app fee of ${taken} smallest units of ${symbol ?? "a currency"}`;
      const due = BigInt(String(body["amount"])) / 100n;
      expect(
        taken * 10n >= due * 9n && taken * 10n <= due * 11n,
        `100 basis points of ${String(body["amount"])}: expected about ${due}, got ${taken}`,
      );
      return `100 basis points are ${taken} of ${String(body["amount"])}`;
    },
  },
];
