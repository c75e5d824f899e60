import { Psbt } from "bitcoinjs-lib";
import { isBech32 } from "../../../src/bitcoin/codec/address.ts";
import { everyStep, type Defect, type Json, type Step } from "../proxy.ts";
import {
  BITCOIN,
  BTC,
  isEvmAddress,
  isQuote,
  refuses,
  takesDeposits,
  type BrokenService,
} from "./brokenService.ts";
import { strangerBitcoin } from "./strangers.ts";

type Output = Readonly<{ script: Uint8Array; value: bigint }>;
type Parts = Readonly<{ inputs: Psbt["data"]["inputs"]; outputs: readonly Output[] }>;

const isData = ({ script }: Output): boolean => script[0] === 0x6a;

/** Writes the PSBT of every quote anew, with other inputs or outputs. */
const inPsbt = (change: (parts: Parts, asked: Json) => Partial<Parts>): Defect =>
  everyStep((step, asked) => ({
    ...step,
    items: step.items.map((item) =>
      typeof item.data["psbt"] === "string"
        ? { ...item, data: { ...item.data, psbt: rewrite(item.data["psbt"], asked, change) } }
        : item,
    ),
  }));

function rewrite(hex: string, asked: Json, change: (parts: Parts, asked: Json) => Partial<Parts>): string {
  const old = Psbt.fromHex(hex);
  const parts = { inputs: old.data.inputs, outputs: old.txOutputs };
  const { inputs, outputs } = { ...parts, ...change(parts, asked) };
  const psbt = new Psbt();
  psbt.setVersion(2);
  inputs.forEach((input, index) =>
    psbt.addInput({ ...(old.txInputs[index] as (typeof old.txInputs)[0]), ...input }),
  );
  for (const { script, value } of outputs) psbt.addOutput({ script, value });
  return psbt.toHex();
}

/** The user's own output: the change. */
const isChange = (output: Output, { inputs }: Parts): boolean =>
  inputs.some(
    ({ witnessUtxo }) => witnessUtxo && Buffer.from(witnessUtxo.script).equals(Buffer.from(output.script)),
  );

const onChange = (change: (output: Output) => readonly Output[]): Defect =>
  inPsbt((parts) => ({
    outputs: parts.outputs.flatMap((output) => (isChange(output, parts) ? change(output) : [output])),
  }));

const isBitcoinWallet = (asked: Json): boolean => asked["originChainId"] === BITCOIN && !takesDeposits(asked);

const lowerCase = (value: unknown): unknown =>
  typeof value === "string" && isBech32(value.toLowerCase()) && !isEvmAddress(value)
    ? value.toLowerCase()
    : value;

const isBitcoinText = (value: unknown): boolean =>
  typeof value === "string" && /^(bc|tb|bcrt)1/i.test(value) && value !== BTC;

/** Reads a Bitcoin recipient as another one. */
const readsRecipient = (change: (recipient: unknown) => unknown): NonNullable<BrokenService["reads"]> => {
  return (sent) =>
    sent["destinationChainId"] === BITCOIN ? { ...sent, recipient: change(sent["recipient"]) } : sent;
};

const endsWrong = (address: string, issued: ReadonlySet<string>): boolean =>
  isBitcoinText(address) && !issued.has(address);

/** Sections 2.5 and 4.5: Bitcoin. */
export const BITCOIN_FAULTS: readonly BrokenService[] = [
  {
    name: "sends the change of a PSBT to a stranger",
    section: "4.5",
    harms: true,
    answers: onChange(({ value }) => [{ script: strangerBitcoin("regtest").script, value }]),
  },
  {
    name: "leaves the change of a PSBT to the miners",
    section: "4.5",
    harms: true,
    answers: onChange(() => []),
  },
  {
    name: "burns the change of a PSBT",
    section: "4.5",
    harms: true,
    answers: onChange(({ value }) => [{ script: Buffer.from("6a046275726e", "hex"), value }]),
  },
  {
    name: "takes part of the change of a PSBT for itself",
    section: "4.5",
    harms: true,
    answers: onChange(({ script, value }) => [
      { script, value: value / 2n },
      { script: strangerBitcoin("regtest").script, value: value - value / 2n },
    ]),
  },
  {
    name: "pays half of the change of a PSBT as the fee",
    section: "4.5",
    harms: true,
    answers: onChange(({ script, value }) => [{ script, value: value / 2n }]),
  },
  {
    name: "pays more than the amount in a PSBT",
    section: "4.5",
    harms: true,
    answers: inPsbt((parts) => {
      const paid = parts.outputs.find((output) => !isData(output) && !isChange(output, parts)) as Output;
      return {
        outputs: parts.outputs.map((output) => {
          if (output === paid) return { ...output, value: output.value + 10_000n };
          return isChange(output, parts) ? { ...output, value: output.value - 10_000n } : output;
        }),
      };
    }),
  },
  {
    name: "pays a PSBT to an address that its step does not show",
    section: "4.5",
    harms: true,
    answers: everyStep((step, asked) =>
      isBitcoinWallet(asked) ? { ...step, depositAddress: strangerBitcoin("regtest").address } : step,
    ),
  },
  {
    name: "spends coins of a stranger in a PSBT",
    section: "4.5",
    harms: false,
    answers: inPsbt(({ inputs }) => ({
      inputs: inputs.map((input) => ({
        ...input,
        ...(input.witnessUtxo && {
          witnessUtxo: { ...input.witnessUtxo, script: strangerBitcoin("regtest").script },
        }),
      })),
    })),
  },
  {
    name: "has the payer sign for any outputs in a PSBT",
    section: "4.5",
    harms: true,
    answers: inPsbt(({ inputs }) => ({ inputs: inputs.map((input) => ({ ...input, sighashType: 0x82 })) })),
  },
  {
    name: "asks for call data instead of a PSBT",
    section: "4.5",
    harms: false,
    answers: everyStep((step, asked) =>
      isBitcoinWallet(asked)
        ? ({
            ...step,
            items: step.items.map((item) => ({
              ...item,
              data: {
                from: asked["user"],
                to: strangerBitcoin("regtest").address,
                data: "0x",
                value: asked["amount"],
                chainId: BITCOIN,
              },
            })),
          } as Step)
        : step,
    ),
  },
  {
    name: "gives a PSBT that cannot be read",
    section: "4.5",
    harms: false,
    answers: everyStep((step) => ({
      ...step,
      items: step.items.map((item) =>
        "psbt" in item.data ? { ...item, data: { ...item.data, psbt: "70736274ff00" } } : item,
      ),
    })),
  },
  {
    name: "takes a Bitcoin recipient in mixed case",
    section: "2.5",
    harms: true,
    reads: readsRecipient(lowerCase),
  },
  {
    name: "takes a refund address in mixed case",
    section: "2.5",
    harms: true,
    reads: (sent) =>
      sent["originChainId"] === BITCOIN ? { ...sent, refundTo: lowerCase(sent["refundTo"]) } : sent,
  },
  {
    name: "takes a Bitcoin recipient with a wrong checksum",
    section: "4.5",
    harms: true,
    reads: readsRecipient((recipient) =>
      endsWrong(String(recipient), new Set()) && /^[a-z0-9]+$/.test(String(recipient))
        ? strangerBitcoin("regtest").address
        : recipient,
    ),
  },
  {
    name: "takes an EVM address as a Bitcoin recipient",
    section: "4.5",
    harms: true,
    reads: readsRecipient((recipient) =>
      isEvmAddress(recipient) ? strangerBitcoin("regtest").address : recipient,
    ),
  },
  {
    name: "takes a Bitcoin recipient of another network",
    section: "4.5",
    harms: true,
    reads: readsRecipient((recipient) =>
      isBitcoinText(recipient) && !String(recipient).toLowerCase().startsWith("bcrt1")
        ? strangerBitcoin("regtest").address
        : recipient,
    ),
  },
  {
    name: "sends bitcoin without a recipient",
    section: "4.5",
    harms: true,
    reads: readsRecipient((recipient) => recipient ?? strangerBitcoin("regtest").address),
  },
  {
    name: "pays the BTC currency identifier as a recipient",
    section: "2.5",
    harms: true,
    reads: readsRecipient((recipient) =>
      recipient === BTC ? strangerBitcoin("regtest").address : recipient,
    ),
  },
  {
    name: "takes another identifier for BTC",
    section: "2.5",
    harms: false,
    reads: (sent) =>
      sent["destinationChainId"] === BITCOIN && isBitcoinText(sent["destinationCurrency"])
        ? { ...sent, destinationCurrency: BTC }
        : sent,
  },
  {
    name: "does not know BTC by its identifier",
    section: "2.5",
    harms: false,
    answers: refuses(
      ({ asked, ...exchange }) => isQuote({ ...exchange, asked }) && asked["destinationCurrency"] === BTC,
      400,
      { errorCode: "UNSUPPORTED_CURRENCY", message: "Unknown currency." },
    ),
  },
  {
    name: "quotes a Bitcoin deposit address to a user who holds too little",
    section: "7",
    harms: false,
    reads: (sent) =>
      sent["originChainId"] === BITCOIN && takesDeposits(sent) && Number(sent["amount"]) > 150_000
        ? { ...sent, amount: "100000" }
        : sent,
  },
  {
    name: "calls a lack of funds by another code",
    section: "7",
    harms: false,
    answers: ({ answer, status }) =>
      answer["errorCode"] === "INSUFFICIENT_FUNDS"
        ? { status, answer: { ...answer, errorCode: "BALANCE_TOO_LOW" } }
        : undefined,
  },
  {
    name: "answers every Bitcoin deposit quote with INSUFFICIENT_FUNDS",
    section: "7",
    harms: false,
    answers: refuses(
      (exchange) =>
        isQuote(exchange) && exchange.asked["originChainId"] === BITCOIN && takesDeposits(exchange.asked),
      400,
      { errorCode: "INSUFFICIENT_FUNDS", message: "The user holds too little." },
    ),
  },
  {
    name: "takes an EVM address as the user of a Bitcoin deposit",
    section: "4.5",
    harms: false,
    answers: ({ url, status, asked }) =>
      url.pathname.endsWith("/quote/v2") &&
      status === 400 &&
      asked["originChainId"] === BITCOIN &&
      isEvmAddress(asked["user"])
        ? {
            status: 200,
            answer: {
              steps: [
                {
                  id: "deposit",
                  action: "Send BTC",
                  description: "Send BTC",
                  kind: "transaction",
                  requestId: `0x${"cd".repeat(32)}`,
                  depositAddress: strangerBitcoin("regtest").address,
                  items: [
                    {
                      status: "incomplete",
                      data: {
                        from: asked["user"],
                        to: strangerBitcoin("regtest").address,
                        data: "0x",
                        value: asked["amount"],
                        chainId: BITCOIN,
                      },
                      check: { endpoint: `/intents/status?requestId=0x${"cd".repeat(32)}`, method: "GET" },
                    },
                  ],
                },
              ],
            },
          }
        : undefined,
  },
];
