import { expect } from "chai";
import { endView } from "../../../../src/gateway/http/owner/server/endView.ts";
import { merchantWords } from "../../../../src/languages/merchantWords.ts";

const NOW = Date.UTC(2027, 2, 1);
const [PAST, COMING] = [Date.UTC(2027, 1, 23), Date.UTC(2027, 3, 23)];
const GONE = { isGone: true };
const AUTO = { hasKey: true, quoteVersion: "auto", requestsVersion: "auto" } as const;
const NOTHING = "Nothing: the gateway does not use it any more.";
const CHANGES = "The gateway changes to the other version by itself when this one has ended.";

type Row = readonly [
  title: string,
  end: Readonly<{ path?: string; sunsetAt?: number; seenAt?: number; isGone?: boolean }>,
  service: Partial<Parameters<typeof endView>[1]["service"]>,
  state: string,
  advice: string,
];

describe("the row of an announced end on the page of the server", () => {
  const ROWS: readonly Row[] = [
    ["names the day on which a path ends", { sunsetAt: COMING }, {}, "ends on 2027-04-23 00:00", `${CHANGES} Compare both versions below before that day.`],
    ["asks for a comparison without naming a day when the end has no date", {}, {}, "deprecated, without a date of its end", `${CHANGES} Compare both versions below.`],
    ["says that a path answered after its end", { sunsetAt: PAST, seenAt: NOW }, {}, "was to end on 2027-02-23 00:00, and has answered since then", `${CHANGES} Compare both versions below.`],
    ["says that a path was not asked after its end", { sunsetAt: PAST, seenAt: PAST - 1 }, {}, "was to end on 2027-02-23 00:00, and has not been asked since then", `${CHANGES} Compare both versions below.`],
    ["says that nothing is to be done about a path that has ended", { sunsetAt: PAST, ...GONE }, {}, "has ended; announced for 2027-02-23 00:00", NOTHING],
    ["names the setting that keeps the gateway at a path that has ended", GONE, { quoteVersion: "v2" }, "has ended", "INTENTS_QUOTE_VERSION keeps the gateway at this version: set it to auto, and start the server again."],
    ["says that nothing is to be done about a version that the settings do not use", { sunsetAt: COMING }, { quoteVersion: "v3" }, "ends on 2027-04-23 00:00", NOTHING],
    ["asks for no key for a list when a key is set", { path: "/requests/v2", sunsetAt: COMING }, {}, "ends on 2027-04-23 00:00", "The gateway changes to the next version by itself."],
    ["asks for a key for a list when no key is set", { path: "/requests/v2", ...GONE }, { hasKey: false }, "has ended", "Set INTENTS_API_KEY: the next version of this list needs a key. Without a list the gateway asks for the status of each request."],
    ["asks for another version of Crosstill for another path", { path: "/chains", ...GONE }, {}, "has ended", "Install a version of Crosstill that does not use this path."],
  ]; // prettier-ignore
  for (const [title, end, service, state, advice] of ROWS)
    it(title, () => {
      const announced = { path: "/quote/v2", seenAt: NOW, isGone: false, ...end };
      const around = {
        now: NOW,
        zone: "UTC",
        tr: merchantWords("en"),
        service: { url: "", ...AUTO, ...service },
      };
      const view = endView(announced, around);
      expect([view.state.replace(" UTC", ""), view.advice]).to.deep.equal([state, advice]);
      expect(view.isWell).to.equal(advice === NOTHING);
    });
});
