import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { networkKeys } from "../../../src/cli/network/keys.ts";
import { nameOfDatabase } from "../../../src/cli/network/store.ts";
import { copyMigrated } from "../../support/migratedDatabases.ts";
import { invoke } from "../invoke.ts";

describe("crosstill network keys, for people", () => {
  let folder: string;
  let url: string;
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-keys-"));
    url = path.join(folder, "network.db");
    await copyMigrated("network", url);
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const run = (...args: readonly string[]) => invoke(networkKeys, args, { NETWORK_DATABASE_URL: url });

  it("say which database they look at, beside the key, which stands alone", async () => {
    const { result, notes } = await run("create", "--name", "shop");
    expect(result).to.match(/^ctn_\w{40}$/);
    expect(notes).to.equal(`Database: ${url}`);
  });

  it("a beginning that is too short revokes nothing and is told what it fits", async () => {
    const { result: key } = await run("create", "--name", "till");
    for (const short of ["ctn_", key.slice(0, 9)]) {
      const { error } = await run("revoke", short);
      expect(error).to.contain(`"${short}" is too short: give the first 12 characters of the key.`);
      expect(error).to.contain(`${key.slice(0, 12)} (till)`);
    }
    expect((await run("list")).result).to.not.match(/revoked/);
  });

  it("a beginning that nobody has, and a slip in a whole key, are named", async () => {
    const { result: key } = await run("create", "--name", "door");
    expect((await run("revoke", "ctn_zzzzzzzz")).error).to.match(
      /^There is no key that begins with "ctn_zzzzzzzz"\. See/,
    );
    expect((await run("revoke", `${key.slice(0, -1)}x`)).error).to.contain(
      `It fits ${key.slice(0, 12)} (door).`,
    );
  });

  it("a database that cannot be reached is called by the name of its own setting", async () => {
    const env = { NETWORK_DATABASE_URL: "postgres://me:S3CRET@127.0.0.1:1/books" };
    const { error, notes } = await invoke(networkKeys, ["list"], env);
    expect(error).to.equal(
      "PostgreSQL cannot be reached. Check NETWORK_DATABASE_URL and that the server is running.",
    );
    expect(notes).to.not.contain("S3CRET");
  });

  it("a PostgreSQL database is named without its password", () => {
    expect(nameOfDatabase("postgres://me:S3CRET@db.example.com:5433/books")).to.equal(
      "books on db.example.com:5433 (PostgreSQL)",
    );
  });
});
