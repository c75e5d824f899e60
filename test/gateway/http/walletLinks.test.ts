import { expect } from "chai";
import { agreedOn } from "../../../src/gateway/http/checkout/evmView.ts";
import type { CheckoutView } from "../../../src/gateway/http/checkout/view.ts";
import { walletLinks } from "../../../src/gateway/http/checkout/walletLinks.ts";
import { NATIVE_EVM_CURRENCY } from "../../../src/intents/identifiers.ts";
import { anOffer } from "../domain/invoices/given.ts";

const TOKEN = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const TO = "0xd7a1c2f03b59e64872dd0a6c11e8f5a0b93c4e7d";
const PAGE = "https://pay.example/i/abc?on=USDC-BASE";
const usdc = anOffer({ chainId: 8453, currency: TOKEN, symbol: "USDC", decimals: 6, depositAddress: TO });
const urls = (...of: Parameters<typeof walletLinks>) => walletLinks(...of).map(({ url }) => url);

describe("links to the apps of wallets", () => {
  it("open the transfer of a token with its amount, or the page in the wallet's browser", () => {
    expect(urls(usdc, 25_180_000n, PAGE)).to.deep.equal([
      `https://link.metamask.io/send/${TOKEN}@8453/transfer?address=${TO}&uint256=25180000`,
      `https://link.trustwallet.com/send?asset=c8453_t${TOKEN}&address=${TO}&amount=25.18`,
      "https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fpay.example%2Fi%2Fabc%3Fon%3DUSDC-BASE",
    ]);
  });

  it("send a network's own coin, and leave out an amount that the payer chooses", () => {
    const eth = { ...usdc, currency: NATIVE_EVM_CURRENCY, symbol: "ETH", decimals: 18 };
    const [metamask, trust] = urls(eth, 10n ** 16n, PAGE);
    expect(metamask).to.equal(`https://link.metamask.io/send/${TO}@8453?value=10000000000000000`);
    expect(trust).to.equal(`https://link.trustwallet.com/send?asset=c8453&address=${TO}&amount=0.01`);
    expect(urls(eth, undefined, PAGE).join(" ")).to.not.match(/value|amount/);
  });

  it("lead back from the sandbox's wallet to the page on the network that the payer agreed to", () => {
    const view = {
      statusUrl: "/i/abc/status",
      sandboxWalletUrl: "http://localhost:3000/sandbox/wallet?to=0x0b&back=%2Fi%2Fabc",
      method: { id: "USDC-BASE", evm: { confirmed: false } },
    };
    const agreed = agreedOn(view as unknown as CheckoutView, "USDC-BASE"); // the fields that are not read are left out
    const { searchParams } = new URL(agreed.sandboxWalletUrl ?? "");
    expect([searchParams.get("back"), searchParams.get("to")]).to.deep.equal(["/i/abc?on=USDC-BASE", "0x0b"]);
  });

  it("are none on a network that the wallets do not know, and none to a page that a phone cannot open", () => {
    expect(urls({ ...usdc, chainId: 31_338 }, 1n, PAGE)).to.deep.equal([]);
    expect(urls(usdc, 1n, "http://localhost:3000/i/abc")).to.have.length(2);
  });
});
