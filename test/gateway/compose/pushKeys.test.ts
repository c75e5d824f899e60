import { expect } from "chai";
import { createSecrets } from "../../../src/gateway/adapters/secrets.ts";
import { openPushKeys } from "../../../src/gateway/compose/pushKeys.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";

const SECRETS = createSecrets(new Uint8Array(32).fill(1));
const OTHERS = createSecrets(new Uint8Array(32).fill(2));

describe("the gateway's keys for push services", () => {
  it("are made once, and kept with the private one sealed", async () => {
    const { checkpoints } = createMemoryPersistence();
    const keys = await openPushKeys(checkpoints, SECRETS, 1);
    expect(await openPushKeys(checkpoints, SECRETS, 2)).to.deep.equal(keys);
    const kept = JSON.stringify((await checkpoints.read("push keys"))?.body);
    expect(kept).to.include(keys.publicKey).and.not.include(keys.privateKey);
  });

  it("are the same in two processes that start at once", async () => {
    const { checkpoints } = createMemoryPersistence();
    const [one, other] = await Promise.all([1, 2].map((at) => openPushKeys(checkpoints, SECRETS, at)));
    expect(other).to.deep.equal(one);
  });

  it("are made anew where the key that sealed them is lost: the gateway starts all the same", async () => {
    const { checkpoints } = createMemoryPersistence();
    const lost = await openPushKeys(checkpoints, SECRETS, 1);
    const keys = await openPushKeys(checkpoints, OTHERS, 2);
    expect(keys.publicKey).not.to.equal(lost.publicKey);
    expect(await openPushKeys(checkpoints, OTHERS, 3)).to.deep.equal(keys);
  });
});
