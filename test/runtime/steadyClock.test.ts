import { expect } from "chai";
import { hearHosts } from "../../src/runtime/hearHosts.ts";
import { createClockLog } from "../../src/runtime/logClock.ts";
import { createSteadyClock, type ClockState } from "../../src/runtime/steadyClock.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/values/time.ts";

describe("the steady clock", () => {
  /** A machine: real milliseconds pass, and somebody sets its clock. */
  const machine = () => {
    const at = { wall: 1_800_000_000_000, elapsed: 5 };
    const clock = createSteadyClock(
      () => at.wall,
      () => at.elapsed,
    );
    const pass = (ms: number) => {
      at.wall += ms;
      at.elapsed += ms;
    };
    return { at, clock, pass };
  };

  it("shows what the machine's clock shows, also after it was set forward by a few seconds", () => {
    const { at, clock, pass } = machine();
    for (const ms of [0, 1, 999, 86_400_000]) {
      pass(ms);
      expect(clock()).to.equal(at.wall);
    }
    at.wall += 5 * SECOND_MS;
    expect(clock()).to.equal(at.wall);
  });

  it("goes on a tenth slower after the machine's clock was set back, until that has caught up", () => {
    const { at, clock, pass } = machine();
    const before = clock();
    at.wall -= HOUR_MS;
    expect(clock()).to.equal(before);
    pass(1_000);
    expect(clock()).to.equal(before + 900);
    pass(HOUR_MS);
    expect(clock()).to.equal(before + 900 + 0.9 * HOUR_MS);
    pass(9 * HOUR_MS);
    expect(clock(), "caught up").to.equal(at.wall);
  });

  it("makes up for what it ran slower when the machine's clock is set right meanwhile, and for a minute of that at most", () => {
    for (const [behindMs, isFollowed] of [
      [10 * MINUTE_MS, true],
      [30 * MINUTE_MS, false],
    ] as const) {
      const { at, clock, pass } = machine();
      at.wall -= HOUR_MS;
      for (let passed = 0; passed < behindMs; passed += SECOND_MS) {
        pass(SECOND_MS);
        clock();
      }
      at.wall += HOUR_MS;
      expect(clock() === at.wall, `after ${behindMs} ms`).to.equal(isFollowed);
      expect(clock.state().kind).to.equal(isFollowed ? "steady" : "jumped");
    }
  });

  it("never goes back and never stands still, however often the clock is set", () => {
    const { at, clock, pass } = machine();
    let last = clock();
    for (const set of [-30_000, 10_000, -HOUR_MS, 5, -1, HOUR_MS, -90_000, 0]) {
      at.wall += set;
      pass(100);
      const now = clock();
      expect(now).to.be.at.least(last + 90);
      last = now;
    }
  });

  it("loses nothing when it is asked often", () => {
    const { at, clock, pass } = machine();
    const before = clock();
    at.wall -= HOUR_MS;
    for (let asked = 0; asked < 1_001; asked++) {
      clock();
      pass(1);
    }
    expect(clock()).to.be.within(before + 899, before + 901);
  });

  describe("when the machine's clock jumps forward", () => {
    it("goes on by elapsed time, and is right when the machine's clock is corrected", () => {
      const { at, clock, pass } = machine();
      const before = clock();
      at.wall += HOUR_MS;
      pass(MINUTE_MS);
      expect(clock()).to.equal(before + MINUTE_MS);
      expect(clock.state()).to.deep.equal({ kind: "jumped", byMs: HOUR_MS });
      at.wall -= HOUR_MS;
      pass(SECOND_MS);
      expect(clock()).to.equal(at.wall);
      expect(clock.state().kind).to.equal("steady");
    });

    it("follows as soon as another machine confirms it: this one has slept", () => {
      const { at, clock, pass } = machine();
      clock();
      at.wall += HOUR_MS;
      pass(SECOND_MS);
      clock.hear("explorer", at.wall - 40 * SECOND_MS); // from a cache
      expect(clock()).to.equal(at.wall);
    });

    it("does not follow while another machine contradicts it, however long that takes", () => {
      const { at, clock, pass } = machine();
      const before = clock();
      at.wall += HOUR_MS;
      for (let minute = 1; minute <= 120; minute++) {
        pass(MINUTE_MS);
        clock.hear("explorer", before + minute * MINUTE_MS);
        expect(clock()).to.equal(before + minute * MINUTE_MS);
      }
      expect(clock.state()).to.deep.equal({ kind: "wrong", byMs: HOUR_MS });
    });

    it("follows after ten minutes in which no other machine was heard", () => {
      const { at, clock, pass } = machine();
      const before = clock();
      at.wall += HOUR_MS;
      clock();
      pass(10 * MINUTE_MS - 1);
      expect(clock()).to.equal(before + 10 * MINUTE_MS - 1);
      pass(1);
      expect(clock()).to.equal(at.wall);
    });
  });

  describe("that began wrong, an hour ahead", () => {
    const wrong = () => {
      const made = machine();
      const truth = () => made.at.wall - HOUR_MS;
      return { ...made, truth, older: made.at.wall - MINUTE_MS, younger: made.at.wall + 1 };
    };

    it("judges what is older by the time of other machines, and what is younger by elapsed time", () => {
      const { clock, pass, truth, older, younger } = wrong();
      expect(clock.lead(older), "nobody was heard").to.equal(0);
      pass(SECOND_MS);
      clock.hear("explorer", truth());
      expect([clock.lead(older), clock.lead(younger)]).to.deep.equal([HOUR_MS, 0]);
      expect(clock.state()).to.deep.equal({ kind: "wrong", byMs: HOUR_MS });
    });

    it("believes no single machine when another one says that it is right, and none for more than a day", () => {
      const { at, clock, older } = wrong();
      clock.hear("liar", at.wall - 30 * DAY_MS);
      expect(clock.lead(older)).to.equal(DAY_MS);
      clock.hear("service", at.wall);
      expect([clock.lead(older), clock.state().kind]).to.deep.equal([0, "steady"]);
    });

    it("is behind when all say so, which brings nothing forward", () => {
      const { at, clock, older } = wrong();
      clock.hear("explorer", at.wall + HOUR_MS);
      expect(clock.state()).to.deep.equal({ kind: "wrong", byMs: -HOUR_MS });
      expect(clock.lead(older)).to.equal(0);
    });
  });
});

describe("the times that hosts tell", () => {
  it("count unless they come from this machine, which has the same clock; in the sandbox they count too", () => {
    const heard: string[] = [];
    const outsideTime = {
      hear: (source: string) => void heard.push(source),
      lead: () => 0,
      state: () => ({ kind: "steady", byMs: 0 }) as const,
      wall: () => 0,
    };
    const hosts = ["localhost", "127.0.0.1", "127.8.8.8", "[::1]", "esplora.example", "192.168.1.4"];
    for (const host of hosts) hearHosts(outsideTime)?.(host, 0);
    expect(heard.splice(0)).to.deep.equal(["esplora.example", "192.168.1.4"]);
    for (const host of hosts) hearHosts(outsideTime, true)?.(host, 0);
    expect(heard).to.deep.equal(hosts);
  });
});

describe("the log of the clock", () => {
  it("has one line for each change", () => {
    const logged: string[] = [];
    const note = (event: string, data?: unknown) => void logged.push(`${event} ${JSON.stringify(data)}`);
    const log = { debug: note, info: note, warn: note, error: note };
    let state: ClockState = { kind: "steady", byMs: 0 };
    const look = createClockLog({ state: () => state }, log);
    const states: readonly ClockState[] = [
      { kind: "steady", byMs: 0 },
      { kind: "jumped", byMs: HOUR_MS },
      { kind: "jumped", byMs: HOUR_MS },
      { kind: "wrong", byMs: HOUR_MS },
      { kind: "wrong", byMs: HOUR_MS },
      { kind: "steady", byMs: 0 },
    ];
    for (state of states) look();
    expect(logged).to.deep.equal([
      'clock.jumped {"seconds":3600}',
      'clock.wrong {"seconds":3600}',
      "clock.right {}",
    ]);
  });
});
