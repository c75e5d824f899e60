import { expect } from "chai";
import request from "supertest";
import { issueKey } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { ALL_PERMISSIONS } from "../../../../src/gateway/domain/access/permissions.ts";
import { openApi } from "../../../../src/gateway/http/reference/document.ts";
import { OPERATIONS } from "../../../../src/gateway/http/reference/operations.ts";
import type { Operation } from "../../../../src/gateway/http/reference/operation.ts";
import { ROUTES, type OperationName } from "../../../../src/gateway/http/reference/paths.ts";
import { issue } from "../merchant.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";

type Described = Readonly<{ operationId: string; responses: Readonly<Record<string, unknown>> }>;

const NAMES = Object.keys(ROUTES) as readonly OperationName[];
const described = new Map(
  Object.values(openApi("https://pay.example")["paths"] as Readonly<Record<string, Readonly<Record<string, Described>>>>)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, responses }) => [operationId, Object.keys(responses)]),
); // prettier-ignore

describe("what the reference says of refusals", () => {
  let shop: MerchantApp;
  let key: string;
  let ids: Readonly<Record<string, string>>;
  before(async () => {
    shop = await startMerchantApp();
    const made = async (path: string, body: object) =>
      ((await shop.post(path, body)).body as { id: string }).id;
    const pullPayment = { name: "refund", amount: "5.00", currency: "USD" };
    const { persistence } = shop.app.gateway;
    const user = { id: "ada", name: "Ada", email: undefined, isAdmin: true, createdAt: shop.clock() };
    await persistence.users.create({ ...user, password: { hash: "none", at: shop.clock() } });
    const grant = { storeId: shop.storeId, label: "", permissions: ALL_PERMISSIONS, userId: user.id };
    key = await issueKey(persistence.keys, shop.app.gateway, grant, "live");
    ids = {
      ...{
        storeId: shop.storeId,
        invoiceId: (await issue(shop)).id,
        name: "ledger",
        month: "13",
        methodId: "DOGE",
      },
      webhookId: await made("/webhooks", { url: "https://shop.example/hook" }),
      pullPaymentId: await made("/pull-payments", pullPayment),
    };
  });
  after(() => shop.close());

  /** The status of a call whose query is wrong everywhere, or of one without a query. */
  const statusOf = async (name: OperationName, parameter?: string) => {
    const [method = "", path = ""] = ROUTES[name].split(" ");
    const filled = path.replace(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? "unknown");
    const call = request(shop.url)[method.toLowerCase() as "get"](filled);
    if (parameter) void call.query({ [parameter]: "!" });
    return (await call.set("authorization", `token ${key}`)).status;
  };
  const hasBody = ({ body, file, repeatable }: Operation) =>
    body !== undefined || file !== undefined || repeatable;
  const quiet = NAMES.filter((name) => !hasBody(OPERATIONS[name]) && !["revokeApiKey"].includes(name)); // that would be the last call

  it("has a 422 wherever one was answered to a wrong query or a wrong name, and nowhere else", async () => {
    const refusing = new Set<string>();
    for (const name of quiet) {
      const { query } = OPERATIONS[name] as Operation;
      for (const parameter of [undefined, ...Object.keys(query?.shape ?? {})])
        if ((await statusOf(name, parameter)) === 422) refusing.add(name);
    }
    const said = quiet.filter((name) => described.get(name)?.includes("422"));
    expect(said).to.have.members([...refusing]);
    expect(said).to.have.length.at.least(9);
  });
});
