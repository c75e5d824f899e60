import { HttpFailure } from "../../../http-client/http.ts";
import { ConflictError } from "../../../database/driver.ts";
import { GatewayError } from "../../errors.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import type { Gateway } from "../gateway.ts";
import type { ReadWebsite } from "../../ports/websitePort.ts";
import { sentence, type Sentence } from "../../../values/sentence.ts";

/** Where a website declares the key that may sign for it. */
export const PROOF_PATH = "/.well-known/crosstill.json";

type Proving = Pick<Gateway, "persistence" | "log"> &
  Readonly<{
    signer: Pick<Gateway["signer"], "publicKey">;
    settings: Readonly<{ sandbox: boolean }>;
    readWebsite: ReadWebsite;
  }>;

/**
 * The document that a website must serve at PROOF_PATH before this gateway signs with its domain for a
 * store.
 */
export function domainProof({ publicKey }: Pick<Gateway["signer"], "publicKey">, storeId: string): string {
  return JSON.stringify({ signing: { publicKey }, stores: [storeId] });
}

/**
 * Signs a store's offers with a domain from now on, once the website there names this gateway's key and the store: otherwise one
 * shop's key could sign in another's name. Gives the domain. Throws GatewayError domain_refused for what is no domain, is not
 * proven, or is another store's; and website_silent when the website gives no usable answer.
 */
export async function proveDomain(gateway: Proving, { id }: MerchantStore, typed: string): Promise<string> {
  const origin = readOrigin(typed, gateway.settings.sandbox);
  const { hostname: domain } = new URL(origin);
  requireNamed(await readProof(gateway.readWebsite, origin), gateway.signer.publicKey, id, origin);
  try {
    await gateway.persistence.stores.nameDomain(id, domain);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    throw refused(
      sentence("Another store of this gateway signs as {domain}. Take it from that store first.", { domain }),
    );
  }
  gateway.log.info("store.domain_proven", { store: id, domain });
  return domain;
}

/** Signs a store's offers without a domain from now on. */
export async function withdrawDomain(
  { persistence, log }: Pick<Gateway, "persistence" | "log">,
  { id }: MerchantStore,
): Promise<void> {
  await persistence.stores.nameDomain(id, undefined);
  log.info("store.domain_withdrawn", { store: id });
}

/** The origin of a domain that was typed, with or without "https://". Plain http and ports are for the sandbox alone. */
function readOrigin(typed: string, isSandbox: boolean): string {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) throw notADomain(typed);
  const { protocol, hostname, port, pathname, username, origin } = new URL(address);
  if (pathname !== "/" || username !== "") throw notADomain(typed);
  if (isSandbox) return origin;
  if (protocol !== "https:" || port !== "" || !/[a-z]$/.test(hostname) || !hostname.includes("."))
    throw notADomain(typed);
  return origin;
}

async function readProof(readWebsite: ReadWebsite, origin: string): Promise<unknown> {
  try {
    return JSON.parse(await readWebsite(origin, PROOF_PATH)) as unknown;
  } catch (cause) {
    const why =
      cause instanceof HttpFailure
        ? cause.message
        : cause instanceof SyntaxError
          ? sentence("The answer is not JSON.")
          : undefined;
    if (why === undefined) throw cause;
    const said = sentence(
      "Expected a JSON file at {address}. {why} Put it there (without a redirect), and try again.",
      { address: `${origin}${PROOF_PATH}`, why },
    );
    throw new GatewayError("website_silent", said, {}, { cause });
  }
}

function requireNamed(proof: unknown, publicKey: string, storeId: string, origin: string): void {
  const { signing, stores } = (proof ?? {}) as Readonly<{
    signing?: { publicKey?: unknown };
    stores?: unknown;
  }>;
  const where = `${origin}${PROOF_PATH}`;
  if (signing?.publicKey !== publicKey)
    throw refused(
      sentence("Expected {where} to have this gateway's key, {key}, as signing.publicKey.", {
        where,
        key: publicKey,
      }),
    );
  if (!Array.isArray(stores) || !stores.includes(storeId))
    throw refused(
      sentence('Expected {where} to name this store, {store}, in the list "stores".', {
        where,
        store: storeId,
      }),
    );
}

function notADomain(typed: string): GatewayError {
  return refused(
    sentence('Expected a domain such as shop.example; got "{typed}".', { typed: typed.slice(0, 100) }),
  );
}

function refused(said: Sentence): GatewayError {
  return new GatewayError("domain_refused", said);
}
