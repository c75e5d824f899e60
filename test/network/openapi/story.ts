import { encodeFunctionData } from "viem";
import { withSharedStore } from "../../../src/cli/network/store.ts";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import type { OperationName } from "../../../src/network/api/openapi/operations.ts";
import type { LocalServer } from "../../support/localServer.ts";
import { rawCall, sponsoringApp } from "../gasless/sponsored.ts";
import { createPayees, evmQuote, transferOf, walk } from "../evmRoutes.ts";
import { readySolver } from "../quote/solverAccount.ts";
import { ask, walletQuote, type Item } from "../quote/quoted.ts";
import { API_KEY, RECIPIENT, type World } from "../world.ts";

/** What a service answered to each call, by what was asked. */
export type Told = Map<OperationName, Record<string, unknown>>;

const ZERO = "0x0000000000000000000000000000000000000000";
const KEY = { "x-api-key": API_KEY };
const COIN = 10n ** 17n;

/** Asks every call of the service once or more, with payments that end in different ways. */
export async function tellStory(world: World, receiver: LocalServer): Promise<Told> {
  const told: Told = new Map();
  const tell = (name: OperationName, what: string, answer: Readonly<{ status: number; body: unknown }>) => {
    if (answer.status !== 200)
      throw new Error(`${name}, ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    told.set(name, { ...told.get(name), [what]: answer.body });
    return answer.body;
  };
  const read = async (name: OperationName, what: string, query = "", headers = {}) =>
    tell(name, what, await world.get(`${name.split(" ")[1] ?? ""}${query}`, headers));
  const send = async (name: OperationName, what: string, body: unknown, headers = {}) =>
    tell(name, what, await world.post(name.split(" ")[1] ?? "", body, headers));

  const payee = createPayees();
  const user = await world.evm.wallet(10);
  await world.pay(world.network.solver.bitcoin, 50_000_000);
  await world.mine();
  await world.tick();
  await readySolver(world.evm, world.network.solver.evm);

  await send("POST /webhook", "set", { url: receiver.url }, KEY);
  await read("GET /chains", "two EVM chains and Bitcoin");
  const bridge = (changes: Record<string, unknown> = {}) => walletQuote(world, user.address, changes);
  const native = { originCurrency: ZERO, destinationCurrency: ZERO, amount: String(COIN) };
  await send("POST /quote/v2", "a deposit address for bitcoin", world.quoteBody());
  await send("POST /quote/v2", "a withdrawal from Bitcoin", world.quoteBody({ useDepositAddress: false, refundTo: undefined })); // prettier-ignore
  await send("POST /quote/v2", "a bridge of a token", bridge());
  await send(
    "POST /quote/v2",
    "a swap",
    bridge({ destinationChainId: world.evm.id, destinationCurrency: "USDT" }),
  );
  const call = { to: RECIPIENT, value: String(COIN), data: "0x" };
  await send("POST /quote/v2", "a call", bridge({ ...native, tradeType: "EXACT_OUTPUT", txs: [call] }));
  await send("POST /quote/v2", "a permit", bridge({ usePermit: true }));

  await send("POST /price", "of a bridge of a token", bridge());
  await send("POST /quote/v3", "a deposit address for bitcoin", world.quoteBody());
  await send("POST /quote/v3", "a bridge of a token", bridge());
  await send("POST /access-tokens", "for a browser", {}, KEY);

  const refundTo = payee();
  const paid = await evmQuote(world, user, {
    useDepositAddress: true,
    refundTo,
    recipient: payee(),
    ttl: 3_600,
  });
  await readStatus("waiting", paid.requestId);
  const hash = await user.send({ to: paid.address, value: COIN });
  await send("POST /transactions/index", "a deposit", { chainId: String(world.evm.id), txHash: hash });
  await world.tick(4);
  await readStatus("success", paid.requestId);
  const late = await evmQuote(world, user, {
    useDepositAddress: true,
    refundTo,
    recipient: payee(),
    ttl: 60,
  });
  await user.send({ to: late.address, value: COIN });
  world.now += 61_000;
  await world.tick(4);
  await readStatus("refund", late.requestId);
  await readStatus("unknown", "0x12");

  async function readStatus(word: string, id: string) {
    await read("GET /intents/status/v3", word, `?requestId=${id}`);
    await read("GET /intents/status", word, `?requestId=${id}`);
  }

  await read("GET /requests/v2", "a paid request", `?id=${paid.requestId}`);
  await read("GET /requests/v2", "one that waits", `?user=${user.address}&limit=1&status=waiting`);
  await read("GET /requests/v3", "a refund", `?id=${late.requestId}`, KEY);
  await read("GET /deposit-addresses/v1", "an address", `?address=${paid.address}`, KEY);
  await read("GET /deposit-addresses/v1", "those of a user", `?user=${user.address}`, KEY);
  await read("GET /requests/v3", "by address", `?depositAddress=${paid.address}`, KEY);
  const groups = JSON.stringify([{ depositAddress: [paid.address, late.address], failReason: null }]);
  const filtered = `?filters=${encodeURIComponent(groups)}&includeTotal=true`;
  await read("GET /requests/v3", "by filters", filtered, KEY);

  await user.send(transferOf(world.evm.usdc, paid.address, 5_000_000n));
  const missed = { chainId: String(world.evm.id), depositAddress: paid.address };
  await send("POST /transactions/deposit-address/reindex", "a token that came later", missed);
  const { steps } = await ask(
    world,
    bridge({ destinationChainId: world.evm.id, recipient: RECIPIENT, amount: "1000000" }),
  );
  const txHash = await walk(user, steps as Parameters<typeof walk>[1]);
  const report = {
    requestId: steps[0]?.requestId,
    chainId: String(world.evm.id),
    tx: JSON.stringify({ txHash }),
  };
  await send("POST /transactions/single", "a send", report);

  const permit = (await ask(world, bridge({ usePermit: true, recipient: payee() }))).steps[0]?.items[0];
  const { sign, post } = permit?.data as Required<Item["data"]>;
  const { domain, types, primaryType, value: message } = sign;
  const typed = { domain, types, primaryType, message } as Parameters<typeof user.account.signTypedData>[0];
  const signature = await user.account.signTypedData(typed);
  tell(
    "POST /execute/permits",
    "a permit",
    await world.post(`${post.endpoint}?signature=${signature}`, post.body),
  );

  const flat = await world.post("/quote/v3", bridge({ usePermit: true, recipient: payee() }));
  const [{ data: flatData }] = (flat.body as unknown as { steps: [{ data: Required<Item["data"]> }] }).steps;
  const { domain: flatDomain, types: flatTypes, primaryType: flatPrimary, value: flatValue } = flatData.sign;
  const flatSignature = await user.account.signTypedData({
    domain: flatDomain,
    types: flatTypes,
    primaryType: flatPrimary,
    message: flatValue,
  } as typeof typed);
  tell(
    "POST /execute/permits/v2",
    "a permit",
    await world.post(`${flatData.post.endpoint}?signature=${flatSignature}`, flatData.post.body),
  );

  const fees = { appFees: [{ recipient: user.address, fee: "100" }] };
  const earning = await evmQuote(world, user, {
    useDepositAddress: true,
    refundTo,
    recipient: payee(),
    ...fees,
  });
  await user.send({ to: earning.address, value: COIN });
  await world.tick(4);
  const app = (path: string) => `/app-fees/${user.address}/${path}`;
  tell("GET /app-fees/{wallet}/balances", "one fee", await world.get(app("balances")));
  const wanted = { chainId: world.other.id, currency: "USDC" };
  const claim = tell("POST /app-fees/{wallet}/claim", "all of it", await world.post(app("claim"), wanted));
  const [{ items }] = (claim as { steps: [{ items: [Item] }] }).steps;
  const asked = items[0].data as Required<Item["data"]> & { sign: { message: string } };
  const signed = await user.account.signMessage({ message: asked.sign.message });
  tell("POST /execute/permits", "a claim", await world.post(`${asked.post.endpoint}?signature=${signed}`, asked.post.body)); // prettier-ignore
  await world.tick(4);
  tell("GET /app-fees/{wallet}/claims", "one claim", await world.get(app("claims")));

  const sponsor = await withSharedStore(world.databaseUrl, (store) =>
    sponsoringApp({ world, parts: { store } }),
  );
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [RECIPIENT, 1n] });
  const submitted = await sponsor.execute(rawCall(world, { to: world.usdc, data: approve }));
  tell("POST /execute", "a call", submitted);
  await world.tick(2);
  tell("GET /app-balance", "after a call", { status: 200, body: await sponsor.balance() });
  await read("GET /swap-sources", "of all chains");

  const sides = `?originChainId=${world.evm.id}&destinationChainId=${world.other.id}`;
  for (const name of ["GET /config", "GET /config/v2"] as const) {
    await read(name, "the coins of both chains", sides);
    await read(name, "a token of a user", `${sides}&currency=usdc&user=${user.address}`);
  }
  await read("GET /chains/health", "a chain that answers", `?chainId=${world.evm.id}`);
  await read("GET /chains/liquidity", "of an EVM chain", `?chainId=${world.evm.id}`);
  await send("POST /currencies/v2", "by a word", { term: "usdc" });
  const price = `?address=${ZERO}&chainId=${world.evm.id}`;
  await read("GET /currencies/token/price", "of a coin", price);
  await read("GET /currencies/token/price/v2", "of a coin", price);

  await send("POST /webhook/test", "a test", {}, KEY);
  const own = await world.quote({}, KEY);
  await world.pay(own.address, 100_000);
  await world.mine();
  await world.tick(4);
  await read("GET /webhook", "with its deliveries", "", KEY);
  tell("DELETE /webhook", "removed", await remove(world));
  return told;
}

async function remove(world: World): Promise<Readonly<{ status: number; body: unknown }>> {
  const response = await fetch(`${world.url}/webhook`, { method: "DELETE", headers: KEY });
  return { status: response.status, body: (await response.json()) as unknown };
}
