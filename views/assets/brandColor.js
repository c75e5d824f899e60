// Beside the field of a store's colour: a picker, and the page in that colour at once, by the stylesheet that payers will get.
const field = document.getElementById("brand-color");
const picker = document.getElementById("brand-picker");
const style = document.createElement("link");
style.rel = "stylesheet";

function show() {
  if (!/^#[0-9a-f]{6}$/i.test(field.value)) return;
  picker.value = field.value.toLowerCase();
  style.href = `/brand/${field.value.slice(1).toLowerCase()}.css`;
  if (!style.isConnected) document.head.append(style);
}

picker.addEventListener("input", () => {
  field.value = picker.value;
  show();
});
field.addEventListener("input", show);
if (/^#[0-9a-f]{6}$/i.test(field.value)) picker.value = field.value.toLowerCase();
picker.hidden = false;
