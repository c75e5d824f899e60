import { expect } from "chai";
import { createPublicClient, createWalletClient, custom, recoverMessageAddress, recoverTypedDataAddress, type Hex } from "viem"; // prettier-ignore
import { viemSigner } from "../../src/wallet/index.ts";
import { evmAccount } from "../../src/sandbox/accounts.ts";
import { DEPOSITORY, NATIVE, REQUEST_ID, TOKEN, TOKENS, USER, calls, errorOf, fakeWallet, openTill, stepOf, type Till } from "./payer.ts"; // prettier-ignore
import { AUTHORIZATION_TYPES } from "./permits.ts";

const account = evmAccount(1);
const noChain = custom({
  request: () => Promise.reject(new Error("Signing needs no chain.")),
});
const signer = viemSigner(
  createWalletClient({ account, transport: noChain }),
  createPublicClient({ transport: noChain }),
);

const DOMAIN = { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: TOKEN } as const;
const TYPES = AUTHORIZATION_TYPES;
const AUTHORIZATION = {
  ...{ from: USER, to: DEPOSITORY, value: "1000000" },
  ...{ validAfter: "0", validBefore: "9999999999", nonce: REQUEST_ID },
};
const POST = {
  endpoint: "/execute/permits",
  method: "POST",
  body: { kind: "eip3009", requestId: REQUEST_ID },
};

const signatureStep = (sign: unknown, post: unknown = POST) =>
  stepOf({ sign, post }, { id: "authorize1", kind: "signature" });
const permit = () => ({
  signatureKind: "eip712",
  domain: DOMAIN,
  types: TYPES,
  value: AUTHORIZATION,
  primaryType: "ReceiveWithAuthorization",
});

describe("a signature step", () => {
  let till: Till;
  beforeEach(async () => {
    till = await openTill();
  });
  afterEach(() => till.service.close());

  /** The signature that the service got, and the body that came with it. */
  const posted = () => {
    const at = till.service.calls.findIndex((call) => call.startsWith("POST /execute"));
    const url = new URL(till.service.calls[at]!.slice("POST ".length), till.service.url);
    return { url, signature: url.searchParams.get("signature") as Hex, body: till.service.bodies[at] };
  };

  it("of kind eip712 is signed with all its types and posted with the signature in the query [client.signature]", async () => {
    const step = signatureStep(permit());
    await till.pay(await till.quote(TOKENS, [step]), { signers: { evm: signer } });
    const { url, signature, body } = posted();
    expect([url.pathname, body]).to.deep.equal([POST.endpoint, POST.body]);
    const message = {
      ...AUTHORIZATION,
      from: USER,
      to: DEPOSITORY,
      value: 1_000_000n,
      validAfter: 0n,
      validBefore: 9_999_999_999n,
      nonce: REQUEST_ID,
    } as const;
    const typed = { domain: DOMAIN, types: TYPES, primaryType: "ReceiveWithAuthorization", message } as const;
    expect(
      (await recoverTypedDataAddress({ ...typed, message: message as never, signature })).toLowerCase(),
    ).to.equal(USER);
  });

  it("may list EIP712Domain among its types", async () => {
    const types = { ...TYPES, EIP712Domain: [{ name: "name", type: "string" }] };
    await till.pay(await till.quote(TOKENS, [signatureStep(permit())]), { signers: { evm: signer } });
    const { signature } = posted();
    till.service.calls.length = till.service.bodies.length = 0;
    await till.pay(await till.quote(TOKENS, [signatureStep({ ...permit(), types })]), {
      signers: { evm: signer },
    });
    expect(posted().signature).to.equal(signature);
  });

  it("of kind eip191 signs text as text [client.signature]", async () => {
    const message = "I claim 5 USDC";
    const step = signatureStep({ signatureKind: "eip191", message });
    await till.pay(await till.quote(NATIVE, [step]), { signers: { evm: signer } });
    const signedBy = await recoverMessageAddress({ message, signature: posted().signature });
    expect(signedBy.toLowerCase()).to.equal(USER);
  });

  it("may be posted to an endpoint with a query [client.signature]", async () => {
    const post = { ...POST, endpoint: "/execute/permits?source=wallet" };
    const step = signatureStep({ signatureKind: "eip191", message: "I claim 5 USDC" }, post);
    await till.pay(await till.quote(NATIVE, [step]), { signers: { evm: signer } });
    expect(posted().url.searchParams.get("source")).to.equal("wallet");
  });

  it("brings further steps, which are run and are not signed for again", async () => {
    till.service.answers["/execute/permits"] = { message: "Success", steps: [stepOf(calls(DEPOSITORY))] };
    const wallet = { ...fakeWallet(), signTypedData: signer.signTypedData };
    const quote = await till.quote(TOKENS, [signatureStep(permit())]);
    const { sent } = await till.pay(quote, { signers: { evm: wallet } });
    expect([wallet.sent.map(({ to }) => to), sent.length]).to.deep.equal([[DEPOSITORY], 1]);
    expect(till.progress.map(({ kind }) => kind).slice(0, 3)).to.deep.equal(["step-started", "signature-posted", "step-started"]); // prettier-ignore

    const afterSignature = till.records[0];
    const again = fakeWallet(); // cannot sign
    await till.pay(quote, { signers: { evm: again }, record: afterSignature });
    expect(again.sent.map(({ to }) => to)).to.deep.equal([DEPOSITORY]);
  });

  it("brings steps that are checked like all others", async () => {
    const steps = [stepOf(calls(DEPOSITORY, "7"))];
    const strange = [stepOf(calls(DEPOSITORY), { requestId: "0x02" })];
    const wallet = { ...fakeWallet(), signTypedData: signer.signTypedData };
    for (const further of [steps, strange]) {
      till.service.answers["/execute/permits"] = { steps: further };
      const work = till.pay(await till.quote(TOKENS, [signatureStep(permit())]), {
        signers: { evm: wallet },
      });
      expect((await errorOf(work)).code).to.equal("unsafe_quote");
    }
    expect(wallet.sent).to.deep.equal([]);
  });

  it("does not go round for ever", async () => {
    const step = signatureStep({ signatureKind: "eip191", message: "I claim 5 USDC" });
    till.service.answers["/execute/permits"] = { steps: [step] };
    const work = till.pay(await till.quote(NATIVE, [step]), { signers: { evm: signer } });
    expect((await errorOf(work)).message).to.contain("more than 64 items");
  });

  it("that the service refuses says so, without the signature", async () => {
    till.service.answers["/execute/permits"] = { http: 400 };
    const work = till.pay(await till.quote(TOKENS, [signatureStep(permit())]), { signers: { evm: signer } });
    const error = await errorOf(work);
    expect([error.code, error.message]).to.deep.equal(["not_posted", "The service did not take the signature. SOME_CODE: not now"]); // prettier-ignore
  });

  it("that the payer declines sends nothing", async () => {
    const signTypedData = () => Promise.reject(new Error("User rejected the request."));
    const wallet = { ...fakeWallet(), signTypedData };
    const error = await errorOf(till.pay(await till.quote(TOKENS, [signatureStep(permit())]), { signers: { evm: wallet } })); // prettier-ignore
    expect([error.code, error.message]).to.deep.equal(["not_sent", "The wallet did not sign: User rejected the request."]); // prettier-ignore
    expect(till.service.calls).to.deep.equal(["POST /quote/v2"]);
  });
});
