import { expect, type Check } from "../check.ts";
import { requestIdOf } from "../samples.ts";
import { describe } from "../service.ts";

/** Interface specification 5. */
export const KEY_CHECKS: readonly Check[] = [
  {
    rows: ["key.optional", "key.nothing-else"],
    async run({ service, samples }) {
      const sample = await samples.bridge();
      const id = encodeURIComponent(requestIdOf(sample));
      const withoutKey = { withoutKey: true };
      for (const [what, answer] of [
        ["POST /quote/v2", await service.post("/quote/v2", sample.body, withoutKey)],
        ["GET /intents/status/v3", await service.get(`/intents/status/v3?requestId=${id}`, withoutKey)],
        ["GET /chains", await service.get("/chains", withoutKey)],
      ] as const)
        expect(answer.status === 200, `${what} without a key: expected an answer, got ${describe(answer)}`);
      return "quotes, statuses and chains are answered without a key";
    },
  },
];
