// SPDX-License-Identifier: MIT
// Inspects a report from inside: its elements, the agreement of charts, tables and database, and
// the function of tooltips and the filter. Returns a line for each check.
(async () => {
  const lines = [];
  const check = (what, holds, seen) => lines.push(`${holds ? "ok" : "FAILED"} ${what}${holds ? "" : `: ${seen}`}`);
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const rest = (ms) => new Promise((done) => setTimeout(done, ms));
  const near = (a, b, tolerance = 0.01) => Math.abs(a - b) <= tolerance * Math.abs(b);

  // The page draws after a change; it learns its width at the next frame.
  const frame = () => new Promise(requestAnimationFrame);
  const drawn = async () => {
    await frame();
    await frame();
    while (document.documentElement.dataset.ready !== "yes") await rest(20);
  };
  const goTo = async (address) => {
    const arrived = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = address;
    await arrived;
    await drawn();
  };
  await drawn();

  const data = JSON.parse(document.getElementById("data").textContent);
  const drawingsOf = (kind) => data.drawings.filter((drawing) => drawing.kind === kind);
  const figureOf = (kind) => document.querySelector(`figure[data-drawing="${data.drawings.findIndex((d) => d.kind === kind)}"]`);

  const questions = ["verdict", "fastest", "limit", "gain", "portability", "importance", "search", "devices"];
  for (const name of questions)
    check(`section ${name}`, all(`section#${name} > h2`).length === 1 && document.querySelector(`section#${name} > .answer`).textContent.length > 5, "missing");

  for (const figure of all("figure[data-drawing]")) {
    const drawing = data.drawings[Number(figure.dataset.drawing)];
    const svgs = all("svg", figure).filter((svg) => !svg.closest("[aria-label=tip]"));
    check(`${drawing.kind} is drawn`, drawing.rows.length === 0 || svgs.length > 0, "no svg");
    check(`${drawing.kind} has no number that is none`, !figure.innerHTML.includes("NaN"), "NaN");
  }

  // The tables agree with another format of the same report.
  const tables = (report.sections ?? []).flatMap((section) => section.tables);
  const shown = all("table").map((table) => all("tbody tr", table).length);
  check("tables have the report's rows", tables.length === 0 || tables.map((t) => t.rows.length).join() === shown.join(), shown.join());

  // Points stand at their rates, read back through the chart's own scale.
  for (const drawing of drawingsOf("rates").slice(0, 1)) {
    const table = tables.find((one) => one.title === "The best config of each device");
    const exact = new Set(table.rows.map((row) => row.time_ns));
    check("each best of the database is in the chart", drawing.rows.length === exact.size || drawing.rows.length === table.rows.length, drawing.rows.length);
    for (const panel of all(".panel", figureOf("rates"))) {
      const rows = drawing.rows.filter((row) => row.panel === panel.querySelector("h4").textContent);
      const svg = panel.querySelector("svg");
      const circles = all('g[aria-label="dot"] circle', svg);
      if (circles.length === 0) continue;
      const rates = circles.map((circle) => svg.scale("y").invert(Number(circle.getAttribute("cy"))));
      check(`points of ${rows[0].panel}`, rows.every((row) => rates.some((rate) => near(rate, row.rate))), rates.join());
      const fromTable = table.rows.filter((row) => rows.some((r) => r.case === row.problem)).map((row) => row.rate_per_s);
      if (rows[0].unit !== "1/s") check(`rates of ${rows[0].panel} are the table's`, rows.every((row) => fromTable.some((rate) => near(rate, row.rate, 1e-9))), fromTable.join());
    }
  }

  const front = figureOf("fronts");
  if (front) {
    const links = all('g[aria-label="dot"] a', front).map((a) => a.getAttribute("href") ?? a.getAttributeNS("http://www.w3.org/1999/xlink", "href"));
    check("each point of a front leads to its row", links.length > 0 && links.every((link) => link.startsWith("#energy&row=")), links.join());
    check("a front is drawn as a line", all('g[aria-label="line"] path', front).length > 0, "no line");
  }

  // A pointer over a mark shows its tooltip.
  const marks = all('figure svg g[aria-label="dot"] circle, figure svg g[aria-label="bar"] rect');
  if (marks.length > 0) {
    const mark = marks[0];
    const svg = mark.ownerSVGElement;
    const box = mark.getBoundingClientRect();
    const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, pointerType: "mouse", bubbles: true };
    svg.dispatchEvent(new PointerEvent("pointerenter", at));
    svg.dispatchEvent(new PointerEvent("pointermove", at));
    await rest(200);
    const words = all('[aria-label="tip"]', svg).map((tip) => tip.textContent).join("");
    check("a tooltip says which device", data.devices.some((device) => words.includes(device.slice(0, 12))), words);
    svg.dispatchEvent(new PointerEvent("pointerleave", at));
  }

  // The filter removes a device from charts and tables, and restores it.
  const boxes = all("#controls input[type=checkbox]");
  check("a switch for each device", boxes.length === data.devices.length, boxes.length);
  if (boxes.length > 1) {
    const count = () => all("figure svg circle, figure svg rect").length;
    const visible = () => all("tr[data-devices]").filter((row) => !row.hidden).length;
    const before = [count(), visible()];
    boxes[0].click();
    await drawn();
    check("a device goes", count() < before[0] && visible() < before[1], [count(), visible(), ...before].join());
    const left = all("tr[data-devices]").filter((row) => !row.hidden && JSON.parse(row.dataset.devices).includes(data.devices[0]));
    check("no row of it is left", left.length === 0, left.length);
    boxes[0].click();
    await drawn();
    check("and comes back", count() === before[0] && visible() === before[1], [count(), visible(), ...before].join());
  }

  const names = all("[id]").map((one) => one.id);
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  check("no two elements have one name", twice.length === 0, twice.join());

  await checkTables({ all, check, drawn, goTo, tables });
  await checkReading({ all, check, drawn });
  await checkLinks({ all, check, drawn, goTo });
  const script = all("script").length;
  check("no element came out of a name", script <= 6 && all("b, img, iframe").length === 0, script);
  check("no fault was told", window.faults.length === 0, window.faults.join("; "));
  const ready = performance.getEntriesByName("ready")[0]?.startTime ?? NaN;
  check(`ready after ${Math.round(ready)} ms, ${Math.round(document.documentElement.outerHTML.length / 1024)} KiB`, document.documentElement.dataset.ready === "yes", "not ready");

  return lines.join("\n");
})();
