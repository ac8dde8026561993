// SPDX-License-Identifier: MIT
// The page: draws every figure and keeps one view. The controls change the view, and the address
// stores it after its #, so that a link restores it. Without scripts the tables still have the
// whole content.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const palette = 8;
  const state = { section: "", hidden: new Set(), kernel: "", problem: "", find: "", row: "", sort: new Map() };
  const view = {
    devices: data.devices,
    shown: new Set(data.devices),
    keeps: (row) => true,
    color: (device) => `var(--c${Math.max(0, data.devices.indexOf(device)) % palette})`,
    width: 480,
  };

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children.filter((child) => child != null));
    return made;
  };

  // Figures ------------------------------------------------------------------------------------

  const legend = (entries) =>
    element("div", { className: "legend" }, ...entries.map(([color, words]) => {
      const mark = color === "currentColor" ? null : element("i", {});
      if (mark) mark.style.background = color;
      return element("span", {}, mark, words);
    }));

  const panel = (heading) => ({ title, svg, legend: entries }) => {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${[heading, title].filter(Boolean).join(": ")}. The table has its figures.`);
    return element(
      "div",
      { className: "panel" },
      title ? element("h4", {}, element("bdi", {}, title)) : null,
      svg,
      entries?.length ? legend(entries) : null,
    );
  };

  // The first marks of these charts are the rows of their table, in the same order.
  const linkTo = (row) => `#${row.closest(".question")?.id ?? ""}&row=${row.dataset.name}`;
  const linkMarks = (figure, drawing) => {
    const table = figure.closest("section").querySelector("table[data-name]");
    for (const row of table ? tables.rowsOf(table) : []) {
      const mark = drawing.rows[Number(row.dataset.row)];
      if (mark) Object.assign(mark, { link: linkTo(row), chosen: row.dataset.name === state.row });
    }
  };

  const figures = Array.from(document.querySelectorAll("figure[data-drawing]"));
  const drawFigure = (figure) => {
    const drawing = data.drawings[Number(figure.dataset.drawing)];
    const heading = figure.closest("section").querySelector("h3").textContent;
    if (["rates", "rooflines", "fronts"].includes(drawing.kind)) linkMarks(figure, drawing);
    figure.replaceChildren(...charts[drawing.kind](drawing, view).map(panel(heading)));
  };
  const measure = () => {
    const page = document.querySelector("main").clientWidth;
    view.width = Math.max(280, page > 1000 ? Math.floor((page - 32) / 2) : page);
  };

  // One figure after the other, so that the page stays responsive.
  let waiting = [];
  const drawNext = () => {
    if (waiting.length === 0) {
      if (document.documentElement.dataset.ready !== "yes") performance.mark("ready");
      document.documentElement.dataset.ready = "yes";
      return;
    }
    drawFigure(waiting.shift());
    setTimeout(drawNext);
  };
  const draw = () => {
    measure();
    const idle = waiting.length === 0;
    waiting = [...figures];
    document.documentElement.dataset.ready = "no";
    if (idle) setTimeout(drawNext);
  };
  const drawRest = () => {
    for (const figure of waiting.splice(0)) drawFigure(figure);
  };

  // The view -----------------------------------------------------------------------------------

  const counted = element("output", {});
  const apply = () => {
    view.shown = new Set(data.devices.filter((device) => !state.hidden.has(device)));
    view.keeps = (row) => ["kernel", "case"].every((key) => {
      const wanted = state[key === "case" ? "problem" : key];
      return wanted === "" || row[key] === undefined || row[key] === wanted;
    });
    const [left, all] = tables.filter({ ...state, find: state.find.toLowerCase().split(/\s+/).filter(Boolean) });
    counted.textContent = left < all ? `${left} of ${all} rows` : "";
    draw();
  };

  // "#fastest&kernel=gemm_mma&sort=NAME:time_ns:down"
  const written = () => {
    const words = new URLSearchParams();
    for (const key of ["kernel", "problem", "find", "row"]) if (state[key]) words.set(key, state[key]);
    for (const device of state.hidden) words.append("hide", device);
    for (const [name, [key, down]] of state.sort) words.append("sort", `${name}:${key}:${down ? "down" : "up"}`);
    const rest = words.toString();
    return `#${state.section}${rest ? `&${rest}` : ""}`;
  };
  const remember = () => history.replaceState(null, "", written() === "#" ? location.pathname + location.search : written());

  const read = () => {
    const [section, ...rest] = location.hash.slice(1).split("&");
    const words = new URLSearchParams(rest.join("&"));
    state.section = document.getElementById(section)?.classList.contains("question") ? section : "";
    for (const key of ["kernel", "problem", "find", "row"]) state[key] = words.get(key) ?? "";
    state.hidden = new Set(words.getAll("hide").filter((device) => data.devices.includes(device)));
    state.sort = new Map(words.getAll("sort").map((word) => word.split(":")).map(([name, key, way]) => [name, [key, way === "down"]]));
  };
  // The row of the link: marked, scrolled into view, and its table open.
  const showRow = () => {
    for (const row of document.querySelectorAll("tr.chosen")) row.classList.remove("chosen");
    const row = tables.rowNamed(state.row);
    if (!row) return;
    row.classList.add("chosen");
    const folded = row.closest("details");
    if (folded) folded.open = true;
    row.scrollIntoView({ block: "center" });
  };
  const goTo = (section) => document.getElementById(section)?.scrollIntoView();

  // Controls -----------------------------------------------------------------------------------

  const changed = () => {
    apply();
    remember();
  };
  const deviceBox = (device) => {
    const box = element("input", { type: "checkbox", value: device });
    box.addEventListener("change", () => {
      state.hidden[box.checked ? "delete" : "add"](device);
      changed();
    });
    const swatch = element("span", { className: "swatch" });
    swatch.style.setProperty("--color", view.color(device));
    return element("label", {}, box, swatch, element("bdi", {}, device));
  };
  const choice = (key) => {
    const values = tables.valuesOf(key);
    const list = element("select", { id: `choose-${key}` }, element("option", { value: "" }, `every ${key}`), ...values.map((value) => element("option", { value }, value)));
    list.setAttribute("aria-label", key);
    list.addEventListener("change", () => {
      state[key] = list.value;
      changed();
    });
    list.hidden = values.length < 2;
    return list;
  };
  const find = element("input", { type: "search", id: "find", placeholder: "search the tables" });
  find.setAttribute("aria-label", "search the tables");
  find.addEventListener("input", () => {
    state.find = find.value;
    changed();
  });

  // A column's title is a button that cycles: up, down, and the report's order.
  const sortButton = (table, column) => {
    const button = element("button", { type: "button", title: "sort" }, ...column.childNodes);
    button.addEventListener("click", () => {
      const [key, down] = state.sort.get(table.dataset.name) ?? [];
      if (key !== column.dataset.key) state.sort.set(table.dataset.name, [column.dataset.key, false]);
      else if (!down) state.sort.set(table.dataset.name, [key, true]);
      else state.sort.delete(table.dataset.name);
      sortTable(table);
      remember();
    });
    column.append(button);
  };
  const sortTable = (table) => tables.sort(table, ...(state.sort.get(table.dataset.name) ?? []));
  const saveButton = (table, words, type, render) => {
    const button = element("button", { type: "button" }, words);
    button.setAttribute("aria-label", `save ${table.dataset.name} as ${words}`);
    button.addEventListener("click", () => tables.save(`${table.dataset.name}.${words.toLowerCase()}`, type, render(table)));
    return button;
  };
  const equip = (table) => {
    tables.rowsOf(table).forEach((row, index) => {
      row.dataset.row = index;
      tables.name(table, row);
      const link = element("a", { className: "row-link", href: linkTo(row) });
      link.setAttribute("aria-label", "link to this row");
      row.cells[0].append(link);
    });
    for (const column of tables.columnsOf(table)) sortButton(table, column);
    const save = element("p", { className: "save" }, "Save as ", saveButton(table, "CSV", "text/csv", tables.csv), saveButton(table, "JSON", "application/json", tables.json));
    table.parentElement.after(save);
  };

  const controls = document.getElementById("controls");
  const boxes = data.devices.map(deviceBox);
  tables.all().forEach(equip);
  const lists = ["kernel", "problem"].map(choice);
  controls.replaceChildren(...boxes, element("div", { className: "filters" }, ...lists, find, counted));
  controls.hidden = tables.all().length === 0;

  // Updates the controls and tables from the state.
  const restore = () => {
    read();
    for (const label of boxes) label.firstChild.checked = !state.hidden.has(label.firstChild.value);
    for (const list of lists) {
      const key = list.id.replace("choose-", "");
      list.value = state[key];
      if (list.selectedIndex < 0) list.value = state[key] = "";
    }
    find.value = state.find;
    tables.all().forEach(sortTable);
    apply();
    if (state.section) goTo(state.section);
    showRow();
  };
  // A link to a row keeps the rest of the view.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.row-link, figure svg a");
    if (!link) return;
    event.preventDefault();
    const address = link.getAttribute("href") ?? link.getAttributeNS("http://www.w3.org/1999/xlink", "href");
    const [section, words] = address.slice(1).split("&row=");
    [state.section, state.row] = [section, words];
    remember();
    draw();
    showRow();
  });
  for (const link of document.querySelectorAll("nav a"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      state.section = link.hash.slice(1);
      remember();
      goTo(state.section);
    });
  addEventListener("hashchange", restore);

  // Tables below a chart start closed.
  for (const table of document.querySelectorAll("figure ~ details")) table.open = false;

  // On paper the main table, of the best configs, is open, and other long ones are closed.
  let opened = [];
  addEventListener("beforeprint", () => {
    drawRest();
    const all = [...document.querySelectorAll("details")];
    opened = all.map((table) => [table, table.open]);
    for (const table of all) table.open = table.dataset.main !== undefined;
  });
  addEventListener("afterprint", () => opened.forEach(([table, open]) => (table.open = open)));

  restore();
  let width = document.querySelector("main").clientWidth;
  new ResizeObserver(() => {
    const now = document.querySelector("main").clientWidth;
    if (now === width) return;
    width = now;
    draw();
  }).observe(document.querySelector("main"));
})();
