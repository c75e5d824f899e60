import { createHash, randomBytes } from "node:crypto";
import { expect } from "chai";
import { eq } from "drizzle-orm";
import type { Database } from "../../../../src/database/driver.ts";
import { createSecrets } from "../../../../src/gateway/adapters/secrets.ts";
import { WrongKeyError } from "../../../../src/runtime/sealedBytes.ts";
import { isSigned } from "../../../../src/gateway/adapters/signing.ts";
import { openKeyring, rewrapKeys, rotateKey } from "../../../../src/gateway/compose/keys/keyring.ts";
import { openKeys } from "../../../../src/gateway/compose/keys/openKeys.ts";
import type { MasterKeySource } from "../../../../src/gateway/compose/keys/masterKey.ts";
import { persistenceContext } from "../../../../src/gateway/persistence/context.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { sealSecrets } from "../../../../src/gateway/usecases/webhooks/webhookSecrets.ts";
import { SECOND_MS } from "../../../../src/values/time.ts";
import { testClock } from "../../../support/clock.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { createMemoryPersistence } from "../../../support/memoryPersistence.ts";
import { hook } from "../../usecases/webhookWorld.ts";

const refuse = (error: unknown): never => {
  throw error;
};
const masterKey = (byte: number, name = "MASTER_KEY_FILE"): MasterKeySource => ({
  name,
  read: async () => Buffer.alloc(32, byte),
});
const failure = (promise: Promise<unknown>) => promise.then(() => undefined, (error: Error) => error); // prettier-ignore
const NO_FILES = { secretsKeyFile: "/nowhere/secrets.key", signingKeyFile: "/nowhere/signing.key" };

describe("keys in the database, sealed by a master key", () => {
  onBothDatabases("gateway", (open) => {
    let database: Database;
    let persistence: Persistence;
    const clock = testClock();
    beforeEach(async () => {
      database = await open();
      persistence = createPersistence(database, refuse);
    });

    const parts = (source = masterKey(1)) => ({ persistence, clock, random: randomBytes, source });
    const rowsOf = async () => persistence.sealedKeys.list();
    const purposes = async () => (await rowsOf()).map(({ purpose }) => purpose).sort();
    const change = async (id: string, columns: Readonly<Record<string, unknown>>) => {
      const { sealedKeys } = persistenceContext(database, refuse).t;
      await database.db.update(sealedKeys).set(columns).where(eq(sealedKeys.id, id));
    };
    const keyFor = async (purpose: string) => (await rowsOf()).find((row) => row.purpose === purpose)!;

    it("are made by the first start, are the same after a restart, and are not in the database as they are", async () => {
      const first = await openKeyring(parts());
      const sealed = createSecrets(first.sealing).seal("secret");
      expect(await purposes()).to.deep.equal(["links", "secrets", "signing"]);
      const again = await openKeyring(parts());
      expect(again.signer.publicKey).to.equal(first.signer.publicKey);
      expect(await createSecrets(again.sealing).open(sealed)).to.equal("secret");
      expect(createSecrets(again.sealing).mark("claim 1")).to.equal(createSecrets(first.sealing).mark("claim 1"));
      const text = JSON.stringify(await rowsOf());
      for (const key of [first.sealing.current().key, first.sealing.marking()])
        for (const form of ["hex", "base64"] as const) expect(text).not.to.include(Buffer.from(key).toString(form));
    }); // prettier-ignore

    it("are the same for processes that start together on an empty database", async () => {
      const rings = await Promise.all(Array.from({ length: 5 }, () => openKeyring(parts())));
      expect(new Set(rings.map(({ signer }) => signer.publicKey)).size).to.equal(1);
      expect(await rowsOf()).to.have.length(3);
      const sealed = createSecrets(rings[0]!.sealing).seal("one");
      for (const { sealing } of rings) expect(await createSecrets(sealing).open(sealed)).to.equal("one");
    });

    it("are refused with another master key, in a sentence that names the setting and shows no key", async () => {
      await openKeyring(parts());
      const error = await failure(openKeyring(parts(masterKey(2, "MASTER_KEY"))));
      expect(error?.message).to.match(/^MASTER_KEY gives another master key than the one .*fingerprint is [0-9a-f]{16}, expected [0-9a-f]{16}/);
      expect(error?.message).not.to.include("02".repeat(8));
      expect((await failure(openKeys({ persistence, clock, random: randomBytes }, { ...NO_FILES, masterKey: undefined })))?.message)
        .to.match(/keeps its keys sealed by a master key. Set MASTER_KEY_FILE/);
    }); // prettier-ignore

    it("are rotated while processes run: each seals with the new one, and old texts stay readable", async () => {
      const [a, b] = [await openKeyring(parts()), await openKeyring(parts())];
      const [atA, atB] = [createSecrets(a.sealing), createSecrets(b.sealing)];
      const old = atA.seal("old");
      clock.advance(SECOND_MS);
      await rotateKey(parts(), "secrets");
      await a.reload();
      const fresh = atA.seal("fresh");
      expect(fresh.split(":")[1], "another key").not.to.equal(old.split(":")[1]);
      expect(await atB.open(fresh), "a process that meets the unknown id reads the keys again").to.equal(
        "fresh",
      );
      expect([await atB.open(old), await atA.open(old)]).to.deep.equal(["old", "old"]);
      expect([atA.isStale(old), atA.isStale(fresh), atB.isStale(fresh)]).to.deep.equal([true, false, false]);
      expect(atA.mark("claim 1"), "links last").to.equal(atB.mark("claim 1"));
    });

    it("do not let a process that knows too little seal with an old key what was sealed with a new one", async () => {
      const [a, b] = [await openKeyring(parts()), await openKeyring(parts())];
      await rotateKey(parts(), "secrets");
      await a.reload();
      const fresh = createSecrets(a.sealing).seal("fresh");
      expect(createSecrets(b.sealing).isStale(fresh)).to.equal(false);
    });

    it("are rotated once when two people do it at the same moment", async () => {
      await openKeyring(parts());
      const all = await Promise.all([1, 2, 3].map(() => failure(rotateKey(parts(), "secrets"))));
      expect((await rowsOf()).filter((row) => row.purpose === "secrets" && row.retiredAt === undefined)).to.have.length(1);
      expect(all.filter((error) => error === undefined).length).to.be.greaterThan(0);
    }); // prettier-ignore

    it("give every process another signing key after a rotation, and the note of it goes with it", async () => {
      const [a, b] = [await openKeyring(parts()), await openKeyring(parts())];
      const { publicKey } = a.signer;
      const rotated = await rotateKey(parts(), "signing");
      await Promise.all([a.reload(), b.reload()]);
      expect(b.signer.publicKey).to.equal(rotated.publicKey).and.not.to.equal(publicKey);
      expect(isSigned(a.signer.publicKey, "text", b.signer.sign("text"))).to.equal(true);
      expect((await openKeyring(parts())).signer.publicKey, "after a restart").to.equal(rotated.publicKey);
    });

    it("make other links after their key was rotated", async () => {
      const ring = await openKeyring(parts());
      const before = createSecrets(ring.sealing).mark("claim 1");
      await rotateKey(parts(), "links");
      await ring.reload();
      expect(createSecrets(ring.sealing).mark("claim 1")).not.to.equal(before);
    });

    it("are sealed by a new master key with the old one at hand; a running process goes on", async () => {
      const ring = await openKeyring(parts());
      const sealed = createSecrets(ring.sealing).seal("secret");
      const wrong = await failure(rewrapKeys({ persistence, source: masterKey(2) }, masterKey(3, "--from-file")));
      expect(wrong?.message).to.match(/^--from-file gives another master key/);
      expect(await rewrapKeys({ persistence, source: masterKey(2) }, masterKey(1))).to.equal(3);
      expect(await rewrapKeys({ persistence, source: masterKey(2) }, masterKey(1)), "again").to.equal(0);
      await ring.reload();
      expect(await createSecrets(ring.sealing).open(sealed)).to.equal("secret");
      const again = await openKeyring(parts(masterKey(2)));
      expect(await createSecrets(again.sealing).open(sealed)).to.equal("secret");
      expect((await failure(openKeyring(parts())))?.message).to.match(/another master key/);
    }); // prettier-ignore

    describe("are refused where someone has changed the table:", () => {
      beforeEach(() => openKeyring(parts()));
      const bent = (text: string) => text.slice(0, 30) + (text[30] === "A" ? "B" : "A") + text.slice(31);

      for (const [name, damage] of [
        ["a bit", bent],
        ["a cut", (text: string) => text.slice(0, 24)],
        ["an empty text", () => ""],
        ["no base64", () => "§§§"],
      ] as const)
        it(name, async () => {
          const row = await keyFor("secrets");
          await change(row.id, { sealed: damage(row.sealed) });
          expect((await failure(openKeyring(parts())))?.message).to.match(/^The secrets key [0-9a-f]{16} in the table sealed_keys was changed/);
        }); // prettier-ignore

      it("two keys in each other's place", async () => {
        const [signing, secrets] = [await keyFor("signing"), await keyFor("secrets")];
        await change(signing.id, { sealed: secrets.sealed });
        await change(secrets.id, { sealed: signing.sealed });
        expect((await failure(openKeyring(parts())))?.message).to.match(/was changed or is damaged/);
      });

      it("the purposes of two keys exchanged", async () => {
        const [links, secrets] = [await keyFor("links"), await keyFor("secrets")];
        await change(links.id, { purpose: "other" });
        await change(secrets.id, { purpose: "links" });
        await change(links.id, { purpose: "secrets" });
        expect((await failure(openKeyring(parts())))?.message).to.match(/was changed or is damaged/);
      });

      it("an unknown purpose", async () => {
        await change((await keyFor("links")).id, { purpose: "other" });
        expect((await failure(openKeyring(parts())))?.message).to.match(/unknown purpose "other"/);
      });

      it("a current key taken away", async () => {
        await change((await keyFor("secrets")).id, { retiredAt: 1 });
        expect((await failure(openKeyring(parts())))?.message).to.match(/no current key for secrets/);
      });

      it("all of them removed, so that new ones would be made", async () => {
        const { sealedKeys } = persistenceContext(database, refuse).t;
        await database.db.delete(sealedKeys);
        expect((await failure(openKeyring(parts())))?.message).to.match(
          /the database has no keys.*crosstill keys import.*restore them/s,
        );
      });

      it("an old signing key in the place of the current one", async () => {
        const old = await keyFor("signing");
        clock.advance(SECOND_MS);
        const { after } = await rotateKey(parts(), "signing");
        await change(after.id, { retiredAt: 1 });
        await change(old.id, { retiredAt: null });
        expect((await failure(openKeyring(parts())))?.message).to.match(/is not the one that this gateway has signed/);
      }); // prettier-ignore
    });

    it("refuse a text whose key id is unknown, or that was moved to another id", async () => {
      const ring = await openKeyring(parts());
      const secrets = createSecrets(ring.sealing);
      const sealed = secrets.seal("secret");
      await rotateKey(parts(), "secrets");
      await ring.reload();
      const [, , body] = sealed.split(":");
      const unknown = await failure(secrets.open(`sealed-2:0123456789abcdef:${body}`));
      expect(unknown).to.be.instanceOf(WrongKeyError);
      expect(unknown?.message).to.match(/the database does not have the key/);
      expect(await failure(secrets.open(`sealed-2:${ring.sealing.current().id}:${body}`))).to.be.instanceOf(WrongKeyError);
      const links = await keyFor("links");
      expect(await failure(secrets.open(`sealed-2:${links.id}:${body}`)), "a key for something else").to.be.instanceOf(WrongKeyError);
      expect(await secrets.open(sealed)).to.equal("secret");
    }); // prettier-ignore
  });

  it("look for an unknown key at most once a second: whoever shows made-up texts does not keep the database busy", async () => {
    const clock = testClock();
    let lists = 0;
    const memory = createMemoryPersistence();
    const counted = { ...memory.sealedKeys, list: () => (lists++, memory.sealedKeys.list()) };
    const ring = await openKeyring({ persistence: { ...memory, sealedKeys: counted }, clock, random: randomBytes, source: masterKey(1) });
    const secrets = createSecrets(ring.sealing);
    clock.advance(SECOND_MS);
    lists = 0;
    for (let tried = 0; tried < 100; tried++) await failure(secrets.open(`sealed-2:${tried}:AAAA`));
    expect(lists).to.equal(1);
    clock.advance(SECOND_MS);
    await failure(secrets.open("sealed-2:x:AAAA"));
    expect(lists).to.equal(2);
  }); // prettier-ignore

  it("seal anew what an old key sealed: secrets of webhooks, former ones, and of one-time passwords", async () => {
    const clock = testClock();
    const persistence = createMemoryPersistence();
    const parts = { persistence, clock, random: randomBytes, source: masterKey(1) };
    const ring = await openKeyring(parts);
    const secrets = createSecrets(ring.sealing);
    await persistence.stores.create({ id: hook.storeId, name: "", settings: {} as never, createdAt: 0 });
    const formerSecret = { secret: secrets.seal("former"), until: clock() + SECOND_MS };
    await persistence.webhooks.create({ ...hook, secret: secrets.seal("secret"), formerSecret });
    await persistence.users.create({ id: "u", name: "owner", email: undefined, password: { hash: "", at: 0 }, isAdmin: true, createdAt: 0 });
    await persistence.users.change("u", { totp: { sealedSecret: secrets.seal("totp"), lastStep: 7 } });
    await rotateKey(parts, "secrets");
    await ring.reload();
    await sealSecrets({ persistence, secrets });
    const kept = (await persistence.webhooks.load(hook.id))!;
    const totp = (await persistence.users.load("u"))!.totp!;
    const all = [kept.secret, kept.formerSecret!.secret, totp.sealedSecret];
    expect(all.map(secrets.isStale)).to.deep.equal([false, false, false]);
    expect(await Promise.all(all.map(secrets.open))).to.deep.equal(["secret", "former", "totp"]);
    expect(totp.lastStep).to.equal(7);
    await sealSecrets({ persistence, secrets });
    expect((await persistence.webhooks.load(hook.id))!.secret, "once").to.equal(kept.secret);
  }); // prettier-ignore
});

describe("the fingerprint of a master key", () => {
  it("does not give the key away", async () => {
    const memory = createMemoryPersistence();
    await openKeyring({ persistence: memory, clock: testClock(), random: randomBytes, source: masterKey(1) });
    const [{ masterId } = { masterId: "" }] = await memory.sealedKeys.list();
    expect(masterId).to.match(/^[0-9a-f]{16}$/);
    const key = Buffer.alloc(32, 1);
    expect([key.toString("hex").slice(0, 16), createHash("sha256").update(key).digest("hex").slice(0, 16)]).not.to.include(masterId);
  }); // prettier-ignore
});
