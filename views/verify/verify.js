// Checks what a gateway has signed (docs/reference/signatures.md), with nothing but this file. It makes no requests.

const FIELDS = [
  "invoice",
  "store",
  "domain",
  "address",
  "units",
  "amount",
  "coin",
  "token",
  "chain",
  "expires",
];
const MOST = 20; // offers of one paste
const BITCOIN = "8253038"; // its chain id among chains that have one

const element = (id) => document.getElementById(id);
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));

/** True when the key has signed the text: by the browser's own ed25519, else by ours. */
async function isSigned(key, text, signature) {
  const [k, message, s] = [bytesOf(key), new TextEncoder().encode(text), bytesOf(signature)];
  try {
    const imported = await crypto.subtle.importKey("raw", k, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, imported, s, message);
  } catch {
    return isSignedByHand(k, message, s);
  }
}

/** The signed texts in what was pasted: a block whose last line is the signature, or JSON that has some anywhere. */
function readPasted(pasted) {
  const text = pasted.replaceAll("\r\n", "\n").trim();
  if (/^[[{]/.test(text)) return readJson(text);
  const at = text.lastIndexOf("\nsignature: ");
  return at < 0 ? [] : [{ text: text.slice(0, at), signature: text.slice(at + 12) }];
}

function readJson(json) {
  try {
    return collect(JSON.parse(json), undefined);
  } catch {
    return [];
  }
}

/** Signed texts within an answer of the API, each with the address that the answer names beside it. */
function collect(value, destination) {
  if (typeof value !== "object" || value === null) return [];
  if (typeof value.text === "string" && typeof value.signature === "string")
    return [{ ...value, destination }];
  const beside = typeof value.destination === "string" ? value.destination : destination;
  return Object.values(value).flatMap((part) => collect(part, beside));
}

/** The fields of a text of version 1; undefined for another. */
function fieldsOf(text) {
  const [version, ...lines] = text.split("\n");
  if (version !== "crosstill-offer-v1" || lines.length !== FIELDS.length) return undefined;
  if (!FIELDS.every((name, index) => lines[index].startsWith(`${name}: `))) return undefined;
  return Object.fromEntries(FIELDS.map((name, index) => [name, lines[index].slice(name.length + 2)]));
}

/** An address out of what people copy, which may be a payment link. Case matters in neither 0x… nor bech32. */
function plainAddress(copied) {
  const address = copied
    .trim()
    .replace(/^(bitcoin|ethereum):/i, "")
    .replace(/[?@].*$/s, "");
  return /^0x|^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;
}

const sameAddress = (one, other) => plainAddress(one) === plainAddress(other);

async function judge({ text, signature, destination }, key, shown) {
  if (!/^[0-9a-f]{128}$/.test(signature))
    return bad(
      "The signature is not one: expected 128 digits from 0-9 and a-f. It was changed or cut off on the way.",
    );
  if (!(await isSigned(key, text, signature)))
    return bad(
      "The signature does not fit this text and this key. Text, signature or key was changed, if only by one character, or another gateway has signed.",
    );
  const fields = fieldsOf(text);
  if (!fields)
    return bad(
      "This key has signed the text, but it is no offer of version 1, the only one that this page knows.",
    );
  if (destination && !sameAddress(destination, fields.address))
    return bad(`The address beside the signature, ${destination}, is not the one that was signed.`, fields);
  if (shown.trim() && !sameAddress(shown, fields.address))
    return bad(
      `Your wallet shows ${shown.trim()}. That is not the address that was signed: it was swapped on the way.`,
      fields,
    );
  const isOver = Number(fields.expires) * 1000 <= Date.now();
  return { good: true, isOver, fields, compared: shown.trim() !== "" };
}

function bad(why, fields) {
  return { good: false, why, fields };
}

let round = 0;

async function check() {
  const mine = ++round;
  const key = element("key").value.trim();
  await showFingerprint(key);
  const pasted = readPasted(element("signed").value).slice(0, MOST);
  const results = await outcome(key, pasted).catch((error) => [later(String(error))]);
  if (mine === round) element("result").replaceChildren(...results);
}

async function outcome(key, pasted) {
  if (!element("signed").value.trim())
    return [later("Paste what the payment page shows under “Signed by …”.")];
  if (!crypto.subtle)
    return [
      later(
        "This browser keeps its cryptography for safe pages. Save this page and open the file, or open it over https.",
      ),
    ];
  if (pasted.length === 0)
    return [
      verdict(
        bad("There is no signature in it. Copy all of it, to the last line, which begins with “signature:”."),
      ),
    ];
  if (!/^[0-9a-f]{64}$/.test(key))
    return [later("The public key is needed: 64 digits from 0-9 and a-f, from the shop itself.")];
  const judged = await Promise.all(pasted.map((one) => judge(one, key, element("shown").value)));
  return judged.map(verdict);
}

async function showFingerprint(key) {
  const isKey = /^[0-9a-f]{64}$/.test(key) && crypto.subtle;
  const digest = isKey ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(key))) : [];
  const hex = Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  element("fingerprint").textContent = hex.replace(/.{4}(?!$)/g, "$& ") || "–";
}

// What is shown is made of text nodes only: nothing that was pasted becomes markup.

function tag(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function later(words) {
  return tag("p", "later", words);
}

function verdict({ good, why, isOver, fields, compared }) {
  const title = good ? (isOver ? "Genuine, but its time is over" : "Genuine") : "Not genuine";
  const words = good
    ? `The key below has signed exactly this. ${isOver ? "Send nothing any more: ask the shop for a new price. " : ""}${compared ? "It is the address that your wallet shows." : "Compare the address with the one that your wallet shows, to its last letter."}`
    : `${why} Do not pay. Ask the shop, by a way that you know.`;
  const box = tag("section", good ? (isOver ? "verdict over" : "verdict good") : "verdict bad");
  box.append(tag("h2", "", title), tag("p", "", words));
  if (fields) box.append(listOf(fields, good));
  return box;
}

function listOf(fields, good) {
  const isAny = fields.units === "any";
  const until = new Date(Number(fields.expires) * 1000);
  const rows = [
    ["Shop", fields.domain === "none" ? "no website" : fields.domain],
    ["Address", grouped(fields.address)],
    ["Amount", isAny ? `any amount of ${fields.coin}` : `${fields.amount} ${fields.coin}`],
    ["Network", fields.chain === BITCOIN ? "Bitcoin" : `chain ${fields.chain}`],
    ...(/^0x(?!0{40}$)/.test(fields.token) ? [["Contract", fields.token]] : []),
    ["Held until", Number.isNaN(until.getTime()) ? fields.expires : until.toLocaleString()],
    ["Invoice", `${fields.invoice} of store ${fields.store}`],
  ];
  const list = tag("dl", "");
  if (!good) list.append(tag("p", "", "What was signed:"));
  for (const [name, value] of rows) list.append(tag("dt", "", name), tag("dd", "", value));
  return list;
}

/** In groups of four for the eye; copied, it is the address. */
function grouped(address) {
  return tag("span", "address", ...(address.match(/.{1,4}/gsu) ?? []).map((group) => tag("span", "", group)));
}

function fromLink() {
  try {
    const given = decodeURIComponent(location.hash.slice(1));
    if (given) element("signed").value = given;
  } catch {
    element("signed").value = location.hash.slice(1);
  }
}

for (const id of ["signed", "key", "shown"]) element(id).addEventListener("input", check);
addEventListener("hashchange", () => {
  fromLink();
  check();
});
fromLink();
check();
