import { readWebsite } from "../../gateway/adapters/websites.ts";
import {
  domainProof,
  PROOF_PATH,
  proveDomain,
  withdrawDomain,
} from "../../gateway/usecases/signatures/proveDomain.ts";
import type { Command } from "../command.ts";
import { recordCommand } from "./recordCommand.ts";
import { requireStore } from "./requireStore.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments } from "../arguments.ts";

export const STORE_DOMAIN_USAGE = "stores domain --store <id> --domain <shop.example>|none";

/**
 * Proves the domain that a store's offers are signed with, or removes it. First prints the document that
 * the website must serve.
 */
export const storeDomain: Command = async (invocation) => {
  const { args, print, note } = invocation;
  const given = readArguments(args, "stores domain");
  const storeId = given.require("store");
  const domain = given.require("domain");
  await withPersistence(invocation, async (gateway, { mode, signingKeyFile, masterKey }) => {
    const { persistence, signer, log } = gateway;
    const merchant = await requireStore(persistence, storeId);
    if (!signer)
      throw new Error(
        `There is no signing key at hand (${masterKey?.name ?? signingKeyFile}). Start the server once: it makes one.`,
      );
    const record = () => {
      const change = { before: merchant.domain, after: domain };
      return recordCommand(gateway, "stores domain", { action: "store.domain_changed", storeId, ...change });
    };
    if (domain === "none") {
      await withdrawDomain({ persistence, log }, merchant);
      await record();
      return print("Offers are signed without a domain.");
    }
    note(`Expecting this at ${PROOF_PATH} of the website: ${domainProof(signer, storeId)}`);
    const settings = { sandbox: mode === "sandbox" };
    const proven = await proveDomain({ persistence, signer, log, settings, readWebsite }, merchant, domain);
    await record();
    print(`Offers are signed as ${proven}.`);
  });
};
