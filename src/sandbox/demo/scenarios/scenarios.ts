import type { BitcoinAddress } from "../../../bitcoin/codec/address.ts";
import type { FaultKind, FaultTarget } from "../../faults/faultKinds.ts";
import { choose, payBitcoin, payEvm, type Asked } from "./payers.ts";
import type { Cast, Scenario, Step } from "./scenario.ts";

const LOW_FEE = 1; // sat/vB, so that it can be outbid
const HIGH_FEE = 30;
const FAULT_SECONDS = 60;
const SHORTEST_MINUTES = 0.5;
const USDC = /^USDC-/;

/** What a sandbox can play, in the order in which one wants to see it. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: "exact",
    title: "Exactly",
    about: "Pays what is asked for.",
    steps: (cast) => [pays(cast, (due) => due)],
  },
  {
    name: "under",
    title: "Too little",
    about: "Pays six tenths. The page asks for the rest.",
    steps: (cast) => [pays(cast, (due) => (due * 6n) / 10n)],
  },
  {
    name: "over",
    title: "Too much",
    about: "Pays half as much again.",
    steps: (cast) => [pays(cast, (due) => (due * 3n) / 2n)],
  },
  {
    name: "late",
    title: "Too late",
    about: "Waits half a minute until the invoice has expired, and pays then.",
    minutes: SHORTEST_MINUTES,
    steps: (cast) => late(cast),
  },
  {
    name: "two-payments",
    title: "In two payments",
    about: "Pays half, and when that has arrived the rest that the page asks for.",
    steps: (cast) => twoPayments(cast),
  },
  {
    name: "replaced",
    title: "Taken back",
    about: "Pays, and then replaces the payment by one to itself, with a higher fee.",
    steps: (cast) => replaced(cast),
  },
  {
    name: "reorganised",
    title: "Block undone",
    about: "Pays, a block confirms it, and another branch undoes that block.",
    steps: (cast) => reorganised(cast),
  },
  {
    name: "wrong-chain",
    title: "On the wrong network",
    about: "Chooses USDC on one network, and sends USDC on another to that address.",
    steps: (cast) => [{ act: () => payOnTheWrongChain(cast) }],
  },
  {
    name: "service-refuses",
    title: "Service refuses",
    about: "For a minute the intent service refuses every quote: choose a coin and see.",
    steps: (cast) => [breaks(cast, "intents", "refuse", "The intent service refuses everything")],
  },
  {
    name: "service-slow",
    title: "Service is slow",
    about: "Pays, and for a minute the intent service answers too late.",
    steps: (cast) => [
      pays(cast, (due) => due),
      breaks(cast, "intents", "slow", "The intent service answers too late"),
    ],
  },
  {
    name: "explorer-down",
    title: "Explorer is down",
    about: "Pays, and for a minute the Bitcoin chain cannot be read.",
    steps: (cast) => [
      pays(cast, (due) => due),
      breaks(cast, "explorer", "down", "The explorer does not answer"),
    ],
  },
  {
    name: "explorer-lies",
    title: "Explorer lies",
    about: "Pays, and for a minute the explorer doubles every amount and invents transactions.",
    steps: (cast) => [breaks(cast, "explorer", "lie", "The explorer lies"), pays(cast, (due) => due)],
  },
];

/** Chooses Bitcoin, and pays so much of what is due. */
function pays(cast: Cast, part: (due: bigint) => bigint): Step {
  return {
    async act() {
      const asked = await choose(cast);
      return (await payBitcoin(cast, asked, part(asked.amount))).text;
    },
  };
}

function breaks({ sandbox }: Cast, target: FaultTarget, kind: FaultKind, what: string): Step {
  return {
    async act() {
      sandbox.faults.set(target, kind, FAULT_SECONDS);
      return `${what} for ${FAULT_SECONDS} seconds, for every invoice of this sandbox.`;
    },
  };
}

function late(cast: Cast): readonly Step[] {
  let asked: Asked | undefined;
  return [
    {
      async act() {
        asked = await choose(cast);
        return "Chose Bitcoin, and waits until the invoice has expired.";
      },
    },
    {
      when: ({ status }) => status === "Expired",
      async act() {
        if (!asked) throw new Error("Nothing was asked for.");
        return (await payBitcoin(cast, asked, asked.amount)).text;
      },
    },
  ];
}

function twoPayments(cast: Cast): readonly Step[] {
  const rest = pays(cast, (due) => due); // a price of its own: the second conversion has fees, too
  return [
    pays(cast, (due) => due / 2n),
    { ...rest, when: ({ crosstill }) => crosstill.settlements.length > 0 },
  ];
}

function replaced(cast: Cast): readonly Step[] {
  const { bitcoin } = cast.sandbox.wallet;
  let txid = "";
  return [
    {
      async act() {
        const asked = await choose(cast);
        const paid = await payBitcoin(cast, asked, asked.amount, LOW_FEE);
        ({ txid } = paid);
        return paid.text;
      },
    },
    {
      when: isSeen,
      async act() {
        if (cast.sandbox.ledger.view.tx(txid)?.block)
          return "A block was quicker: nothing was taken back. Play it again.";
        const address = bitcoin.address as BitcoinAddress; // its own
        return `Took it back by ${await bitcoin.replace({ txid, address, feeRate: HIGH_FEE })}.`;
      },
    },
  ];
}

function reorganised(cast: Cast): readonly Step[] {
  const { ledger } = cast.sandbox;
  return [
    pays(cast, (due) => due),
    { act: async () => `Mined block ${await ledger.mine(1)}.` },
    {
      when: isSeen,
      act: async () => `Undid that block: another branch is at height ${await ledger.reorg(1)} now.`,
    },
  ];
}

async function payOnTheWrongChain(cast: Cast): Promise<string> {
  const asked = await choose(cast, USDC);
  const other = cast.sandbox.evmChains.find(({ id }) => id !== asked.chainId);
  if (!other) throw new Error("This sandbox has one EVM chain only.");
  const txHash = await payEvm(cast, { ...asked, chainId: other.id, currency: other.usdc });
  return `Sent USDC on ${other.name} instead, in ${txHash}.`;
}

function isSeen({ crosstill }: Parameters<NonNullable<Step["when"]>>[0]): boolean {
  return crosstill.deposits.length > 0;
}
