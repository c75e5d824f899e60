import { expect } from "chai";
import { encodeFunctionData, parseSignature, zeroAddress, type Hex } from "viem";
import { eip3009Abi } from "../../../src/evm/codec/contracts.ts";
import type { Wallet } from "../evmWorld.ts";
import { RECIPIENT, startWorld, type World } from "../world.ts";
import { ask, walletQuote, type Item } from "./quoted.ts";

describe("quotes that are paid by a signature", () => {
  let world: World;
  let wallet: Wallet;
  before(async () => {
    world = await startWorld({ twoChains: true });
    wallet = await world.evm.wallet(12);
  });
  after(() => world.close());

  const quote = async (changes: Record<string, unknown> = {}) => {
    const body = walletQuote(world, wallet.address, { usePermit: true, recipient: RECIPIENT, ...changes });
    const { steps, fees } = await ask(world, body);
    const [{ requestId, items }] = steps as [(typeof steps)[0]];
    return { steps, fees, requestId, data: items[0].data };
  };
  const sign = (
    { sign }: Item["data"],
    by: Wallet = wallet,
    changes: Record<string, string> = {},
    elsewhere: object = {},
  ) => {
    const { domain: shown, types, primaryType, value } = sign!;
    const [domain, message] = [
      { ...shown, ...elsewhere },
      { ...value, ...changes },
    ];
    return by.account.signTypedData({ domain, types, primaryType, message } as never); // as the step shows it
  };
  const post = async ({ post }: Item["data"], signature: string) => {
    const { status, body } = await world.post(`${post!.endpoint}?signature=${signature}`, post!.body);
    return { status, code: body.errorCode, message: String(body.message) };
  };

  it("a token with EIP-3009 gives one authorize step to sign and post, and costs the user no gas", async () => {
    const { steps, requestId, data, fees } = await quote();
    expect(steps.map(({ id, kind, depositAddress }) => ({ id, kind, depositAddress }))).to.deep.equal([
      { id: "authorize", kind: "signature", depositAddress: "" },
    ]);
    expect(data.sign).to.deep.include({ signatureKind: "eip712", primaryType: "TransferWithAuthorization" });
    expect(data.sign!.domain).to.include({ chainId: world.evm.id, verifyingContract: world.usdc });
    const { from, to, value, nonce, validBefore } = data.sign!.value;
    expect({ from, value, nonce }).to.deep.equal({
      from: wallet.address,
      value: "25000000",
      nonce: requestId,
    });
    expect(to, "an address of the request").to.match(/^0xd[0-9a-f]{38}d$/);
    expect(Number(validBefore)).to.equal(world.now / 1_000 + 600);
    expect(data.post).to.deep.equal({
      ...{ endpoint: "/execute/permits", method: "POST" },
      body: { kind: "eip3009", requestId, api: "bridge" },
    });
    expect(fees.gas.amount).to.equal("0");
  });

  it("the posted signature moves exactly the amount, once, however often it is posted", async () => {
    const { requestId, data } = await quote();
    const held = await world.evm.balanceOf(world.usdc, wallet.address);
    const received = await world.other.balanceOf(world.other.usdc, RECIPIENT);
    const signature = await sign(data);
    const answers = await Promise.all([post(data, signature), post(data, signature), post(data, signature)]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    await world.tick(4);
    expect((await post(data, signature)).status, "after it was used").to.equal(200);
    expect(held - (await world.evm.balanceOf(world.usdc, wallet.address))).to.equal(25_000_000n);
    expect(await world.status(requestId)).to.include({ status: "success" });
    expect((await world.other.balanceOf(world.other.usdc, RECIPIENT)) > received).to.equal(true);
  });

  it("only the user's signature over exactly what was shown is taken", async () => {
    const { data } = await quote();
    const stranger = await world.evm.wallet(13);
    const wrong = [
      await sign(data, stranger),
      await sign(data, wallet, { value: "25000001" }),
      await sign(data, wallet, { to: RECIPIENT }),
      await sign(data, wallet, {}, { chainId: world.other.id }),
      await sign((await quote()).data),
      `0x${"11".repeat(65)}`,
      "0x1234",
      "",
    ];
    for (const signature of wrong) {
      const { status, code } = await post(data, signature);
      expect(`${status} ${String(code)}`, signature).to.equal("400 PERMIT_FAILED");
    }
    const good = await sign(data);
    const elsewhere = { ...data.post!.body, requestId: `0x${"0".repeat(64)}` };
    const { status, body } = await world.post(`/execute/permits?signature=${good}`, elsewhere);
    expect(`${status} ${String(body.errorCode)}`).to.equal("400 INVALID_REQUEST");
    expect((await post(data, good)).status).to.equal(200);
  });

  it("a permit whose time has passed is refused, and so is one that the balance does not cover", async () => {
    const late = await quote();
    const signature = await sign(late.data);
    world.now += 600_000;
    expect((await post(late.data, signature)).message).to.contain("expired");
    const poor = await world.evm.wallet(14);
    await poor.send({
      to: world.usdc,
      data: transferAll(await world.evm.balanceOf(world.usdc, poor.address)),
    });
    const empty = await quote({ user: poor.address });
    expect((await post(empty.data, await sign(empty.data, poor))).code).to.equal("PERMIT_FAILED");
  });

  it("a permit that somebody else hands in first does not stop the deposit", async () => {
    const { requestId, data } = await quote();
    const signature = await sign(data);
    const { from, to, value, validAfter, validBefore, nonce } = data.sign!.value as Record<string, Hex>;
    const { r, s, yParity } = parseSignature(signature);
    const args = [from!, to!, BigInt(value!), BigInt(validAfter!), BigInt(validBefore!), nonce!, 27 + yParity, r, s] as const; // prettier-ignore
    const data3009 = encodeFunctionData({ abi: eip3009Abi, functionName: "transferWithAuthorization", args });
    await (await world.evm.wallet(15)).send({ to: world.usdc, data: data3009 });
    expect((await post(data, signature)).status).to.equal(200);
    await world.tick(4);
    expect(await world.status(requestId)).to.include({ status: "success" });
  });

  it("a swap on one chain is paid in the same way", async () => {
    const received = await world.evm.balanceOf(world.evm.weth, RECIPIENT);
    const { requestId, data } = await quote({
      destinationChainId: world.evm.id,
      destinationCurrency: "WETH",
    });
    expect(data.post!.body).to.include({ kind: "eip3009", api: "swap" });
    expect((await post(data, await sign(data))).status).to.equal(200);
    await world.tick(4);
    expect(await world.status(requestId)).to.include({ status: "success" });
    expect((await world.evm.balanceOf(world.evm.weth, RECIPIENT)) > received).to.equal(true);
  });

  it("a native coin gets the ordinary steps", async () => {
    const native = {
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: "10000000000000000",
    };
    expect((await quote(native)).steps.map(({ id }) => id)).to.deep.equal(["deposit"]);
  });
});

/** transfer(RECIPIENT, amount) */
function transferAll(amount: bigint): string {
  return `0xa9059cbb${RECIPIENT.slice(2).padStart(64, "0")}${amount.toString(16).padStart(64, "0")}`;
}
