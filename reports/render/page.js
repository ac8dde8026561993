// SPDX-License-Identifier: MIT
// The page: reads its own data, draws every figure, and draws again when devices are switched or the
// window changes. Without it the tables are all there is, and all there is to know.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const palette = 8;
  const view = {
    devices: data.devices,
    shown: new Set(data.devices),
    color: (device) => `var(--c${Math.max(0, data.devices.indexOf(device)) % palette})`,
    width: 480,
  };

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children.filter((child) => child != null));
    return made;
  };

  const legend = (entries) =>
    element("div", { className: "legend" }, ...entries.map(([color, words]) => {
      const mark = color === "currentColor" ? null : element("i", {});
      if (mark) mark.style.background = color;
      return element("span", {}, mark, words);
    }));

  const panel = ({ title, svg, legend: entries }) =>
    element(
      "div",
      { className: "panel" },
      title ? element("h4", {}, element("bdi", {}, title)) : null,
      svg,
      entries?.length ? legend(entries) : null,
    );

  const draw = () => {
    const page = document.querySelector("main").clientWidth;
    view.width = Math.max(320, page > 1000 ? Math.floor((page - 32) / 2) : page);
    for (const figure of document.querySelectorAll("figure[data-drawing]")) {
      const drawing = data.drawings[Number(figure.dataset.drawing)];
      figure.replaceChildren(...charts[drawing.kind](drawing, view).map(panel));
    }
  };

  const hideRows = () => {
    for (const row of document.querySelectorAll("tr[data-devices]"))
      row.hidden = !JSON.parse(row.dataset.devices).every((device) => view.shown.has(device));
  };

  const choice = (device) => {
    const box = element("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => {
      view.shown[box.checked ? "add" : "delete"](device);
      hideRows();
      draw();
    });
    const swatch = element("span", { className: "swatch" });
    swatch.style.setProperty("--color", view.color(device));
    return element("label", {}, box, swatch, element("bdi", {}, device));
  };

  const filter = document.getElementById("devices");
  filter.replaceChildren(...data.devices.map(choice));
  filter.hidden = data.devices.length === 0;
  // What is drawn need not be read at once.
  for (const table of document.querySelectorAll("figure ~ details")) table.open = false;

  let width = 0;
  new ResizeObserver(() => {
    const now = document.querySelector("main").clientWidth;
    if (now === width) return;
    width = now;
    draw();
  }).observe(document.querySelector("main"));
  draw();
  document.documentElement.dataset.ready = "yes";
  performance.mark("ready");
})();
