#!/usr/bin/env python3
"""Checks a proof pack of Crosstill (docs/reference/proof-format.md) and asks nobody. Exits with 1 and the first thing that is wrong.
python3 verify_proof.py <pack.json|-> [--key <the gateway's public key, 64 hex digits>]"""
import hashlib, json, sys
P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # of ed25519, RFC 8032
D, ROOT = -121665 * pow(121666, -1, P) % P, pow(2, (P - 1) // 4, P)
BECH32, BASE58 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
PREFIX = {"mainnet": "bc", "testnet": "tb", "testnet4": "tb", "signet": "tb", "regtest": "bcrt"}
EASIEST = {"mainnet": 0x020000 << 8 * 21}  # less work than that is not Bitcoin's; on test networks any is taken
TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"  # topic of an ERC-20 transfer
def need(holds, sentence):
    if not holds: raise ValueError(sentence)
def unhex(text, size=None):
    is_right = bytes.fromhex(text).hex() == text and size in (None, len(text) // 2)
    return need(is_right, "Not lower-case hex of the right length: %.80s" % text) or bytes.fromhex(text)
def hash256(data): return hashlib.sha256(hashlib.sha256(data).digest()).digest()
def read_json(text):
    def once(pairs): return need(len(dict(pairs)) == len(pairs), "A name stands twice in an object.") or dict(pairs)
    def whole(number): need(False, "Only whole numbers stand in a pack, not %s." % number)
    return json.loads(text, object_pairs_hook=once, parse_float=whole, parse_constant=whole)
def canonical(value): return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
def add(p, q):  # points of the curve as (X, Y, Z, T), RFC 8032 section 5.1.4
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0]), 2 * D * p[3] * q[3], 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P
def times(n, p, total=(0, 1, 1, 0)):
    while n: total, p, n = add(total, p) if n & 1 else total, add(p, p), n >> 1
    return total
def point(data):
    sign, y = data[31] >> 7, int.from_bytes(data, "little") & 2**255 - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    x = root if (root * root - square) % P == 0 else root * ROOT % P
    need(y < P and (x * x - square) % P == 0 and (x or not sign), "A key or a signature is no point of the curve.")
    return (x, y, 1, x * y % P) if x & 1 == sign else (P - x, y, 1, -x * y % P)
def is_signed(key, text, signature):
    key, signature = unhex(key, 32), unhex(signature, 64)
    s, hashed = int.from_bytes(signature[32:], "little"), hashlib.sha512(signature[:32] + key + text.encode())
    right = add(point(signature[:32]), times(int.from_bytes(hashed.digest(), "little") % ORDER, point(key)))
    left = times(s, point((4 * pow(5, -1, P) % P).to_bytes(32, "little")))
    return s < ORDER and all((left[at] * right[2] - right[at] * left[2]) % P == 0 for at in (0, 1))

def script_of(address, network):  # of bech32, bech32m (BIP 173, 350) or base58; checksums are for those who type
    name, _, data = address.rpartition("1")
    if name == PREFIX[network]:
        version, *values = [BECH32.index(letter) for letter in data[:-6]]
        bits = "".join("{:05b}".format(value) for value in values)
        program = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))
        return bytes([version and version + 0x50, len(program)]) + program
    data = sum(BASE58.index(letter) * 58**at for at, letter in enumerate(reversed(address))).to_bytes(25, "big")
    of_key, of_script = (0, 5) if network == "mainnet" else (111, 196)
    return {of_key: b"\x76\xa9\x14%b\x88\xac", of_script: b"\xa9\x14%b\x87"}[data[0]] % data[1:21]
def read_transaction(raw):  # its txid, and its outputs as (script, sats)
    start = at = 6 if raw[4:6] == b"\0\1" else 4  # behind the mark of a transaction with witnesses
    def take(size):
        nonlocal at
        at += size
        need(at <= len(raw), "A transaction is cut off.")
        return raw[at - size : at]
    def number(size): return int.from_bytes(take(size), "little")
    def count(): return (lambda first: first if first < 253 else number(2 << first - 253))(number(1))
    inputs = [(take(36), take(count()), take(4)) for _ in range(count())]
    outputs = [(number(8), take(count())) for _ in range(count())]
    body = raw[:4] + raw[start:at]
    for _ in inputs if start == 6 else (): [take(count()) for _ in range(count())]
    txid = hash256(body + take(4))[::-1].hex()
    need(at == len(raw) and len(body) != 60, "Something stands behind a transaction, or it is two hashes.")
    return txid, [(script, str(sats)) for sats, script in outputs]
def check_block(block, txid, network):  # gives the hash of the block
    node, index, headers = unhex(txid)[::-1], block["index"], [unhex(header, 80) for header in block["headers"]]
    for beside in (unhex(shown, 32)[::-1] for shown in block["branch"]):
        node, index = hash256(beside + node if index & 1 else node + beside), index >> 1
    need(index == 0 and node == headers[0][36:68], "The branch of %s does not lead to its block's merkle root." % txid)
    for at, header in enumerate(headers):
        need(at == 0 or header[4:36] == hash256(headers[at - 1]), "The headers above %s are not linked." % txid)
        work, target = (int.from_bytes(part, "little") for part in (hash256(header), header[72:75]))
        target = (target & 0x7FFFFF) << 8 * (header[75] - 3)
        need(work <= target <= EASIEST.get(network, target), "A header above %s has too little work." % txid)
    return hash256(headers[0])[::-1].hex()
def evm_payments(evidence, currency, to):  # as (what names it in its transaction, amount); a log has two names
    value, log = evidence.get("value"), evidence.get("log")
    if value: return [("value", value["amount"])] if [value["to"], int(currency, 16)] == [to.lower(), 0] else []
    (event, sender, receiver), amount = log["topics"], str(int(log["data"], 16))
    told = "transfer %s 0x%s 0x%s %s" % (log["address"], sender[26:], receiver[26:], amount)
    part = "%d:%s" % (log["place"], hashlib.sha256(told.encode()).hexdigest()[:32])
    is_its = [log["address"], event, receiver] == [currency.lower(), TRANSFER, "0x%064x" % int(to, 16)]
    return [(part, amount), (str(log["logIndex"]), amount)] if is_its else []
def check_payment(kind, one, network):  # gives a line of the report
    payment, evidence, what = one["payment"], one["evidence"], "%s of %s" % (kind, one["outpoint"])
    if "unavailable" in evidence: return "NOT CHECKED, %s: %s" % (what, evidence["unavailable"])
    if evidence["kind"] == "bitcoin":
        txid, outputs = read_transaction(unhex(evidence["transaction"]))
        script = script_of(payment["to"], network)
        paid = [(str(at), sats) for at, (other, sats) in enumerate(outputs) if other == script]
    else: txid, paid = evidence["transactionHash"], evm_payments(evidence, payment["currency"], payment["to"])
    shown = [(payment.get("part", name), payment.get("amount", units)) == (name, units) for name, units in paid]
    need(txid == payment["txHash"].lower() and any(shown), "The evidence does not show the %s." % what)
    if evidence["kind"] == "evm": return "By a node's word, %s: block %d" % (what, evidence["blockNumber"])
    block = evidence["block"]
    if "unavailable" in block: return "NOT CHECKED, the block of %s: %s" % (what, block["unavailable"])
    found = check_block(block, txid, network)
    need(found == payment.get("blockHash", found), "The %s is in block %s." % (what, found))
    return "By the work of %d block(s) of %s, %s: %s" % (len(block["headers"]), network, what, found)
def check(pack, key=None):  # gives the lines of the report
    body, seal = {name: pack[name] for name in pack if name != "signature"}, pack["signature"]
    own, invoice, digest = body["publicKey"], body["invoice"], hashlib.sha256(canonical(body)).hexdigest()
    sealed = dict(algorithm="ed25519", publicKey=own, digest=digest, signature=seal["signature"])
    need(seal == sealed, "The pack was changed: its digest is %s." % digest)
    need(body["schema"] == "crosstill-proof-v1" and key in (None, own), "Another form, or another key's: %s." % own)
    need(is_signed(own, "crosstill-proof-v1\nsha256: " + digest, seal["signature"]), "The signature is wrong.")
    quoted, offers, arrived, paid = {quote["id"]: quote["input"] for quote in body["quotes"]}, {}, {}, 0
    network, agreed = body["network"], [invoice["settlement"][name] for name in ("chainId", "currency", "recipient")]
    for offer in body["offers"]:
        text, units = offer["signed"]["text"], "any" if invoice["topUp"] else offer["input"]
        named = dict(address=offer["depositAddress"], units=units, token=offer["currency"], chain=offer["chainId"])
        for line in dict(named, invoice=invoice["id"]).items():
            need("\n%s: %s\n" % line in text, "An offer is not what was signed: %s: %s." % line)
        need(is_signed(own, text, offer["signed"]["signature"]), "The signature of an offer is wrong.")
        need(quoted.get(offer["quoteId"], offer["input"]) == offer["input"], "An offer is not what was quoted.")
        place = offer["chainId"], offer["currency"].lower(), offer["depositAddress"]
        offers.setdefault(place, []).append([int(offer[name]) for name in ("input", "covers", "floor")])
    report = ["Signed by the key that you gave." if key else "SIGNED BY THE KEY THAT CAME ALONG: compare " + own]
    for kind, name in (("deposit", "outpoint"), ("settlement", "proof"), ("refund", "outpoint")):
        report += [check_payment(kind, one, network) for one in body[kind + "s"]]
        need(len({one[name].lower() for one in body[kind + "s"]}) == len(body[kind + "s"]), "A %s twice." % kind)
    for one in body["settlements"]:
        payment, terms = one["payment"], [one["payment"][name] for name in ("chainId", "currency", "to")]
        name = "%d:%s:%s" % (payment["chainId"], payment.get("txHash", "").lower(), payment.get("part"))
        arrived[one["outpoint"]] = int(payment.get("amount", 0))
        need(terms == agreed and ("part" not in payment or name == one["proof"]), "A settlement is not as agreed.")
    for one in body["deposits"]:
        payment, came, credit, floor = one["payment"], arrived.get(one["outpoint"], 0), int(one["credit"]), int(one["floor"])
        place, units = (payment["chainId"], payment["currency"].lower(), payment["to"]), int(payment["amount"])
        prices = [(1, 0, 0)] if "mismatch" in one else offers.get(place, ())
        is_part = "appraised" in one and all(units != due for due, *_ in prices)
        promised = {(-(-units * covers // due), units * least // due) for due, covers, least in prices}  # up, and down
        fits = is_part and any(credit <= most and floor <= max(credit, least) for most, least in promised)
        need(fits or (credit, floor) in promised, "A deposit has another price than was promised.")
        is_worth = int(one["countsFor"]) in {0, credit, came, credit * came // (floor or 1)}  # or in proportion
        need(is_worth and one["outpoint"] == payment["txHash"] + ":" + payment["part"], "A deposit counts for more.")
        paid += int(one["countsFor"]) if one["state"] != "failed" else 0
    need(str(paid) == invoice["paid"], "The deposits pay %d units, not %s." % (paid, invoice["paid"]))
    return report + ["Invoice %s: %s, paid %d of %s units" % (invoice["id"], invoice["state"], paid, invoice["due"])]

if __name__ == "__main__":
    try:
        place, key = sys.argv[1], sys.argv[3] if sys.argv[2:3] == ["--key"] else None
        print("\n".join(check(read_json((sys.stdin.buffer if place == "-" else open(place, "rb")).read()), key)))
    except Exception as wrong:
        sys.exit("WRONG: %s" % (wrong if isinstance(wrong, ValueError) else "This is no proof pack (%r)." % wrong))
