// SPDX-License-Identifier: MIT
// The additions of a site's pages to those of a report: the doubts on a device's page, and the text
// for the pointer's position on the portability matrix.
(() => {
  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  const [folder, file] = location.pathname.split("/").slice(-2);
  const doubts = doubtful[`${folder}/${file}`];
  if (doubts) {
    const link = element("a", { href: "../doubtful.html" }, doubts === 1 ? "1 result of this device is doubtful" : `${doubts} results of this device are doubtful`);
    document.querySelector("main").prepend(element("p", { className: "doubtful" }, link, " beside those of its relatives."));
  }

  for (const map of document.querySelectorAll("svg.heatmap")) {
    const names = Array.from(map.querySelectorAll('text[text-anchor="end"]'), (text) => text.textContent);
    const [cell, left, top] = [map.dataset.cell, map.dataset.left, map.dataset.top].map(Number);
    const words = element("p", { className: "note" });
    words.setAttribute("role", "status");
    map.parentElement.before(words);
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    frame.setAttribute("class", "pointed");
    map.addEventListener("pointermove", (event) => {
      const box = map.getBoundingClientRect();
      const scale = map.viewBox.baseVal.width / box.width;
      const row = Math.floor(((event.clientY - box.top) * scale - top) / cell);
      const column = Math.floor(((event.clientX - box.left) * scale - left) / cell);
      if (names[row] === undefined || names[column] === undefined) return;
      words.textContent = `best configs of ${names[row]}, run on ${names[column]}`;
      for (const [name, value] of Object.entries({ x: left + column * cell, y: top + row * cell, width: cell, height: cell })) frame.setAttribute(name, value);
      map.append(frame);
    });
  }
})();
