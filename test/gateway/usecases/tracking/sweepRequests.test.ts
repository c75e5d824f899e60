import { expect } from "chai";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { isFull } from "../../../support/sizes.ts";
import { requestWorld } from "../requestWorld.ts";

type World = ReturnType<typeof requestWorld>;

/** Watches every second how long ago each of these addresses was asked about, and how many calls a minute held. */
function watch(world: World, addresses: readonly string[]) {
  const { clock, asked } = world;
  const last = new Map(addresses.map((address) => [address, clock()]));
  const worst = new Map(addresses.map((address) => [address, 0]));
  let seen = 0;
  let oldestInMinute = 0;
  let mostInMinute = 0;
  const age = (address: string) => {
    const ms = clock() - last.get(address)!;
    if (ms > worst.get(address)!) worst.set(address, ms);
  };
  return {
    everySecond() {
      for (; seen < asked.length; seen++) {
        const { address, at } = asked[seen]!;
        if (last.has(address)) {
          age(address);
          last.set(address, at);
        }
      }
      while (asked[oldestInMinute] && asked[oldestInMinute]!.at <= clock() - MINUTE_MS) oldestInMinute++;
      mostInMinute = Math.max(mostInMinute, seen - oldestInMinute);
    },
    mostInMinute: () => mostInMinute,
    worst(among: readonly string[] = addresses) {
      for (const address of among) age(address);
      return Math.max(...among.map((address) => worst.get(address)!));
    },
  };
}

describe("the sweep of everything open", function () {
  this.timeout(60_000);

  const some = (count: number, make: () => string) => Array.from({ length: count }, make);

  it("looks at each of a few within ten minutes, those that come later too, and asks no more than that", async () => {
    const world = requestWorld({ perMinute: 200 });
    const first = some(50, world.evm);
    const watched = watch(world, first);
    await world.seconds(1_800, watched.everySecond);
    const later = watch(world, some(300, world.evm)); // all at once
    await world.seconds(1_800, () => [watched, later].forEach(({ everySecond }) => everySecond()));
    expect(watched.worst()).to.be.at.most(10 * MINUTE_MS);
    expect(later.worst()).to.be.at.most(10 * MINUTE_MS);
    expect(first.map((id) => world.askedAbout(id)).every((times) => times <= 10)).to.equal(true);
  });

  it("looks at very many with 60 calls a minute within their number divided by the calls that moving money leaves", async () => {
    const world = requestWorld({ perMinute: 60 });
    const count = isFull ? 2_000 : 600;
    const idle = some(count, world.evm);
    const moving = some(10, world.bitcoin);
    for (const id of moving) world.pays(id);
    const watched = watch(world, [...idle, ...moving]);
    const minutes = isFull ? 120 : 40;
    for (let minute = 0; minute < minutes; minute++) {
      if (minute % 20 === 0) for (const id of moving) world.pays(id); // always somebody whose payment is young
      await world.seconds(60, watched.everySecond);
    }
    const forMoving = world.asked.filter(({ address }) => moving.includes(address)).length;
    const spare = 60 - forMoving / minutes;
    expect(spare, "calls a minute that moving money leaves").to.be.within(26, 34);
    expect(watched.mostInMinute()).to.be.at.most(60);
    expect(watched.worst(idle)).to.be.at.most((count / spare) * MINUTE_MS * 1.02);
    expect(watched.worst(moving)).to.be.at.most(MINUTE_MS);
    expect(world.asked.length / minutes, "nothing is wasted").to.be.at.least(59);
  });

  it("takes all of the calls while no money is moving", async () => {
    const world = requestWorld({ perMinute: 60 });
    const idle = some(3_000, world.evm);
    const watched = watch(world, idle);
    await world.seconds(120 * 60, watched.everySecond);
    expect(watched.worst()).to.be.at.most((3_000 / 60) * MINUTE_MS * 1.02);
    expect(watched.mostInMinute()).to.be.at.most(60);
  });

  it("leaves moving money its rhythm, however many others are waiting", async () => {
    const world = requestWorld({ perMinute: 200 });
    some(2_000, world.evm);
    await world.seconds(600);
    const paid = world.bitcoin();
    world.pays(paid);
    const before = world.clock();
    await world.seconds(60);
    expect(world.askedAbout(paid)).to.be.within(50, 61);
    expect(world.asked.find(({ address }) => address === paid)!.at - before).to.be.at.most(8_000);
  });

  it("asks every ten seconds for a payer who waits before an open page where only the service can tell, while the price is young", async () => {
    const world = requestWorld({ perMinute: 200 });
    const [open = "", closed = ""] = some(2, world.evm);
    const bitcoin = world.bitcoin();
    for (const id of [open, bitcoin]) world.opensPage(id);
    await world.seconds(60);
    expect([open, closed, bitcoin].map((id) => world.askedAbout(id))).to.deep.equal([6, 0, 0]);
    world.closesPage(open);
    await world.seconds(60);
    expect(world.askedAbout(open)).to.be.at.most(7);
    world.opensPage(open);
    await world.seconds(30 * 60);
    const before = world.askedAbout(open);
    await world.seconds(600);
    expect(world.askedAbout(open) - before, "an old one has its turn like all others").to.be.at.most(3);
  });

  it("leaves a chain that is followed to its follower, and the payers of many pages to the budget", async () => {
    const world = requestWorld({ perMinute: 60 });
    const seen = world.evm();
    world.opensPage(seen);
    world.gateway.sensors.saw(31337, world.clock());
    await world.seconds(60);
    expect(world.askedAbout(seen)).to.equal(0);
    const crowd = requestWorld({ perMinute: 60 });
    const pages = some(200, crowd.evm);
    for (const id of pages) crowd.opensPage(id);
    await crowd.seconds(300);
    expect(crowd.asked.length).to.be.at.most(5 * 60 + 6);
    expect(
      pages.every((id) => crowd.askedAbout(id) > 0),
      "everybody is served",
    ).to.equal(true);
  });

  it("needs no call for Bitcoin addresses that nobody has paid to, unless the chain is blind for long", async () => {
    const world = requestWorld({ perMinute: 200 });
    const idle = some(20, world.bitcoin);
    await world.seconds(3_600);
    expect(world.asked).to.have.length(0);
    world.closeEyes();
    await world.seconds(29 * 60);
    expect(world.asked).to.have.length(0);
    await world.seconds(12 * 60);
    for (const id of idle) expect(world.askedAbout(id)).to.be.at.least(1);
  });

  it("reads a page at a time, and each lease a few times in ten minutes", async () => {
    const world = requestWorld({ perMinute: 60 });
    some(3_000, world.bitcoin);
    let before = 0;
    await world.seconds(600, () => {
      expect(world.reads.leases - before).to.be.at.most(500);
      before = world.reads.leases;
    });
    expect(world.reads.leases).to.be.at.most(6 * 3_000);
    expect(world.reads.invoices, "none that began while this process ran").to.equal(3_000);
    await world.seconds(600);
    expect(world.reads.invoices, "once").to.equal(3_000);
  });

  it("forgets leases that have ended", async () => {
    const world = requestWorld({ perMinute: 200 });
    const [gone = "", stays = ""] = some(2, world.evm);
    await world.seconds(600);
    world.ends(gone);
    await world.seconds(180);
    const before = world.askedAbout(gone);
    await world.seconds(1_800);
    expect(world.askedAbout(gone)).to.equal(before);
    expect(world.askedAbout(stays)).to.be.at.least(3);
  });

  it("tells the age of the oldest look, since the process began where there was none", async () => {
    const world = requestWorld({ perMinute: 60 });
    expect(world.looks().oldestPollAge()).to.equal(0);
    some(5, world.evm);
    world.serviceDown(true);
    await world.seconds(1_800);
    expect(world.looks().oldestPollAge(), "nothing was answered").to.equal(1_800_000);
    world.serviceDown(false);
    await world.seconds(600);
    expect(world.looks().oldestPollAge()).to.be.at.most(10 * MINUTE_MS);
    world.restart();
    await world.seconds(60);
    expect(world.looks().oldestPollAge()).to.be.at.most(60_000);
  });
});
