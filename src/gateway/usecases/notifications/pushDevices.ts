import { createHash } from "node:crypto";
import { z } from "zod";
import { MOST_DEVICES, type PushDevice, type PushSubscription } from "../../domain/access/push.ts";
import type { PushOutcome, PushRequest } from "../../ports/pushPort.ts";
import { WrongKeyError } from "../../../runtime/sealedBytes.ts";
import type { SignedIn } from "../access/access.ts";
import type { Gateway } from "../gateway.ts";
import { testText, topicOf } from "./pushText.ts";

const LONGEST_ENDPOINT = 2048;
const LONGEST_KEY = 120;
const LONGEST_AGENT = 200;
const BASE64URL = /^[\w-]+={0,2}$/;

const keySchema = z.string().max(LONGEST_KEY).regex(BASE64URL);
const subscriptionSchema = z.object({
  endpoint: z.string().max(LONGEST_ENDPOINT),
  keys: z.object({ p256dh: keySchema, auth: keySchema }),
});
const sealedSchema = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

/** What is needed to add a device and to send it a test. */
export type DeviceTools = Pick<Gateway, "persistence" | "clock" | "push"> &
  Readonly<{ secrets: Pick<Gateway["secrets"], "seal" | "open"> }>;

/** What came of adding a device. */
export type Added = Readonly<{ kind: "added"; device: PushDevice }> | Readonly<{ kind: "full" | "unusable" }>;

/** A subscription from the text that a browser sends (PushSubscription.toJSON); undefined for anything else. */
export function readSubscription(text: string): PushSubscription | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = subscriptionSchema.safeParse(json);
  return data && { endpoint: data.endpoint, ...data.keys };
}

/**
 * Makes a browser show the notifications of the signed-in user, until the session is ended, everywhere or there: not when it
 * expires. A browser that showed another user's shows this one's from now on.
 */
export async function addDevice(
  { persistence, clock, push, secrets }: DeviceTools,
  { user, session }: Pick<SignedIn, "user" | "session">,
  subscription: PushSubscription,
  { agent, browserId }: Pick<PushDevice, "agent" | "browserId">,
): Promise<Added> {
  if (push.problemOf(subscription) !== undefined) return { kind: "unusable" };
  const id = createHash("sha256").update(subscription.endpoint).digest("hex");
  const own = await persistence.pushes.ofUser(user.id);
  const known = own.find((device) => device.id === id);
  if (!known && own.length >= MOST_DEVICES) return { kind: "full" };
  const device: PushDevice = {
    id,
    userId: user.id,
    sessionDigest: session.digest,
    passwordAt: session.passwordAt,
    browserId,
    sealed: secrets.seal(JSON.stringify(subscription)),
    agent: agent.slice(0, LONGEST_AGENT),
    createdAt: known?.createdAt ?? clock(),
    lastUsedAt: known?.lastUsedAt,
    problem: undefined,
  };
  await persistence.pushes.put(device);
  return { kind: "added", device };
}

/** Sends a device a test, once and at once. A browser that has ended its subscription is removed. */
export async function sendTestPush(
  gateway: DeviceTools,
  { user }: Pick<SignedIn, "user">,
  device: PushDevice,
  { host, path }: Readonly<{ host: string; path: string }>,
): Promise<PushOutcome> {
  const { clock, persistence } = gateway;
  const outcome = await pushTo(gateway, device, {
    payload: testText(user, host, path),
    topic: topicOf("test"),
  });
  if (outcome.kind === "gone") await persistence.pushes.remove(device.userId, device.id);
  else if (outcome.kind === "taken") await persistence.pushes.note(device.id, { lastUsedAt: clock() });
  else await persistence.pushes.note(device.id, { problem: outcome.reason });
  return outcome;
}

/** Sends to a device. One whose subscription cannot be opened is as good as gone. */
export async function pushTo(
  tools: Pick<DeviceTools, "push" | "clock"> & Parameters<typeof openSubscription>[0],
  device: PushDevice,
  message: Pick<PushRequest, "payload" | "topic">,
): Promise<PushOutcome> {
  const subscription = await openSubscription(tools, device);
  if (!subscription) return { kind: "gone" };
  return tools.push.send({ ...message, subscription, at: tools.clock() });
}

/** The subscription of a device; undefined where it was sealed with a key that is lost. */
async function openSubscription(
  { secrets }: Readonly<{ secrets: Pick<Gateway["secrets"], "open"> }>,
  { sealed }: Pick<PushDevice, "sealed">,
): Promise<PushSubscription | undefined> {
  try {
    return sealedSchema.parse(JSON.parse(await secrets.open(sealed)));
  } catch (error) {
    if (error instanceof WrongKeyError) return undefined;
    throw error; // the key could not be looked up now: that says nothing of the device
  }
}
