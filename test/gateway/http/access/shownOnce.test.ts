import { expect } from "chai";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import type { Database } from "../../../../src/database/driver.ts";
import { persistenceContext } from "../../../../src/gateway/persistence/context.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { NAME, openSite, PASSWORD, signedInOwner, type Site } from "../ownerPages.ts";

const MINUTE_MS = 60_000;
const KEY = /ct_test_[A-Za-z0-9]{43}_/;

function rowsOf(database: Database) {
  const { db, t } = persistenceContext(database, () => undefined);
  return db.select().from(t.shownOnce);
}

describe("what is shown once", () =>
  onBothDatabases("gateway", (open) => {
    /** Two gateways on one database. */
    async function twoSites(): Promise<readonly [Site, Site, Database]> {
      const database = await open();
      const site = (seed: string) => {
        const refused = (row: unknown) => expect.fail(`refused: ${JSON.stringify(row)}`);
        return openSite({ persistence: createPersistence(database, refused), seed });
      };
      return [await site("one"), await site("other"), database];
    }

    /** A new session of the owner. */
    async function visit(site: Site) {
      if ((await site.gateway.persistence.users.list()).length === 0) return signedInOwner(site);
      const visitor = site.visitor();
      await visitor.get("/owner/sign-in");
      await visitor.send("/owner/sign-in", { name: NAME, password: PASSWORD });
      return visitor;
    }

    /** Makes a key at one gateway; gives the visitor and where the redirect leads to. */
    async function makeKey(site: Site) {
      const visitor = await visit(site);
      await visitor.get("/owner/keys");
      const { headers } = await visitor.sendOnly("/owner/keys", {
        storeId: site.shop.id,
        label: "shop",
        permissions: "cancreateinvoice",
        days: "0",
      });
      return { visitor, to: headers["location"] ?? "" };
    }

    it("is shown by another gateway than the one that made it, once by all of them", async () => {
      const [one, other] = await twoSites();
      const { visitor, to } = await makeKey(one);
      expect(to).to.match(/\?once=/);
      const there = visitor.at(other.app);
      const { text } = await there.get(to);
      expect(text).to.match(KEY);
      expect((await there.get(to)).text).to.not.match(KEY);
      expect((await visitor.get(to)).text).to.not.match(KEY);
    });

    it("is given to one of several requests at once", async () => {
      const [one, other] = await twoSites();
      const { visitor, to } = await makeKey(one);
      const there = visitor.at(other.app);
      const pages = await Promise.all([visitor, there, visitor, there].map((each) => each.get(to)));
      expect(pages.filter(({ text }) => KEY.test(text))).to.have.length(1);
    });

    it("is of the session that made it, and of its page", async () => {
      const [one, other] = await twoSites();
      const { visitor, to } = await makeKey(one);
      const stranger = await visit(other);
      expect((await stranger.get(to)).text).to.not.match(KEY);
      const id = to.split("once=")[1] ?? "";
      expect((await visitor.get(`/owner/account?once=${id}`)).text).to.not.match(KEY);
      expect((await visitor.get(to)).text).to.match(KEY);
    });

    it("is kept sealed, for ten minutes", async () => {
      const [one, other, database] = await twoSites();
      const { visitor, to } = await makeKey(one);
      const kept = async () => JSON.stringify(await rowsOf(database));
      expect(await kept()).to.match(/sealed-1:/);
      expect(await kept()).to.not.match(KEY);
      one.clock.advance(10 * MINUTE_MS);
      expect((await visitor.get(to)).text).to.not.match(KEY);
      const late = await makeKey(other);
      other.clock.advance(20 * MINUTE_MS);
      await makeKey(other);
      expect(await kept()).to.not.include(late.to.split("once=")[1]);
    });
  }));
