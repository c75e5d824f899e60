import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { openSecrets } from "../../../src/gateway/compose/secretsKey.ts";
import { createSecrets } from "../../../src/gateway/adapters/secrets.ts";
import { WrongKeyError } from "../../../src/runtime/sealedBytes.ts";
import { sealSecrets } from "../../../src/gateway/usecases/webhooks/webhookSecrets.ts";
import { hook } from "../usecases/webhookWorld.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";

const key = (byte: number) => new Uint8Array(32).fill(byte);
const refusal = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error); // prettier-ignore
const failure = (promise: Promise<unknown>) => promise.then(() => "", (error: unknown) => String(error)); // prettier-ignore

describe("secrets that are kept", () => {
  const secrets = createSecrets(key(1));

  it("can be read again, each time sealed differently, and not without the key", async () => {
    const sealed = secrets.seal("süß");
    expect(sealed).not.to.include("süß");
    expect(secrets.seal("süß")).not.to.equal(sealed);
    expect(await secrets.open(sealed)).to.equal("süß");
    expect(await secrets.open(secrets.seal(""))).to.equal("");
    expect(await refusal(createSecrets(key(2)).open(sealed))).to.be.instanceOf(WrongKeyError);
    const bent = sealed.slice(0, -6) + (sealed.at(-6) === "A" ? "B" : "A") + sealed.slice(-5);
    expect(await refusal(secrets.open(bent))).to.be.instanceOf(WrongKeyError);
    expect(await refusal(secrets.open("sealed-1:AAAA"))).to.be.instanceOf(WrongKeyError);
  });

  it("of an older version are read as they are, and sealed by and by", async () => {
    const persistence = createMemoryPersistence();
    await persistence.stores.create({ id: hook.storeId, name: "", settings: {} as never, createdAt: 0 });
    await persistence.webhooks.create(hook);
    expect(await secrets.open(hook.secret)).to.equal("secret");
    await sealSecrets({ persistence, secrets });
    const kept = (await persistence.webhooks.load(hook.id))?.secret ?? "";
    expect([secrets.isSealed(kept), await secrets.open(kept)]).to.deep.equal([true, "secret"]);
    await sealSecrets({ persistence, secrets });
    expect((await persistence.webhooks.load(hook.id))?.secret, "once").to.equal(kept);
  });

  it("have a key that the first start makes, and that nobody else may read", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-key-"));
    try {
      const file = path.join(folder, "data", "secrets.key");
      const persistence = createMemoryPersistence();
      const sealed = (await openSecrets(persistence.checkpoints, file, 0)).seal("secret");
      expect(fs.statSync(file).mode & 0o777).to.equal(0o600);
      expect(await (await openSecrets(persistence.checkpoints, file, 1)).open(sealed), "after a restart").to.equal("secret");
      fs.chmodSync(file, 0o640);
      expect(await failure(openSecrets(persistence.checkpoints, file, 1))).to.include(`chmod 600 ${file}`);
      fs.renameSync(file, `${file}.away`);
      expect(await failure(openSecrets(persistence.checkpoints, file, 2))).to.match(/There is no .*secrets\.key.* SECRETS_KEY_FILE/);
      expect(fs.existsSync(file), "no new key is made for what an old one sealed").to.equal(false);
      fs.writeFileSync(file, "ab".repeat(32), { mode: 0o600 });
      expect(await failure(openSecrets(persistence.checkpoints, file, 3))).to.match(/is not the key/);
      fs.writeFileSync(file, "no key");
      expect(await failure(openSecrets(persistence.checkpoints, file, 4))).to.match(/64 hex digits/);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  }); // prettier-ignore
});
