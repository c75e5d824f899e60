// A list of steps that grows while something goes on: each is going on, done, or where it stopped. This file makes no HTML from text.

/** The steps in an empty `<ol class="steps">`; `announce` reads each one's name to those who cannot see it. */
export function stepList(steps, announce) {
  return {
    /** Shows a step while `work` lasts, and beside it what `words` makes of its result. */
    async step(name, work, words = () => undefined) {
      const [item, note] = addStep(steps, name);
      announce(name);
      try {
        const result = await work();
        note.textContent = words(result) ?? "";
        mark(item, "done");
        return result;
      } catch (error) {
        mark(item, "stopped");
        throw error;
      }
    },
    clear() {
      steps.replaceChildren();
      steps.hidden = true;
    },
  };
}

function addStep(steps, name) {
  const item = document.createElement("li");
  const [dot, words, title, note] = ["span", "span", "span", "span"].map((tag) =>
    document.createElement(tag),
  );
  dot.className = "dot";
  dot.setAttribute("aria-hidden", "true");
  [words.className, title.className, note.className] = ["step-words", "step-name", "step-note"];
  title.textContent = name;
  words.append(title, note);
  item.append(dot, words);
  steps.append(item);
  steps.hidden = false;
  mark(item, "now");
  return [item, note];
}

function mark(item, state) {
  item.className = `step is-${state}`;
  const dot = item.firstElementChild;
  dot.replaceChildren();
  if (state === "now") return;
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", state === "done" ? "#icon-check" : "#icon-cross");
  icon.setAttribute("class", "icon");
  icon.append(use);
  dot.append(icon);
}
