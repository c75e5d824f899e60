import { expect } from "chai";
import { createSensors } from "../../../../src/gateway/usecases/tracking/sensors.ts";
import { BITCOIN_CHAIN_ID } from "../../../../src/intents/identifiers.ts";

describe("sensors of several processes", () => {
  it("rely on what others have seen, as long as those say so", () => {
    const [here, there] = [createSensors([8453]), createSensors([8453])];
    here.saw(BITCOIN_CHAIN_ID, 1_000);
    there.saw(BITCOIN_CHAIN_ID, 400);
    there.saw(8453, 900);
    here.learn([there.known()], 2_000);
    expect(here.sightedAt([BITCOIN_CHAIN_ID, 8453])).to.equal(900);
    here.learn([], 2_000); // the other has ended
    expect(here.sightedAt([BITCOIN_CHAIN_ID, 8453])).to.equal(0);
    expect(here.seenAt(BITCOIN_CHAIN_ID)).to.equal(1_000);
  });

  it("believe nobody who has seen the future", () => {
    const here = createSensors();
    here.saw(BITCOIN_CHAIN_ID, 9_000);
    here.learn([{ service: 8_000 }], 5_000);
    expect([here.seenAt(BITCOIN_CHAIN_ID), here.seenAt("service")]).to.deep.equal([5_000, 5_000]);
  });
});
