// SPDX-License-Identifier: MIT
// The legibility of the page: on paper, at 400 px, with a keyboard and a screen reader.
const checkReading = async ({ all, check, drawn }) => {
  const svgs = () => all(".panel > svg");
  check("each chart has words for who does not see it", svgs().every((svg) => svg.getAttribute("role") === "img" && svg.getAttribute("aria-label").length > 20), "no label");
  const controls = all("button, select, input, summary, a[href]");
  const nameless = controls.filter((one) => !(one.textContent.trim() || one.getAttribute("aria-label") || one.closest("label")?.textContent));
  check("each control has a name", nameless.length === 0, nameless.map((one) => one.outerHTML).join().slice(0, 300));
  check("each control takes the keyboard", controls.every((one) => one.tabIndex >= 0), "tabindex");
  check("what scrolls takes the keyboard", all(".scroll").every((one) => one.tabIndex === 0 && one.getAttribute("aria-label")), "tabindex");
  check("titles of columns are said to be", all("th").every((one) => one.scope === "col"), "scope");

  // Labels of an axis do not overlap, and nothing is wider than the window.
  const meeting = () =>
    all('[aria-label="x-axis tick label"]').filter((axis) => {
      const boxes = Array.from(axis.querySelectorAll("text"), (text) => text.getBoundingClientRect()).sort((a, b) => a.left - b.left);
      return boxes.some((box, i) => i > 0 && box.left < boxes[i - 1].right && box.top < boxes[i - 1].bottom);
    });
  const words = (axes) => axes.map((axis) => `${axis.closest("section").querySelector("h3").textContent}: ${axis.textContent}`).join("; ").slice(0, 400);
  check("labels do not meet", meeting().length === 0, words(meeting()));
  document.body.style.width = "400px";
  await drawn();
  check("charts fit 400 px", svgs().every((svg) => svg.getBoundingClientRect().width <= 400), Math.max(...svgs().map((svg) => svg.getBoundingClientRect().width)));
  check("labels do not meet at 400 px", meeting().length === 0, words(meeting()));
  // Text in the cells of a matrix stays in its cell, and each device has a distinct name.
  const matrices = all("figure[data-kind=matrices] .panel > svg");
  const wide = matrices.flatMap((svg) => {
    const cell = Math.min(...all('[aria-label="cell"] rect', svg).map((rect) => rect.getBoundingClientRect().width));
    return all('[aria-label="text"] text', svg).filter((text) => text.getBoundingClientRect().width > cell + 6);
  });
  check("words fit into the cells of a matrix", wide.length === 0, wide.map((text) => text.textContent).join());
  const names = ["x", "y"].flatMap((axis) => matrices.map((svg) => all(`[aria-label="${axis}-axis tick label"] text`, svg).map((text) => Array.from(text.childNodes, (node) => node.nodeName === "title" ? "" : node.textContent).join(""))));
  check("devices of a matrix are told apart", names.every((some) => new Set(some).size === some.length), names.join("; "));
  document.body.style.width = "";
  await drawn();

  // On paper the main table of any length is open, and other long ones are closed.
  const open = () => all("details").map((one) => one.open).join();
  const before = open();
  dispatchEvent(new Event("beforeprint"));
  check("the main table is printed", all("details[data-main]").every((one) => one.open), "closed");
  const verdict = document.querySelector('table[data-name="verdict-each_device_and_routine"]')?.closest("details");
  check("the verdict is printed", !verdict || verdict.open, "closed");
  check("other long tables are not", all("details:not([data-main])").every((one) => !one.open), "open");
  dispatchEvent(new Event("afterprint"));
  check("after printing all is as before", open() === before, open());
};
