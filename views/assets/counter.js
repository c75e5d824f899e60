// The counter's running total, keypad and steps. Everything can be charged without this file; what it computes is shown, and the
// server computes the sale again. Amounts are whole numbers of smallest units (BigInt).

const form = document.getElementById("counter");
const { currency } = form.dataset;
const decimals = Number(form.dataset.decimals);
const texts = JSON.parse(form.dataset.texts);
const language = document.documentElement.lang === "ar" ? "ar-u-nu-latn" : document.documentElement.lang;
const numbers = new Intl.NumberFormat(language, {
  minimumFractionDigits: decimals,
  maximumFractionDigits: decimals,
});
const charge = document.getElementById("charge");
const chargeWords = charge.textContent;
const amount = document.getElementById("amount");
let isSent = false;

form.addEventListener("input", showTotal);
form.addEventListener("click", onClick);
form.addEventListener("submit", onSubmit);
addEventListener("pageshow", () => {
  isSent = false; // after a step back
  showTotal();
});
showTotal();

function onClick({ target }) {
  const step = target.closest("[data-step]");
  const key = target.closest("[data-key]");
  if (step) add(step.closest(".good"), Number(step.dataset.step));
  else if (key) press(key.dataset.key);
  else if (target.closest(".good-what, .good-picture")) add(target.closest(".good"), 1);
  else return;
  showTotal();
}

function add(good, by) {
  const count = good.querySelector("input");
  if (!count) return; // out of stock
  const next = Math.min(Number(count.max), Math.max(0, (Number(count.value) || 0) + by));
  count.value = next === 0 ? "" : String(next);
}

function press(key) {
  const { value } = amount;
  if (key === "delete") amount.value = value.slice(0, -1);
  else if (key === "." && value.includes(".")) return;
  else if (value.includes(".") && value.split(".")[1].length >= decimals) return;
  else amount.value = key === "." && value === "" ? "0." : value + key;
}

/** A second tap must not charge again; the server would not either. */
function onSubmit(event) {
  if (isSent) return event.preventDefault();
  document.getElementById("shown-total").value = String(total() ?? "");
  isSent = true;
  charge.disabled = true;
}

function showTotal() {
  for (const good of form.querySelectorAll(".good"))
    good.classList.toggle("is-picked", Number(good.querySelector("input")?.value) > 0);
  const sum = total();
  const shown = sum === undefined ? "…" : `${numbers.format(asDecimal(sum))} ${currency}`;
  document.getElementById("total").textContent = shown;
  charge.disabled = isSent || sum === 0n; // what is no number the server explains
  charge.textContent = sum ? texts["pos.charge"].replace("{amount}", shown) : chargeWords;
}

/** In smallest units; undefined while what is typed is no number. Rounded as the server does: discount and tip down. */
function total() {
  const goods = [...form.querySelectorAll(".good")].map(
    (good) => BigInt(good.dataset.units) * whole(good.querySelector("input")?.value),
  );
  const typed = units(amount?.value ?? "");
  const discount = whole(form.elements.discount?.value);
  if (typed === undefined || discount > 100n) return undefined;
  const subtotal = goods.reduce((sum, one) => sum + one, typed);
  const rest = subtotal - (subtotal * discount) / 100n;
  return rest + (rest * whole(form.elements.tip?.value)) / 100n;
}

function whole(text) {
  return /^\d{1,4}$/.test(text ?? "") ? BigInt(text) : 0n;
}

function units(text) {
  if (text.trim() === "") return 0n;
  const [, before, after = ""] = /^(\d+)(?:[.,](\d*))?$/.exec(text.trim()) ?? [];
  if (before === undefined || after.length > decimals) return undefined;
  return BigInt(before + after.padEnd(decimals, "0"));
}

function asDecimal(sum) {
  if (decimals === 0) return sum;
  const digits = String(sum).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
