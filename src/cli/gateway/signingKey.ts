import { openOwnSigner } from "../../gateway/compose/keys/openKeys.ts";
import { readSigner, renewSigner } from "../../gateway/compose/signingKey.ts";
import { loadConfig } from "../../gateway/compose/config.ts";
import { fingerprintOf } from "../../gateway/usecases/signatures/fingerprint.ts";
import type { Signer } from "../../gateway/ports/secretsPort.ts";
import type { Command, Invocation } from "../command.ts";
import { recordCommand } from "./recordCommand.ts";
import { rotate } from "./sealedKeys.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments } from "../arguments.ts";

/** Prints the public key that offers are signed with, for the shop's own website. */
export const signingKey: Command = async (invocation) => {
  const { publicKey } = await ownSigner(invocation);
  invocation.print(describe(publicKey));
};

/** This gateway's signer; from the database where a master key is set. Throws a sentence where there is none. */
export async function ownSigner(invocation: Invocation): Promise<Signer> {
  const config = loadConfig(invocation.env);
  if (!config.masterKey) return readSigner(config.signingKeyFile);
  return withPersistence(invocation, (gateway) => openOwnSigner(gateway, config));
}

/** Makes a new signing key, on purpose only. Throws with a sentence without --yes. */
export const signingRenew: Command = async (invocation) => {
  if (!readArguments(invocation.args, "signing renew").has("yes"))
    throw new Error(
      'With a new key, those who have compared the old one see "not genuine" until they are told. Nothing was changed; say --yes to go on.',
    );
  await withPersistence(invocation, async (gateway, config) => {
    const { persistence } = gateway;
    if (config.masterKey) return rotate(invocation, gateway, config, "signing");
    const { signingKeyFile } = config;
    if ((await persistence.sealedKeys.list()).length > 0) await openOwnSigner(gateway, config); // which says what is missing
    const { publicKey } = await renewSigner(persistence.checkpoints, signingKeyFile, invocation.clock());
    await recordCommand(gateway, "signing renew", { action: "signing_key.renewed", after: publicKey });
    invocation.print(describe(publicKey));
    invocation.print(
      `It is in ${signingKeyFile}: copy it to where the old one was kept, and tell those who compare it. Start the server again: until then it signs with the old one, and afterwards all with the new.`,
    );
  });
};

function describe(publicKey: string): string {
  return `Public key   ${publicKey}\nFingerprint  ${fingerprintOf(publicKey)}`;
}
