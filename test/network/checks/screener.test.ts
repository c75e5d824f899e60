import { expect } from "chai";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { fillQuestion, type Question } from "../../../src/network/checks/question.ts";
import { createScreener } from "../../../src/network/checks/screener.ts";
import type { ServiceAnswer } from "../../../src/network/checks/screeningService.ts";
import type { Log } from "../../../src/runtime/log.ts";
import { requestOf } from "../requestOf.ts";

const SETTINGS = { file: undefined, service: undefined };
const YES: ServiceAnswer = { allowed: true, reason: "" };

describe("asking a screening service", () => {
  let now: number;
  let answer: () => ServiceAnswer;
  let asked: string[];
  let logged: string[];
  let screener: ReturnType<typeof createScreener>;

  beforeEach(() => {
    now = 1_800_000_000_000;
    answer = () => YES;
    asked = [];
    logged = [];
    const keep = (event: string) => void logged.push(event);
    screener = createScreener(SETTINGS, {
      ask: async ({ request }) => {
        asked.push(request.id);
        return answer();
      },
      clock: () => now,
      log: { debug: keep, info: keep, warn: keep, error: keep } as Log,
    });
  });

  const silence = () => {
    throw new HttpFailure("unreachable", "No answer from the service.");
  };
  const about = (id: string): Question => fillQuestion(requestOf(id), ["sender"]);
  const kinds = async (...ids: readonly string[]) => {
    const verdicts = [];
    for (const id of ids) verdicts.push((await screener.ask(about(id), false)).kind);
    return verdicts;
  };

  it("waits longer after each question without an answer, at most five minutes", async () => {
    answer = silence;
    for (let second = 0; second < 1_500; second++) {
      await screener.ask(about("0x01"), false);
      now += 1_000;
    }
    expect(asked.length).to.be.within(8, 12);
    answer = () => YES;
    now += 300_000;
    expect(await kinds("0x01")).to.deep.equal(["clear"]);
  });

  it("keeps asking about others when one cannot be answered", async () => {
    answer = () => (asked.at(-1) === "0xbad" ? silence() : YES);
    for (let tried = 0; tried < 20; tried++) {
      expect(await kinds("0xbad", `0x${tried}`)).to.deep.equal(["unanswered", "clear"]);
      now += 1_000;
    }
  });

  it("asks nobody for a while when nothing is answered", async () => {
    answer = silence;
    expect(await kinds("0x1", "0x2", "0x3", "0x4", "0x5")).to.deep.equal(Array(5).fill("unanswered"));
    expect(asked).to.deep.equal(["0x1", "0x2", "0x3"]);
    answer = () => YES;
    now += 60_000;
    expect(await kinds("0x4", "0x5")).to.deep.equal(["clear", "clear"]);
  });

  it("says once in the log that answers have stopped, and once that they are back", async () => {
    answer = silence;
    await kinds("0x1", "0x2", "0x3", "0x4");
    answer = () => YES;
    now += 60_000;
    await kinds("0x1", "0x2");
    expect(logged).to.deep.equal(["network.screening_unanswered", "network.screening_unanswered_over"]);
  });

  it("does not ask again about what was found clear", async () => {
    expect((await screener.ask(about("0x1"), true)).kind).to.equal("clear");
    expect(asked).to.deep.equal([]);
  });
});
