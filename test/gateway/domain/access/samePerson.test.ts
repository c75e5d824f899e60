import { expect } from "chai";
import {
  ACCOUNT_EVENTS,
  findSeparation,
  maySharePerson,
  type AccountEvent,
} from "../../../../src/gateway/domain/access/samePerson.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/values/time.ts";

const NOW = 10 * DAY_MS;
const event = (userId: string, by: string | undefined, hoursAgo: number): AccountEvent => ({
  kind: "invited",
  userId,
  by,
  at: NOW - hoursAgo * HOUR_MS,
});

describe("the graph of accounts that may belong to one person", () => {
  it("connects two accounts by every kind of event", () => {
    for (const kind of ACCOUNT_EVENTS)
      expect(maySharePerson([{ kind, userId: "b", by: "a", at: 0 }], "a", "b", 1), kind).to.equal(true);
  });

  it("counts two accounts without events as two people", () => {
    expect(maySharePerson([], "ada", "grace", NOW)).to.equal(false);
    expect(findSeparation([], "ada", "grace", NOW)).to.equal(undefined);
  });

  it("connects accounts through others, in either direction", () => {
    const events = [event("hedy", "grace", 1), event("grace", "ada", 2), event("joan", "ada", 3)];
    for (const [one, other] of [
      ["ada", "grace"],
      ["hedy", "ada"],
      ["joan", "hedy"],
    ] as const)
      // prettier-ignore
      expect(maySharePerson(events, one, other, NOW), `${one} and ${other}`).to.equal(true);
    expect(maySharePerson(events, "ada", "linus", NOW)).to.equal(false);
  });

  it("separates two accounts when the last path between them is a day old", () => {
    const events = [event("grace", "ada", 2), event("hedy", "ada", 5), event("grace", "hedy", 7)];
    expect(findSeparation(events, "ada", "grace", NOW)).to.equal(NOW + 22 * HOUR_MS);
    expect(findSeparation(events, "ada", "hedy", NOW)).to.equal(NOW + 19 * HOUR_MS);
    expect(maySharePerson(events, "ada", "grace", NOW + 22 * HOUR_MS)).to.equal(false);
  });

  it("takes an account that a command or an unowned key opened as a second person for nobody", () => {
    const events = [event("grace", undefined, 1), event("hedy", "grace", 1)];
    expect(maySharePerson(events, "ada", "grace", NOW)).to.equal(true);
    expect(maySharePerson(events, "hedy", "ada", NOW)).to.equal(true);
    expect(maySharePerson(events, "ada", "joan", NOW), "neither was opened").to.equal(false);
  });
});
