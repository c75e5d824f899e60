import { expect } from "chai";
import { createSigner, isSigned } from "../../../../src/gateway/adapters/signing.ts";
import {
  offerText,
  readOfferText,
  readSignedBlock,
  signedBlock,
} from "../../../../src/gateway/usecases/signatures/offerText.ts";
import { signOffer, signOffers } from "../../../../src/gateway/usecases/signatures/signedOffer.ts";
import type { MerchantStore } from "../../../../src/gateway/usecases/stores/merchantStore.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { A, ADDRESS, anInvoice, anOffer, EXPIRES, given, inBlock, IN_TIME, LATE, PRICE_SATS, tick } from "../../domain/invoices/given.ts"; // prettier-ignore

const signer = createSigner(new Uint8Array(32).fill(7));
const shopAt = (domain?: string) =>
  ({
    ...{ id: "store-1", name: "Tea House", ...(domain === undefined ? {} : { domain }) },
    settings: { profile: { website: "https://bank.example" } }, // says nothing: anybody can write it
  }) as unknown as MerchantStore; // all that is read
const shop = shopAt("tea.example");
const newest = (invoice: Invoice, store = shop) =>
  signOffer(signer, store, invoice, invoice.facts.offers.at(-1));
const textOf = (invoice: Invoice, store = shop) => newest(invoice, store)?.text ?? "";

describe("what is signed of an offer", () => {
  const { invoice } = given();

  it("is a line for each field, as docs/reference/signatures.md says", () => {
    const [offer] = invoice.facts.offers;
    expect(textOf(invoice).split("\n")).to.deep.equal([
      ...["crosstill-offer-v1", `invoice: ${invoice.id}`, `store: ${invoice.storeId}`, "domain: tea.example"],
      ...[`address: ${ADDRESS}`, `units: ${PRICE_SATS}`, "amount: 0.0004", `coin: ${offer?.symbol}`],
      ...[`token: ${offer?.currency}`, `chain: ${offer?.chainId}`, `expires: ${EXPIRES / 1000}`],
    ]);
    expect(textOf(invoice, shopAt())).to.include("\ndomain: none\n");
    expect(newest(invoice), "the same each time").to.deep.equal(newest(invoice));
  });

  it("has no amount where the payer chooses it", () => {
    const open = { ...invoice, terms: { ...invoice.terms, topUp: true as const } };
    expect(textOf(open)).to.include("\nunits: any\namount: any\n");
  });

  it("is signed anew with every new price, and the newest of each method is told", () => {
    const offer = anOffer({ depositAddress: "bcrt1-next", input: 41_000n, quoteId: "2", requestId: "2" });
    const { invoice: repriced } = given({ kind: "offer", at: IN_TIME, offer });
    expect(textOf(repriced)).to.include("address: bcrt1-next").and.to.include("units: 41000");
    expect(newest(repriced)?.signature).not.to.equal(newest(invoice)?.signature);
    const [told, ...others] = signOffers(signer, shop, repriced);
    expect([told, others]).to.deep.equal([{ paymentMethodId: offer.methodId, ...newest(repriced) }, []]);
  });

  it("fits one invoice only", () => {
    const other = { ...anInvoice(), id: "another", facts: invoice.facts };
    const [mine, theirs] = [newest(invoice)!, newest(other)!];
    expect(isSigned(signer.publicKey, mine.text, mine.signature)).to.equal(true);
    expect(isSigned(signer.publicKey, theirs.text, theirs.signature)).to.equal(true);
    expect(isSigned(signer.publicKey, theirs.text, mine.signature)).to.equal(false);
  });

  it("is nothing while nothing is to be sent for it: half is paid and its rest has no price yet, all is, or time is up", () => {
    expect(newest(given(inBlock({ outpoint: A, value: PRICE_SATS / 2n })).invoice)).to.equal(undefined);
    expect(newest(given(inBlock()).invoice)).to.equal(undefined);
    expect(newest(given(tick(LATE)).invoice)).to.equal(undefined);
  });

  it("is told of an offer that was paid, or is over, as it was promised", () => {
    const promised = signOffers(signer, shop, invoice);
    expect(promised.map(({ signature }) => signature)).to.deep.equal([newest(invoice)?.signature]);
    expect(signOffers(signer, shop, given(inBlock()).invoice)).to.deep.equal(promised);
    expect(signOffers(signer, shop, given(tick(LATE)).invoice)).to.deep.equal(promised);
  });

  it("cannot be given lines by a value", () => {
    const claim = readOfferText(textOf(invoice))!;
    const bent = offerText({ ...claim, coin: "USDC\naddress: 0xevil\u0000" });
    expect(bent).to.include("coin: USDC address: 0xevil \n");
    expect(readOfferText(bent)?.address).to.equal(ADDRESS);
    expect(readOfferText(`${textOf(invoice)}\nmore: 1`)).to.equal(undefined);
    expect(readOfferText(textOf(invoice).replace("-v1", "-v2"))).to.equal(undefined);
  });

  it("is read again out of the text that people copy, whatever a mail program did to its line ends", () => {
    const { text, signature } = newest(invoice)!;
    const block = signedBlock(text, signature);
    expect(readSignedBlock(block)).to.deep.equal({ text, signature });
    expect(readSignedBlock(` \r\n${block.replaceAll("\n", "\r\n")}\r\n\t`)).to.deep.equal({
      text,
      signature,
    });
    expect(readSignedBlock(text)).to.equal(undefined);
    expect(readSignedBlock("")).to.equal(undefined);
    expect(readSignedBlock(`${" \n".repeat(500_000)}x${" ".repeat(1_000_000)}x`)).to.equal(undefined); // or it would take hours
  });
});
