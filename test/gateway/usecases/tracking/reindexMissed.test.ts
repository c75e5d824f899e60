import { expect } from "chai";
import { GatewayError } from "../../../../src/gateway/errors.ts";
import type { MissedDeposit } from "../../../../src/gateway/ports/servicePort.ts";
import { reindexMissed } from "../../../../src/gateway/usecases/tracking/reindexMissed.ts";
import { BITCOIN_CHAIN_ID } from "../../../../src/intents/identifiers.ts";
import { requestWorld } from "../requestWorld.ts";

/** A confirmed deposit, and a service that is told of what it missed. */
function missedWorld(answer: () => "asked" | "absent" = () => "asked") {
  const world = requestWorld({ perMinute: 200 });
  const paid = world.bitcoin();
  world.pays(paid);
  const told: MissedDeposit[] = [];
  Object.assign(world.gateway.service, {
    async reindex(missed: MissedDeposit) {
      told.push(missed);
      return answer();
    },
  });
  const memory = { asked: new Map<string, number>(), absentUntil: 0 };
  return {
    ...{ world, told, paid },
    async minutes(count: number) {
      for (let minute = 0; minute < count; minute++) {
        await world.seconds(60, () => {}, 20);
        await reindexMissed(world.gateway, memory);
      }
    },
  };
}

describe("a deposit that the service has missed", () => {
  it("is told to it after ten minutes, and once an hour for a day", async () => {
    const { minutes, told, paid } = missedWorld();
    await minutes(9);
    expect(told).to.deep.equal([]);
    await minutes(2);
    expect(told).to.deep.equal([{ chainId: BITCOIN_CHAIN_ID, depositAddress: paid, txHash: paid }]);
    await minutes(58);
    expect(told).to.have.length(1);
    await minutes(2);
    expect(told).to.have.length(2);
    await minutes(30 * 60);
    expect(told).to.have.length(24);
  });

  it("is not told when the service knows it, whatever it makes of it, or when no block holds it", async () => {
    for (const word of ["pending", "success", "failure", "refund"]) {
      const { minutes, told, world, paid } = missedWorld();
      world.says(paid, word);
      await minutes(15);
      expect(told, word).to.deep.equal([]);
    }
    const { minutes, told, world, paid } = missedWorld();
    world.pays(paid, { presence: "mempool", confirmations: 0, blockHash: undefined });
    await minutes(15);
    expect(told).to.deep.equal([]);
  });

  it("is told when all that the service says is that it waits, or a word that nobody knows", async () => {
    for (const word of ["waiting", "unknown", "WEIRD"]) {
      const { minutes, told, world, paid } = missedWorld();
      world.says(paid, word);
      await minutes(11);
      expect(told, word).to.have.length(1);
    }
  });

  it("is told by no call that the service does not have, for a day", async () => {
    const { minutes, told, world } = missedWorld(() => "absent");
    world.pays(world.bitcoin());
    await minutes(12 * 60);
    expect(told).to.have.length(1);
  });

  it("is told again later when the service did not answer", async () => {
    const { minutes, told } = missedWorld(() => {
      throw new GatewayError("service_unavailable", "No answer.");
    });
    await minutes(75);
    expect(told).to.have.length(2);
  });

  it("is not told while nobody knows what the service knows", async () => {
    const { minutes, told, world } = missedWorld();
    world.serviceDown(true);
    await minutes(30);
    expect(told).to.deep.equal([]);
    world.serviceDown(false);
    await minutes(1);
    expect(told).to.have.length(1);
  });

  it("is nothing that an older client could tell", async () => {
    const { minutes, told, world } = missedWorld();
    Reflect.deleteProperty(world.gateway.service, "reindex");
    await minutes(15);
    expect(told).to.deep.equal([]);
  });
});
