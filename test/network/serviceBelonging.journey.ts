import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import express from "express";
import type { EvmAddress } from "../../src/evm/codec/address.ts";
import { createKeys, type Roles } from "../../src/network/addresses.ts";
import {
  createDatabaseBinding,
  requireOwnDatabase,
  requireOwnSeed,
} from "../../src/network/databaseBinding.ts";
import { contractsOf } from "../../src/network/contracts/artifacts.ts";
import { insertBinding } from "../../src/network/persistence/bindings.ts";
import { openStore, type NetworkStore } from "../../src/network/persistence/open.ts";
import { premine } from "../../src/sandbox/bitcoin/chain/premine.ts";
import { minerBitcoin, payerBitcoin, SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { openSimulatedChain } from "../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import { explorerRoutes } from "../../src/sandbox/bitcoin/explorer/explorerRoutes.ts";
import { journeyEngines, newDatabase, type Engine } from "../database/databaseUrls.ts";
import { startEvmWorld } from "./evmWorld.ts";
import { EVM_CHAIN_ID, startWorld, type World } from "./world.ts";

const OTHER_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"; // BIP39's example

describe("the database of the intent service belongs to its seed and its chains", function () {
  this.timeout(60_000);

  for (const engine of journeyEngines()) describe(`on ${engine}`, () => rules(engine));

  function rules(engine: Engine): void {
    let world: World;
    /** The sentence with which a start is refused; nothing runs afterwards. */
    const refusal = async (changes: Parameters<World["restart"]>[0]): Promise<string> => {
      const said = await world.restart(changes).then(
        () => "",
        (error: Error) => error.message,
      );
      world.network = { ...world.network, close: async () => {} }; // closed before the new one was refused
      return said;
    };

    before(async () => {
      world = await startWorld(await newDatabase(engine, "belonging"));
    });
    afterEach(() => world.restart());
    after(() => world.close());

    it("another seed is refused at the start, with both accounts and what to do", async () => {
      const owner = world.network.solver.evm;
      const said = await refusal({ mnemonic: OTHER_WORDS });
      expect(said).to.match(/^This database belongs to the seed whose solver pays from 0x/);
      expect(said)
        .to.contain(owner)
        .and.to.contain("NETWORK_SEED_FILE")
        .and.to.contain("NETWORK_DATABASE_URL");
    });

    it("another chain behind the same id is refused at its first answer, and nothing is quoted for it", async () => {
      const stranger = await startEvmWorld(EVM_CHAIN_ID, world.network.solver.evm, 1_700_000_000);
      try {
        await world.restart({ evmChains: [stranger.config(stranger.url)] });
        const { wrong } = await world.network.check();
        expect(wrong).to.have.length(1);
        expect(wrong[0]).to.match(
          /^Chain 31337 is not the one that this database was made with: its block [01] was 0x/,
        );
        expect(wrong[0]).to.contain("NETWORK_RPC_31337").and.to.contain("NETWORK_DATABASE_URL");
        expect((await world.post("/quote/v2", world.quoteBody())).status).to.not.equal(200);
      } finally {
        await stranger.stop();
      }
      await world.restart();
      expect((await world.post("/quote/v2", world.quoteBody())).status, "its own chain again").to.equal(200);
    });

    it("another Bitcoin chain of the same network is refused likewise", async () => {
      const clock = () => world.now + 86_400_000;
      const ledger = openSimulatedChain({ clock, minerScript: minerBitcoin().script });
      await premine(ledger, minerBitcoin(), payerBitcoin(), clock);
      const server = http.createServer(express().use(explorerRoutes(ledger)));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      try {
        const { port } = server.address() as AddressInfo; // it listens on TCP
        await world.restart({ explorerUrls: [`http://127.0.0.1:${port}`] });
        const { wrong } = await world.network.check();
        expect(wrong.join()).to.match(
          /^The explorer's Bitcoin chain is not the one .* its block 1 was [0-9a-f]{64}/,
        );
      } finally {
        server.closeAllConnections();
        server.close();
        await ledger.close();
      }
    });

    it("the same seed and chains are taken again", async () => {
      await world.restart();
      expect(await world.network.check()).to.deep.equal({ wrong: [], odd: [], silent: [] });
    });
  }

  it("another refunder or owner of the contracts is refused, and any where the database was made without [roles:binding]", async () => {
    const keysWith = (roles: Roles) => createKeys(OTHER_WORDS, "regtest", [EVM_CHAIN_ID], contractsOf, roles);
    const alone = keysWith({});
    const own = { refunderMnemonic: SANDBOX_MNEMONIC, contractOwner: `0x${"a1".repeat(20)}` as EvmAddress };
    const apart = keysWith(own);
    const said = (store: NetworkStore, roles: Roles) =>
      requireOwnSeed(createDatabaseBinding(store), keysWith(roles)).then(
        () => "",
        (error: Error) => error.message,
      );
    const madeBy = async (make: (store: NetworkStore) => Promise<void>) => {
      const store = await openStore(":memory:");
      await make(store);
      return store;
    };
    const earlier = await madeBy((store) =>
      store.commit([insertBinding(store, "solver", alone.solverEvmAddress)]),
    );
    const [withOne, withBoth] = await Promise.all(
      [alone, apart].map((keys) =>
        madeBy(async (store) => {
          const belonging = createDatabaseBinding(store);
          await requireOwnSeed(belonging, keys);
          await belonging.bind();
        }),
      ),
    );
    try {
      for (const store of [earlier, withOne]) {
        if (!store) throw new Error("No store.");
        expect(await said(store, {})).to.equal("");
        expect(await said(store, { refunderMnemonic: SANDBOX_MNEMONIC })).to.match(
          /^This database was made with one seed, .* NETWORK_REFUNDER_SEED_FILE gives another .* Leave that setting out/,
        );
        expect(await said(store, { contractOwner: own.contractOwner })).to.match(
          /^This database was made with contracts that .* Leave NETWORK_CONTRACT_OWNER out/,
        );
      }
      if (!withBoth) throw new Error("No store.");
      expect(await said(withBoth, own)).to.equal("");
      expect(await said(withBoth, { contractOwner: own.contractOwner })).to.include(
        `belong to the seed of the refunder ${apart.refunderEvmAddress}. Set NETWORK_REFUNDER_SEED_FILE`,
      );
      expect(await said(withBoth, { refunderMnemonic: SANDBOX_MNEMONIC })).to.include(
        `Set NETWORK_CONTRACT_OWNER=${own.contractOwner}`,
      );
    } finally {
      for (const store of [earlier, withOne, withBoth]) await store?.close();
    }
  });

  it("another Bitcoin network is refused, and a command that only looks binds nothing", async () => {
    const store = await openStore(":memory:");
    const keys = createKeys(OTHER_WORDS, "signet", [8453], contractsOf);
    try {
      await requireOwnDatabase(createDatabaseBinding(store), keys, "regtest");
      const owner = createDatabaseBinding(store);
      await requireOwnDatabase(owner, keys, "signet");
      await owner.bind();
      const said = await requireOwnDatabase(createDatabaseBinding(store), keys, "regtest").catch(
        (error: Error) => error.message,
      );
      expect(said).to.match(/^This database was made on Bitcoin signet, and NETWORK_BITCOIN is regtest/);
    } finally {
      await store.close();
    }
  });
});
