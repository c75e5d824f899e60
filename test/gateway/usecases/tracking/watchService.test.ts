import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { serviceClient } from "../../../../src/gateway/compose/outsideClients.ts";
import { countCalls } from "../../../../src/gateway/adapters/callCounts.ts";
import { createHttp } from "../../../../src/http-client/http.ts";
import { readAnnouncedEnds } from "../../../../src/gateway/usecases/tracking/announcedEnds.ts";
import { reachService } from "../../../../src/gateway/usecases/tracking/reachService.ts";
import { watchService } from "../../../../src/gateway/usecases/tracking/watchService.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { IntentService } from "../../../../src/gateway/ports/servicePort.ts";
import { silentLog, type Log } from "../../../../src/runtime/log.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../src/values/time.ts";
import { serve, type LocalServer } from "../../../support/localServer.ts";
import { acceptLink, newOwnerLink } from "../../../../src/gateway/usecases/access/accessLinks.ts";
import { createSensors } from "../../../../src/gateway/usecases/tracking/sensors.ts";
import { callBudget } from "../../../../src/http-client/callBudget.ts";
import { testClock, type TestClock } from "../../../support/clock.ts";
import { createMemoryPersistence } from "../../../support/memoryPersistence.ts";
import { ASK, goodAnswer } from "../../adapters/quoteAt.ts";

type Reply = Readonly<{ status?: number; headers?: Record<string, string>; body?: unknown }>;

const SUNSET = "Tue, 23 Feb 2027 00:00:00 GMT";
const END = { deprecation: "@1795564800", sunset: SUNSET, link: '</quote/v3>; rel="successor-version"' };

describe("what the intent service says about itself", () => {
  let server: LocalServer;
  let clock: TestClock;
  let persistence: ReturnType<typeof createMemoryPersistence>;
  let service: IntentService;
  let replies: Record<string, Reply>;
  let lines: { level: string; event: string; path?: unknown }[];
  let memory: { refusedSince: number | undefined };
  before(async () => {
    server = await serve(({ path }, response) => {
      const [name = ""] = path.split("?");
      const { status = 200, headers = {}, body } = replies[name] ?? {};
      response.writeHead(status, headers).end(JSON.stringify(body ?? bodyOf(name)));
    });
  });
  after(() => server.close());
  beforeEach(async () => {
    replies = {};
    lines = [];
    memory = { refusedSince: undefined };
    clock = testClock();
    persistence = createMemoryPersistence();
    service = newClient("key");
    const token = await newOwnerLink(gateway());
    await acceptLink(gateway(), token, { name: "Ada", password: "four words that rhyme" });
  });

  const bodyOf = (name: string) =>
    name.startsWith("/quote") ? goodAnswer().answer : { status: "pending", requests: [], chains: [] };
  const newClient = (intentsApiKey: string | undefined) =>
    serviceClient({
      outside: {
        ...{
          intentsUrl: server.url,
          intentsApiKey,
          intentsQuoteVersion: "auto",
          intentsRequestsVersion: "auto",
          intentsStreamUrl: undefined,
        },
        ...{ explorerUrls: [], explorerStreamUrl: undefined, rpcUrls: new Map(), ratesUrls: [] },
        quoteUserBitcoin: undefined,
      },
      ...{ clock, calls: countCalls(), mayAsk: () => true },
      http: (options) => createHttp({ attempts: 3, ...options, wait: async () => {} }),
    });
  const gateway = (): Gateway => {
    const write = (level: string) => (event: string, data?: object) =>
      void lines.push({ level, event, ...data });
    const log: Log = { ...silentLog, error: write("error"), warn: write("warn"), info: write("info") };
    const own = { clock, log, persistence, service, random: randomBytes, sensors: createSensors() };
    const budgets = { service: callBudget(200, clock) };
    return { ...own, budgets, settings: { serviceHost: "intents.example" } } as unknown as Gateway; // what watching takes
  };
  const watch = () => watchService(gateway(), memory);
  const quote = () =>
    service.quote(ASK).then(
      () => "quoted",
      ({ code }: { code: string }) => code,
    );
  const notices = async () => {
    const [user] = await persistence.users.list();
    const list = await persistence.notifications.list(user?.id ?? "", {
      ...{ allowed: undefined, limit: 10 },
    });
    return list.map(({ kind, body }) => `${kind}: ${body}`);
  };
  const events = () => lines.map(({ level, event }) => `${level} ${event}`);
  const pass = async (ms: number) => {
    clock.advance(ms);
    await reachService(gateway(), { probedAt: 0 });
  };

  describe("a refused key", () => {
    const REFUSALS: Readonly<Record<string, Reply>> = {
      "401 UNAUTHORIZED": { status: 401, body: { message: "no", errorCode: "UNAUTHORIZED" } },
      "401 UNAUTHORIZED_QUOTE": { status: 401, body: { message: "no", errorCode: "UNAUTHORIZED_QUOTE" } },
      403: { status: 403, body: {} },
      "400 FST_ERR_VALIDATION": {
        status: 400,
        body: { statusCode: 400, code: "FST_ERR_VALIDATION", message: "must have 'x-api-key'" },
      },
    };
    it("asks for a status once in half a minute while the service refuses the key there, and at once when it accepts the key", async () => {
      replies["/intents/status/v3"] = { status: 401, body: { message: "no", errorCode: "UNAUTHORIZED" } };
      const ask = () =>
        service.status("0x1").then(
          ({ word }) => word,
          ({ code }: { code: string }) => code,
        );
      const before = server.asked.length;
      for (let invoice = 0; invoice < 5; invoice++) expect(await ask()).to.equal("service_key_refused");
      expect(server.asked.length - before).to.equal(1);
      delete replies["/intents/status/v3"];
      clock.advance(30 * SECOND_MS);
      expect([await ask(), await ask()]).to.deep.equal(["pending", "pending"]);
    });

    it("asks for the chains once in half a minute while the service refuses the key there", async () => {
      replies["/chains"] = { status: 401, body: { message: "no", errorCode: "UNAUTHORIZED" } };
      const ask = () => service.chains().catch(({ code }: { code: string }) => code);
      const before = server.asked.length;
      for (let page = 0; page < 5; page++) expect(await ask()).to.equal("service_key_refused");
      expect(server.asked.length - before).to.equal(1);
      clock.advance(30 * SECOND_MS);
      await ask();
      expect(server.asked.length - before).to.equal(2);
    });

    for (const [name, reply] of Object.entries(REFUSALS))
      it(`logs a key refused by ${name} once, and asks again neither at once nor without the key`, async () => {
        replies["/quote/v2"] = reply;
        const before = server.asked.length;
        for (let payer = 0; payer < 5; payer++) expect(await quote()).to.equal("service_key_refused");
        const asked = server.asked.slice(before);
        expect(asked.map(({ path }) => path)).to.deep.equal(["/quote/v2"]);
        expect(asked[0]?.headers["x-api-key"]).to.equal("key");
        for (let run = 0; run < 3; run++) await watch();
        expect(events()).to.deep.equal(["error service.key_refused"]);
        expect(await notices()).to.deep.equal([
          "intent_service: The intent service does not accept the API key: coins that it converts cannot be offered. Check INTENTS_API_KEY.",
        ]);
      });

    it("recovers by itself within two minutes after the service accepts the key, without a payer's help", async () => {
      replies["/quote/v2"] = REFUSALS["401 UNAUTHORIZED"]!;
      await quote();
      await watch();
      await pass(MINUTE_MS);
      expect(service.standing().keyRefusal).to.include({ path: "/quote/v2", hasKey: true });
      expect(service.standing().refusesQuotes).to.equal(true);
      delete replies["/quote/v2"];
      await pass(MINUTE_MS);
      const { body } = server.asked.findLast(({ path }) => path === "/quote/v2")!;
      expect(JSON.parse(body), "a quote that makes no address").not.to.have.property("useDepositAddress");
      expect(service.standing()).to.include({ keyRefusal: undefined, refusesQuotes: false });
      expect(await quote()).to.equal("quoted");
      await watch();
      expect(events()).to.deep.equal(["error service.key_refused", "info service.key_accepted"]);
    });

    it("lets open invoices be followed by the status of their requests", async () => {
      replies["/requests/v2"] = replies["/requests/v3"] = REFUSALS["401 UNAUTHORIZED"]!;
      await service.probe();
      expect(service.standing().keyRefusal).to.include({ path: "/requests/v2" });
      expect(service.standing()).to.include({ refusesQuotes: false, refusesLists: true });
      expect((await service.status("0xabc")).word).to.equal("pending");
    });

    it("says to a gateway without a key that the service requires one", async () => {
      service = newClient(undefined);
      replies["/quote/v2"] = REFUSALS["401 UNAUTHORIZED_QUOTE"]!;
      await quote();
      await watch();
      expect((await notices())[0])
        .to.include("takes no calls without an API key")
        .and.include("Set INTENTS_API_KEY");
    });

    it("reports no error when only lists need a key and the gateway has none", async () => {
      service = newClient(undefined);
      replies["/requests/v2"] = REFUSALS["401 UNAUTHORIZED"]!;
      await service.probe();
      expect(service.standing().keyRefusal).to.equal(undefined);
    });

    it("keeps asking quotes when only the compared version refuses the key", async () => {
      replies["/quote/v3"] = REFUSALS["401 UNAUTHORIZED_QUOTE"]!;
      const compared = await service.quoteBy("v3", ASK).catch(({ code }: { code: string }) => code);
      expect(compared).to.equal("service_key_refused");
      expect(service.standing().keyRefusal).to.equal(undefined);
      expect(await quote()).to.equal("quoted");
    });
  });

  describe("an announced end", () => {
    const ends = async () =>
      (await readAnnouncedEnds(gateway())).map(({ path, sunsetAt, isGone }) => ({ path, sunsetAt, isGone }));

    it("logs each path once a day, also after a restart", async () => {
      replies["/quote/v2"] = { headers: END };
      for (let hours = 0; hours < 25; hours++, clock.advance(HOUR_MS)) {
        expect(await quote()).to.equal("quoted");
        if (hours === 12) service = newClient("key"); // a start
        await watch();
      }
      expect(lines.map(({ event, path }) => [event, path])).to.deep.equal([
        ["service.path_ends", "/quote/v2"],
        ["service.path_ends", "/quote/v2"],
      ]);
      expect(lines[0]).to.include({
        successor: "/quote/v3",
        sunsetAt: "2027-02-23T00:00:00.000Z",
        isOver: false,
      });
      expect(await ends()).to.deep.equal([
        { path: "/quote/v2", sunsetAt: Date.UTC(2027, 1, 23), isGone: false },
      ]);
    });

    it("notifies administrators from 30 days before, once", async () => {
      replies["/quote/v2"] = { headers: END };
      await quote();
      await watch();
      expect(await notices()).to.deep.equal([]);
      clock.advance(Date.UTC(2027, 1, 23) - 29 * DAY_MS - clock());
      for (let days = 0; days < 3; days++, clock.advance(DAY_MS)) {
        await quote();
        await watch();
      }
      expect(await notices()).to.deep.equal([
        "intent_service: The intent service has announced the end of /quote/v2 for 2027-02-23. The page of the server says what to do.",
      ]);
    });

    it("changes nothing where its dates cannot be read", async () => {
      replies["/quote/v2"] = { headers: { deprecation: "yes", sunset: "in spring", link: "<<;" } };
      expect(await quote()).to.equal("quoted");
      await watch();
      expect([await ends(), lines]).to.deep.equal([[], []]);
    });

    it("logs once that a path has ended and that quotes are asked by v3, and notifies nobody", async () => {
      replies["/quote/v2"] = { status: 410, headers: END, body: { errorCode: "ENDPOINT_RETIRED" } };
      for (let days = 0; days < 3; days++, clock.advance(DAY_MS)) {
        for (let payer = 0; payer < 2; payer++) expect(await quote()).to.equal("quoted");
        if (days === 1) service = newClient("key"); // a start
        await watch();
      }
      expect(await ends()).to.deep.equal([
        { path: "/quote/v2", sunsetAt: Date.UTC(2027, 1, 23), isGone: true },
      ]);
      expect(events()).to.deep.equal(["warn service.quote_version_changed", "warn service.path_ended"]);
      expect(lines).to.deep.include({
        level: "warn",
        event: "service.quote_version_changed",
        from: "v2",
        to: "v3",
      });
      expect(await notices()).to.deep.equal([]);
    });

    it("logs the end of a path that answers 410 without an announcement after a restart", async () => {
      replies["/quote/v2"] = { headers: END };
      await quote();
      await watch();
      service = newClient("key"); // a start
      replies["/quote/v2"] = { status: 410, body: {} };
      clock.advance(SECOND_MS);
      await quote();
      await watch();
      expect(events()).to.deep.equal([
        "warn service.path_ends",
        "warn service.quote_version_changed",
        "warn service.path_ended",
      ]);
      expect(await ends()).to.deep.equal([
        { path: "/quote/v2", sunsetAt: Date.UTC(2027, 1, 23), isGone: true },
      ]);
    });

    it("logs no end of a path that was never announced and that the service never had", async () => {
      replies["/requests/v2"] = replies["/requests/v3"] = { status: 404, body: {} };
      await service.probe();
      await watch();
      expect([await ends(), events()]).to.deep.equal([[], []]);
    });

    it("logs a date in the past as over while the path still answers, and goes on asking it", async () => {
      const sunset = "Mon, 01 Jan 2024 00:00:00 GMT";
      replies["/quote/v2"] = { headers: { deprecation: "@1672531200", sunset } };
      for (let run = 0; run < 2; run++) {
        expect(await quote()).to.equal("quoted");
        await watch();
      }
      expect(lines).to.have.length(1);
      expect(lines[0]).to.include({ event: "service.path_ends", path: "/quote/v2", isOver: true });
      expect(service.standing().quoteVersion).to.equal("v2");
    });

    it("makes the next quote try v2 again when v3 is going to end", async () => {
      replies["/quote/v2"] = { status: 410, body: {} };
      await quote();
      expect(service.standing().quoteVersion).to.equal("v3");
      replies = { "/quote/v3": { headers: { sunset: SUNSET } } };
      await quote();
      expect(service.standing().quoteVersion).to.equal("v2");
    });

    it("forgets the end a week after the last announcement", async () => {
      replies["/quote/v2"] = { headers: END };
      await quote();
      await watch();
      service = newClient("key");
      clock.advance(7 * DAY_MS + SECOND_MS);
      expect(await ends()).to.deep.equal([]);
    });
  });
});
