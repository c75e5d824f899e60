import { expect } from "chai";
import { allows, fullPermission } from "../../../../src/gateway/domain/access/permissions.ts";
import { OWNER_ACCESS, type Needs } from "../../../../src/gateway/http/owner/ownerAccess.ts";
import { OPERATIONS } from "../../../../src/gateway/http/reference/operations.ts";
import { ROUTES, type OperationName } from "../../../../src/gateway/http/reference/paths.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { CHANGED, namesStore, openArea, pathAt, PLACES, VISITORS, type Area, type Visit } from "./area.ts";
import { isApi, isOwners, nameOf } from "./routes.ts";
import { isFull } from "../../../support/sizes.ts";

/** What older plugins ask, and the reference leaves out. */
const OLDER: Readonly<Record<string, (typeof OPERATIONS)[OperationName]["needs"]>> = {
  "GET /misc/permissions": "nothing",
  "GET /misc/lang": "nothing",
  "GET /misc/rate-sources": "nothing",
  "GET /api/v1/stores/:storeId/payment-methods/OnChain": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/payment-methods/OnChain/:cryptoCode": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/payment-methods/LightningNetwork": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/rates/configuration": "canviewstoresettings",
  "PUT /api/v1/stores/:storeId/rates/configuration": "canmodifystoresettings",
};

/** What each call of the merchant API needs: as its reference says. */
const API_ACCESS = {
  ...OLDER,
  ...Object.fromEntries(
    Object.entries(ROUTES).map(([name, route]) => [
      route.replace(/\{(\w+)\}/g, ":$1"),
      OPERATIONS[name as OperationName].needs,
    ]),
  ),
};

describe("who may do what: role × page, form or call × own store, another store, no store", () => {
  let area: Area;
  before(async () => void (area = await openArea()));
  after(() => area.close());

  const ownersRoutes = () => area.routes.filter(isOwners);
  const apiRoutes = () => area.routes.filter(isApi);

  it("is said of every page and form that there is, and of every call of the merchant API", () => {
    expect(ownersRoutes().map(nameOf)).to.have.members(Object.keys(OWNER_ACCESS));
    expect(apiRoutes().map(nameOf)).to.have.members(Object.keys(API_ACCESS));
  });

  for (const [name, needs] of Object.entries(OWNER_ACCESS))
    it(name, async () => {
      const route = ownersRoutes().find((one) => nameOf(one) === name)!;
      const isOfStore = namesStore(route) || needs.among === true;
      const all = VISITORS.flatMap((visitor) =>
        ((isOfStore && ELSEWHERE[visitor]) || OWN_PLACE).map((place) => ({ visitor, place })),
      );
      const expected = (cell: Cell) => answerOf(needs, area.visits.get(cell.visitor), cell.place, area);
      const cells = isFirstOfNeeds(OWNER_ACCESS, name) ? all : oneForEach(all, expected);
      const check = async ({ visitor, place }: Cell) => {
        const visit = area.visits.get(visitor);
        const query = needs.among ? `?store=${area.places[place]["storeId"]}` : "";
        const path = pathAt(route, area.places[place]) + query;
        const { status, headers } = await area.ask(area.guards, route.method, path, visit);
        const said =
          status === 303 && headers.get("location")?.startsWith("/owner/sign-in") ? "sign-in" : status;
        expect(said, `${visitor}, ${place} store`).to.equal(expected({ visitor, place }));
      };
      await Promise.all(cells.map(check));
    });

  it("of the pages themselves: each opens for those who may, and has the same answer for others", async () => {
    for (const route of ownersRoutes().filter(({ method }) => method === "GET")) {
      const needs = OWNER_ACCESS[nameOf(route)]!;
      if (needs.isOpen) continue;
      const answers = PEOPLE.map(
        (name) => [name, answerOf(needs, area.visits.get(name), "own", area)] as const,
      );
      const visitors = new Map(answers.map(([name, answer]) => [answer, name])).values(); // one for each answer
      for (const visitor of visitors) {
        const visit = area.visits.get(visitor);
        const query = needs.among ? `?store=${area.shop.storeId}` : "";
        const { status } = await area.ask(
          area.shop.url,
          "GET",
          pathAt(route, area.places.own) + query,
          visit,
        );
        const expected = answerOf(needs, visit, "own", area);
        const where = `${nameOf(route)} for ${visitor}`;
        if (expected === "sign-in") expect(status, where).to.equal(303);
        else if (expected === 204) expect(status, where).to.be.oneOf(WITHIN[nameOf(route)] ?? [200]);
        else expect(status, where).to.equal(expected);
      }
    }
  });

  it("asks for the password again before what moves money or opens doors, and only then", async () => {
    area.shop.clock.advance(11 * MINUTE_MS);
    const administrator = area.visits.get("administrator");
    for (const route of ownersRoutes().filter(({ method }) => method === "POST")) {
      const needs = OWNER_ACCESS[nameOf(route)]!;
      const { status, text } = await area.ask(
        area.guards,
        "POST",
        pathAt(route, area.places.own),
        administrator,
      );
      const isAsked = status === 200 && text.includes("Confirm that it is you");
      expect(isAsked ? "asked" : status, nameOf(route)).to.equal(needs.isRecent ? "asked" : 204);
    }
    area.shop.clock.advance(-11 * MINUTE_MS);
  });

  for (const [name, needs] of Object.entries(API_ACCESS))
    it(name, async () => {
      if (name === "GET /api/v1/health") return; // of the whole server: http/health.ts
      const route = apiRoutes().find((one) => nameOf(one) === name)!;
      const all = VISITORS.flatMap((visitor) =>
        (namesStore(route) && MANY_RIGHTS.has(visitor) ? PLACES : OWN_PLACE).map((place) => ({
          visitor,
          place,
        })),
      );
      const expected = ({ visitor, place }: Cell) =>
        apiAnswer(needs, area.visits.get(visitor), { name, place, area });
      for (const { visitor, place } of isFirstOfNeeds(API_ACCESS, name) ? all : oneForEach(all, expected)) {
        const visit = area.visits.get(visitor);
        const isSent = visit && !(visit.isDisabled && needs === "link"); // a link is enough, but a wrong key is refused
        const headers = isSent ? { authorization: `token ${visit.key}` } : undefined;
        const path = pathAt(route, area.places[place]);
        const isAsked = needs === "any key" && route.method === "GET"; // its handler looks at the key itself
        const url = isAsked ? area.shop.url : area.guards;
        const { status, text } = await area.ask(url, route.method, path, undefined, headers);
        const where = `${visitor}, ${place} store: ${text}`;
        const isAdmitted = needs === "link" ? status !== 401 && status !== 403 : [200, 204].includes(status);
        expect(isAdmitted ? "admitted" : status, where).to.equal(expected({ visitor, place }));
        if (status === 403)
          expect(text, where).to.include(isOwn(name, place) ? fullPermission(needs) : "wrong-store");
      }
    });
});

const OWN_PLACE = ["own"] as const;
const isChanged = (visitor: string) => CHANGED.some((changed) => changed === visitor);
const PEOPLE = VISITORS.filter((visitor) => !isChanged(visitor));

type Cell = Readonly<{ visitor: (typeof VISITORS)[number]; place: (typeof PLACES)[number] }>;

/** True for the first route with its needs: everybody tries that one, and with JOURNEYS=full every route. */
function isFirstOfNeeds(access: Readonly<Record<string, unknown>>, name: string): boolean {
  const needs = JSON.stringify(access[name]);
  const first = Object.keys(access).find((route) => JSON.stringify(access[route]) === needs);
  return isFull || first === name;
}

/** One of the cells for each place and the answer that is expected there: the needs are read in one place, whoever comes. */
function oneForEach(all: readonly Cell[], expected: (cell: Cell) => unknown): readonly Cell[] {
  return [...new Map(all.map((cell) => [`${cell.place} ${String(expected(cell))}`, cell])).values()];
}

/** Who tries more than the own store: those with the most rights, and with rights there. */
const ELSEWHERE: Readonly<Record<string, readonly (typeof PLACES)[number][]>> = {
  ...{ administrator: PLACES, owner: PLACES, "owner of the other store": ["own", "other"] },
};
/** A key opens one store whoever made it, so that other stores are tried with the strongest keys. */
const MANY_RIGHTS: ReadonlySet<string> = new Set(["administrator", "owner"]);

/** Pages that answer a visitor who may open them otherwise than with 200. */
const WITHIN: Readonly<Record<string, readonly number[]>> = {
  "GET /owner/stores/:storeId/statements": [302],
  "GET /owner/stores/:storeId/statements/:month": [503], // no source of rates is to be had here
  "GET /api-keys/authorize": [400],
  "GET /owner/invoices/:invoiceId/proof.json": [303],
  "GET /owner/stores/:storeId/statements/:month/:file": [404],
  "GET /owner/stores/:storeId/exports/:file": [404],
  "GET /owner/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId": [404],
  "GET /owner/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId/page": [404],
  "GET /owner/stores/:storeId/developers": [302],
  "GET /owner/stores/:storeId/events/:sequence": [404],
  "GET /owner/stores/:storeId/pos/:posId/items/:itemId": [404],
};

/** The answer that the table gives a visitor. */
function answerOf(
  needs: Needs,
  visit: Visit | undefined,
  place: (typeof PLACES)[number],
  area: Area,
): number | "sign-in" {
  if (needs.isOpen) return 204;
  if (!visit || visit.isDisabled) return "sign-in";
  const { access } = visit;
  if (needs.isAdmin && !access.isAdmin) return 404;
  if (needs.may === undefined) return 204;
  if (place === "none") return 404;
  if (access.isAdmin) return 204;
  const held = access.stores.get(area.places[place]["storeId"] ?? "");
  if (!held) return 404;
  return allows(held, needs.may) ? 204 : 403;
}

/** The answer that the reference gives the key of a person. The key opens one store, to what the person may do there now. */
function apiAnswer(
  needs: string,
  visit: Visit | undefined,
  { name, place, area }: Readonly<{ name: string; place: (typeof PLACES)[number]; area: Area }>,
): number | "admitted" {
  if (needs === "nothing" || needs === "link") return "admitted";
  if (!visit || visit.isDisabled) return 401;
  if (needs === "any key") return "admitted";
  const { isAdmin, stores } = visit.access;
  const held = stores.get(area.shop.storeId) ?? [];
  const isHeld = isAdmin || needs.startsWith("user.") || allows(held, needs as Parameters<typeof allows>[1]);
  return isOwn(name, place) && isHeld ? "admitted" : 403;
}

/** Tells whether a call concerns the store of the keys that are tried, or no store. */
function isOwn(name: string, place: (typeof PLACES)[number]): boolean {
  return place === "own" || !name.includes(":storeId");
}
