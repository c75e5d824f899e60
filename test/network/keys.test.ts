import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { networkKeys } from "../../src/cli/network/keys.ts";
import { ConflictError } from "../../src/database/driver.ts";
import { openDatabase } from "../../src/database/open.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { issueKey } from "../../src/network/callers/issueKey.ts";
import { createKeyring, type Keyring } from "../../src/network/callers/keyring.ts";
import { isKeyText, keyPrefix, newKeyText } from "../../src/network/callers/keyText.ts";
import {
  keyByPrefix,
  newestKeys,
  revokeKey,
  touchKey,
  type KeyStore,
} from "../../src/network/persistence/keys.ts";
import { onBothDatabases } from "../support/databases.ts";
import { testClock, type TestClock } from "../support/clock.ts";
import { storeIn } from "./storeIn.ts";

const random = (length: number) => randomBytes(length);

describe("the keys of the intent service", () => {
  onBothDatabases("network", (open) => {
    let store: KeyStore;
    let clock: TestClock;
    let keyring: Keyring;
    before(async () => {
      store = storeIn(await open());
      clock = testClock();
      keyring = createKeyring({ store, clock, log: silentLog }, []);
    });
    const issue = (name: string) => issueKey({ store, clock, random }, name);

    it("a key is found by its text, of which only the hash is kept", async () => {
      const key = await issue("shop");
      expect(await keyring.lookUp(key)).to.deep.equal(callerOf(key));
      expect(await keyByPrefix(store, keyPrefix(key))).to.deep.equal({
        hash: hashOf(key),
        prefix: key.slice(0, 12),
        name: "shop",
        createdAt: clock(),
        revokedAt: null,
        lastUsedAt: clock(),
      });
      expect(await keyring.lookUp(newKeyText(random))).to.equal("unknown");
    });

    it("keys that are made at the same moment are different and all work", async () => {
      const keys = await Promise.all(Array.from({ length: 30 }, (_, made) => issue(`parallel ${made}`)));
      expect(new Set(keys).size).to.equal(30);
      const found = await Promise.all(keys.map((key) => keyring.lookUp(key)));
      expect(found).to.deep.equal(keys.map(callerOf));
    });

    it("the list has the newest keys first, as many as asked for", async () => {
      clock.advance(1_000);
      await issue("older");
      clock.advance(1_000);
      await issue("newer");
      expect((await newestKeys(store, 2)).map(({ name }) => name)).to.deep.equal(["newer", "older"]);
    });

    it("a revoked key stays revoked, with the moment of the first revocation", async () => {
      const key = await issue("to be revoked");
      const at = clock();
      await store.commit([revokeKey(store, keyPrefix(key), at)]);
      expect(await keyring.lookUp(key)).to.equal("revoked");
      clock.advance(1_000);
      expect(await failureOf(store.commit([revokeKey(store, keyPrefix(key), clock())]))).to.be.instanceOf(
        ConflictError,
      );
      expect((await keyByPrefix(store, keyPrefix(key)))?.revokedAt).to.equal(at);
    });

    it("the last use is noted once a minute, by one of many calls", async () => {
      const key = await issue("in use");
      const lastUsed = async () => (await keyByPrefix(store, keyPrefix(key)))?.lastUsedAt;
      let writes = 0;
      const counting = { ...store, commit: (batch: Parameters<KeyStore["commit"]>[0]) => store.commit(batch).then(() => void writes++) }; // prettier-ignore
      const used = createKeyring({ store: counting, clock, log: silentLog }, []);
      const first = clock();
      await Promise.all(Array.from({ length: 10 }, () => used.lookUp(key)));
      clock.advance(59_999);
      await used.lookUp(key);
      expect(await lastUsed()).to.equal(first);
      expect(writes).to.equal(1);
      clock.advance(1);
      await Promise.all(Array.from({ length: 10 }, () => used.lookUp(key)));
      expect(await lastUsed()).to.equal(first + 60_000);
      expect(writes).to.equal(2);
      expect(
        await failureOf(store.commit([touchKey(store, "no such hash", clock(), clock())])),
      ).to.be.instanceOf(ConflictError);
    });

    it("a call with a valid key passes when its use cannot be noted", async () => {
      const key = await issue("full disk");
      const full = { ...store, commit: async () => Promise.reject(new Error("The disk is full.")) };
      const found = await createKeyring({ store: full, clock, log: silentLog }, []).lookUp(key);
      expect(found).to.deep.equal(callerOf(key));
    });
  });

  it("a key is known as one by its beginning, its length and its check characters", () => {
    for (let made = 0; made < 200; made++) {
      const key = newKeyText(random);
      expect(isKeyText(key)).to.equal(true);
      const at = 4 + (made % 40);
      const slip = key.slice(0, at) + (key[at] === "7" ? "8" : "7") + key.slice(at + 1);
      for (const wrong of [slip, key.slice(0, -1), `${key}0`, ` ${key}`, key.replace("ctn_", "ctk_")])
        expect(isKeyText(wrong), wrong).to.equal(false);
    }
  });
});

describe("crosstill network keys", () => {
  let folder: string;
  let clock: TestClock;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-keys-"));
    clock = testClock();
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const run = async (...args: string[]) => {
    const printed: string[] = [];
    const env = { DATA_DIR: folder };
    const print = (text: string) => void printed.push(text);
    await networkKeys({ args, env, clock, random, print, note: () => {}, startedAt: 0, onStop: () => {} });
    return printed;
  };

  it("makes, lists and revokes keys beside the running service, which heeds it at once", async () => {
    const service = await openDatabase(path.join(folder, "network.db"), "network");
    try {
      const store = storeIn(service);
      const keyring = createKeyring({ store, clock, log: silentLog }, []);
      expect((await run("list")).join()).to.include("There are no keys");
      const [key = ""] = await run("create", "--name", "the shop");
      expect(await keyring.lookUp(key)).to.deep.equal(callerOf(key));
      const [line = ""] = await run("list");
      expect(line).to.include(keyPrefix(key)).and.include("the shop").and.include("last used 2026-11-21");
      expect(line).to.not.include(key);
      expect((await run("revoke", keyPrefix(key))).join()).to.include("Revoked");
      expect(await keyring.lookUp(key)).to.equal("revoked");
      expect((await run("revoke", key)).join(), "the whole key does, too").to.include("already");
      expect((await run("list")).join()).to.include("revoked 2026-11-21");
    } finally {
      await service.close();
    }
  });

  it("says what it expected when it cannot do what was asked", async () => {
    for (const [args, words] of [
      [[], "create, revoke or list"],
      [["constructor"], "create, revoke or list"],
      [["create"], "--name is missing"],
      [["create", "--name", "a\u001bb"], "1 to 64"],
      [["create", "--name", "a", "--store", "b"], "Unknown: --store b"],
      [["list", "--all"], "Unknown: --all"],
      [["revoke"], "one beginning"],
      [["revoke", "ctn_12345678"], 'no key that begins with "ctn_12345678"'],
    ] as const) {
      expect(String(await failureOf(run(...args)))).to.include(words);
    }
  });
});

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function callerOf(key: string): unknown {
  return { id: keyPrefix(key), hash: hashOf(key) };
}
