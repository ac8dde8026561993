// SPDX-License-Identifier: MIT
// The charts of a report, by Observable Plot. One table at the end: each kind of drawing with the
// function that makes its panels, [{title, svg, legend}], from data and a view: which devices are
// shown, their colors, the width. Texts go into the page as text nodes alone.
const charts = (() => {
  const prefixed = d3.format(".3~s");
  const percent = (share) => (share == null ? "–" : `${d3.format(".3~r")(100 * share)} %`);
  const times = (factor) => `${d3.format(".3~r")(factor)} ×`;
  const quantity = (value, unit) => `${prefixed(value).replace(/([a-zA-Zµ])$/, " $1")}${/[a-zA-Zµ]$/.test(prefixed(value)) ? "" : " "}${unit}`;
  const seconds = (value) => (value < 100 ? `${d3.format(".2~r")(value)} s` : `${Math.round(value)} s`);

  // 1024 as 1024, 1048576 as 1Mi, 4000000 as 4M.
  const extent = (size) => {
    const whole = Math.round(size);
    if (whole >= 1 << 20 && whole % (1 << 20) === 0) return `${whole / (1 << 20)}Mi`;
    if (whole > 1 << 13 && whole % (1 << 10) === 0) return `${whole / (1 << 10)}Ki`;
    return whole < 10000 ? `${whole}` : prefixed(whole);
  };

  const shown = (rows, view) => rows.filter((row) => view.shown.has(row.device));
  const panels = (rows, make) =>
    Array.from(d3.group(rows, (row) => row.panel), ([title, some]) => ({ title, ...make(some) }));
  const colors = (view) => ({ domain: view.devices, range: view.devices.map(view.color) });
  const pointed = (rows, channels, title) =>
    Plot.tip(rows, Plot.pointer({ ...channels, title, fontSize: 12, lineWidth: 34 }));

  const plot = (view, options, marks) =>
    Plot.plot({
      width: view.width,
      height: 280,
      marginLeft: 56,
      marginRight: 16,
      marginBottom: 40,
      grid: true,
      color: colors(view),
      ...options,
      marks,
    });

  // Round figures for a logarithmic axis: powers of ten, and where there are few 2 and 5 of each.
  const decades = (values) => {
    const [low, high] = d3.extent(values.filter((value) => value > 0));
    const powers = d3.range(Math.floor(Math.log10(low)), Math.ceil(Math.log10(high)) + 1);
    const steps = high / low > 300 ? [1] : [1, 2, 5];
    const all = powers.flatMap((power) => steps.map((step) => step * 10 ** power));
    return all.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  };

  // Rates --------------------------------------------------------------------------------------

  const rateWords = (row) =>
    [
      row.device,
      row.case,
      `${row.kernel}: ${quantity(row.rate, row.unit)}`,
      row.time,
      row.reference ? `CLBlast: ${quantity(row.reference, row.unit)}` : "",
      row.defaults ? `default config: ${quantity(row.defaults, row.unit)}` : "",
    ]
      .filter(Boolean)
      .join("\n");

  const rateBars = (rows, view) =>
    plot(
      view,
      {
        height: 40 + 26 * rows.length,
        marginLeft: 8,
        x: { label: rows[0].unit, tickFormat: prefixed, domain: [0, d3.max(rows, (r) => r.rate)] },
        y: { axis: null },
        grid: false,
      },
      [
        Plot.barX(rows, { x: "rate", y: (r) => r.device + r.case, fill: "device", fillOpacity: 0.85, insetTop: 1, insetBottom: 1 }),
        Plot.ruleX([0], { stroke: "currentColor", strokeOpacity: 0.4 }),
        Plot.tip(rows, Plot.pointerY({ x: "rate", y: (r) => r.device + r.case, title: rateWords, fontSize: 12 })),
      ],
    );

  const rateLines = (rows, view) => {
    const sizes = Array.from(new Set(rows.map((row) => row.size))).sort(d3.ascending);
    const references = rows.filter((row) => row.reference);
    return plot(
      view,
      {
        x: { type: "log", label: "size of the problem", ticks: sizes.length > 9 ? undefined : sizes, tickFormat: extent, grid: false },
        y: { type: "log", label: rows[0].unit, tickFormat: prefixed, ticks: decades([...rows.map((r) => r.rate), ...references.map((r) => r.reference)]) },
      },
      [
        Plot.ruleX(rows, { x: "size", y1: "low", y2: "high", stroke: "device", strokeWidth: 3, strokeOpacity: 0.4 }),
        Plot.lineY(rows, { x: "size", y: "rate", stroke: "device", strokeWidth: 2, sort: "size" }),
        Plot.dot(rows, { x: "size", y: "rate", fill: "device", r: 3.5 }),
        Plot.lineY(references, { x: "size", y: "reference", stroke: "device", strokeDasharray: "2 4", strokeOpacity: 0.7, sort: "size" }),
        Plot.dot(references, { x: "size", y: "reference", stroke: "device", symbol: "times", r: 3.5 }),
        pointed(rows, { x: "size", y: "rate" }, rateWords),
      ],
    );
  };

  const rates = (drawing, view) =>
    panels(shown(drawing.rows, view), (rows) => ({
      svg: new Set(rows.map((row) => row.size)).size > 1 ? rateLines(rows, view) : rateBars(rows, view),
      legend: rows.some((row) => row.reference) ? [["currentColor", "line: hone's best"], ["currentColor", "dashed: CLBlast"]] : [],
    }));

  // Rooflines ----------------------------------------------------------------------------------

  const precisions = ["f16", "bf16", "f32", "tf32", "f64", "i32"];
  const symbols = { domain: precisions, range: ["triangle", "star", "circle", "diamond", "square", "wye"] };

  const roofOf = (line, low, high) => {
    const knee = line.flops / line.bandwidth;
    return d3.sort([low, Math.min(Math.max(knee, low), high), high]).map((intensity) => ({
      ...line,
      intensity,
      rate: Math.min(line.flops, line.bandwidth * intensity),
    }));
  };

  // Names beside the ends of the lines; those of lines that nearly meet share one.
  const namesAtEnds = (ends) =>
    d3.sort(ends, (end) => -end.rate).reduce((names, end) => {
      const above = names[names.length - 1];
      if (above && above.rate / end.rate < 1.5) above.name += `, ${end.precision}`;
      else names.push({ ...end, name: end.precision });
      return names;
    }, []);

  const roofLegend = (lines, rows) => {
    const present = new Set(rows.map((row) => row.precision));
    const rates = d3.sort(lines, (line) => precisions.indexOf(line.precision)).map((line) => {
      const symbol = symbols.range[precisions.indexOf(line.precision)];
      const shape = present.has(line.precision) && symbol ? ` (${symbol})` : "";
      return `${line.precision}${shape}: ${quantity(line.flops, "FLOP/s")}`;
    });
    return [...rates, `memory: ${quantity(lines[0].bandwidth, "B/s")}`].map((words) => ["currentColor", words]);
  };

  const roofWords = (row) =>
    `${row.device}\n${row.case}\n${quantity(row.rate, "FLOP/s")} at ${d3.format(".3~r")(row.intensity)} FLOP per byte\n${percent(row.share)} of the ceiling`;

  const rooflines = (drawing, view) =>
    view.devices
      .filter((device) => view.shown.has(device))
      .map((device) => {
        const lines = drawing.lines.filter((line) => line.device === device);
        const rows = drawing.rows.filter((row) => row.device === device);
        if (lines.length === 0) return null;
        const knees = lines.map((line) => line.flops / line.bandwidth);
        const low = Math.min(...rows.map((row) => row.intensity), ...knees, 1) / 2;
        const high = Math.max(...rows.map((row) => row.intensity), ...knees) * 3;
        const roofs = lines.flatMap((line) => roofOf(line, low, high));
        const ends = lines.map((line) => ({ ...line, intensity: high, rate: Math.min(line.flops, line.bandwidth * high) }));
        const svg = plot(
          view,
          {
            x: { type: "log", label: "FLOP per byte", ticks: decades([low, high]), tickFormat: "~g" },
            y: { type: "log", label: "FLOP/s", ticks: decades([...roofs, ...rows].map((r) => r.rate)), tickFormat: prefixed },
            symbol: symbols,
            marginRight: 48,
          },
          [
            Plot.line(roofs, { x: "intensity", y: "rate", z: "precision", stroke: "device", strokeWidth: 1.5 }),
            Plot.text(namesAtEnds(ends), { x: "intensity", y: "rate", text: "name", textAnchor: "start", dx: 5, fill: "currentColor" }),
            Plot.dot(rows, { x: "intensity", y: "rate", symbol: "precision", fill: "device", fillOpacity: 0.75, stroke: "var(--paper)", r: 4.5 }),
            pointed(rows, { x: "intensity", y: "rate" }, roofWords),
          ],
        );
        return { title: device, svg, legend: roofLegend(lines, rows) };
      })
      .filter(Boolean);

  const sweeps = (drawing, view) =>
    panels(shown(drawing.rows, view), (rows) => ({
      svg: plot(
        view,
        { height: 220, x: { label: "elements" }, y: { label: "share of the first point", tickFormat: "%", domain: [0, d3.max(rows, (r) => Math.max(1, r.share))] } },
        [
          Plot.lineY(rows, { x: "point", y: "share", stroke: "device", strokeWidth: 2 }),
          Plot.dot(rows, { x: "point", y: "share", fill: "device", r: 3 }),
          pointed(rows, { x: "point", y: "share" }, (r) => `${r.device}\n${r.panel} ${r.point}: ${quantity(r.value, "B/s")}\n${percent(r.share)} of the first point`),
        ],
      ),
    }));

  // Landscapes and ladders -----------------------------------------------------------------------

  const marksOf = (row) => {
    if (row.defaults == null) return [];
    const at = row.points.find(([, speed]) => speed <= row.defaults) ?? row.points[row.points.length - 1];
    return [{ ...row, place: at[0], speed: row.defaults }];
  };

  const landscapes = (drawing, view) =>
    panels(shown(drawing.rows, view), (rows) => {
      const points = rows.flatMap((row) => row.points.map(([place, speed]) => ({ ...row, place, speed })));
      return {
        svg: plot(
          view,
          {
            x: { label: "configs, the fastest first", tickFormat: "%" },
            y: { label: "speed, as a share of the best", tickFormat: "%", domain: [0, 1] },
          },
          [
            Plot.lineY(points, { x: "place", y: "speed", z: (p) => p.device + p.kernel, stroke: "device", strokeWidth: 2 }),
            Plot.dot(rows.flatMap(marksOf), { x: "place", y: "speed", fill: "device", stroke: "var(--paper)", r: 5 }),
            Plot.dot(rows, { x: 0, y: 1, symbol: "star", fill: "device", r: 5 }),
            pointed(points, { x: "place", y: "speed" }, (p) => `${p.device}\n${p.case}, ${p.kernel}\n${p.count} configs\n${percent(p.speed)} of the speed of the best config`),
          ],
        ),
        legend: [["currentColor", "star: best config"], ...(rows.some((row) => row.defaults) ? [["currentColor", "dot: default config"]] : [])],
      };
    });

  const ladders = (drawing, view) =>
    Array.from(
      d3.group(shown(drawing.rows, view), (row) => `${row.case}, ${row.kernel}, ${row.device}`),
      ([title, rows]) => ({
        title,
        svg: plot(
          view,
          {
            height: 44 + 22 * rows.length,
            marginLeft: 184,
            marginRight: 56,
            grid: false,
            x: { label: "speedup over the first step", domain: [0, d3.max(rows, (r) => r.all)] },
            y: { label: null, domain: rows.map((_, i) => i), tickFormat: (i) => rows[i].step, tickSize: 0 },
          },
          [
            Plot.barX(rows, { x: "all", y: (_, i) => i, fill: "device", fillOpacity: 0.85, insetTop: 2, insetBottom: 2 }),
            Plot.text(rows, { x: "all", y: (_, i) => i, text: (r) => times(r.all), textAnchor: "start", dx: 5 }),
            Plot.tip(rows, Plot.pointerY({ x: "all", y: (_, i) => i, title: (r) => `${r.step}\n${r.time}\n${times(r.gain)} over the step before\n${times(r.all)} over the first step`, fontSize: 12 })),
          ],
        ),
      }),
    );

  // Portability -----------------------------------------------------------------------------------

  // The harmonic mean over the problems that were measured, which is 0 where one failed.
  const meanShare = (rows) => {
    const known = rows.filter((row) => row.share != null);
    if (known.length === 0) return null;
    return known.some((row) => row.share === 0) ? 0 : known.length / d3.sum(known, (row) => 1 / row.share);
  };

  const heatScale = { type: "linear", scheme: "YlGnBu", domain: [0, 1], label: null };
  const onHeat = (share) => (share > 0.55 ? "white" : "#222");

  // A mean over some of the problems says over how many.
  const matrixText = (cell) => (cell.share > 0 ? percent(cell.share) : "fails") + (cell.known < cell.all ? `, ${cell.known} of ${cell.all}` : "");

  const matrixPanel = (rows, view) => {
    const visible = rows.filter((row) => view.shown.has(row.from) && view.shown.has(row.to));
    const cells = Array.from(d3.group(visible, (r) => r.from, (r) => r.to)).flatMap(([from, inner]) =>
      Array.from(inner, ([to, some]) => ({ from, to, share: meanShare(some), known: some.filter((r) => r.share != null).length, all: some.length })),
    );
    const devices = view.devices.filter((device) => cells.some((cell) => cell.from === device || cell.to === device));
    const known = cells.filter((cell) => cell.share != null);
    return Plot.plot({
      width: view.width,
      height: 64 + 48 * devices.length,
      marginLeft: 132,
      marginBottom: 44,
      padding: 0.04,
      x: { domain: devices, label: null },
      y: { domain: devices, label: null },
      color: heatScale,
      marks: [
        Plot.axisX({ lineWidth: 11, tickSize: 0, label: null }),
        Plot.axisY({ lineWidth: 11, tickSize: 0, label: null }),
        Plot.cell(cells, { x: "to", y: "from", fill: "var(--wash)" }),
        Plot.cell(known, { x: "to", y: "from", fill: "share" }),
        Plot.text(known, { x: "to", y: "from", text: matrixText, fill: (c) => onHeat(c.share), fontSize: 13 }),
        Plot.text(cells.filter((cell) => cell.share == null), { x: "to", y: "from", text: () => "not measured", fill: "currentColor", fillOpacity: 0.5 }),
        Plot.tip(cells, Plot.pointer({ x: "to", y: "from", title: (c) => `best config of ${c.from}\nrun on ${c.to}\n${percent(c.share)}, over ${c.known} of ${c.all} problems`, fontSize: 12, lineWidth: 34 })),
      ],
    });
  };

  const matrices = (drawing, view) =>
    panels(drawing.rows, (rows) => ({ svg: matrixPanel(rows, view), legend: [["currentColor", "row: the device of the best config; column: the device that ran it; harmonic mean over the problems"]] }));

  // Importance ------------------------------------------------------------------------------------

  const importance = (drawing, view) =>
    panels(shown(drawing.rows, view), (rows) => {
      const order = d3.groupSort(rows, (some) => -d3.max(some, (r) => r.share), (r) => r.parameter);
      return {
        svg: plot(
          view,
          {
            height: 56 + 20 * order.length,
            marginLeft: 110,
            x: { label: "share of the variance", tickFormat: "%", domain: [0, Math.max(0.1, d3.max(rows, (r) => r.share))] },
            y: { domain: order, label: null, tickSize: 0 },
          },
          [
            Plot.dot(rows, { x: "share", y: "parameter", fill: "device", r: 5, fillOpacity: 0.85 }),
            pointed(rows, { x: "share", y: "parameter" }, (r) => `${r.device}\n${r.case}\n${r.parameter}: ${percent(r.share)}`),
          ],
        ),
      };
    });

  const heats = (drawing, view) =>
    shown(drawing.rows, view).map((map) => {
      const cells = map.cells.map(([a, b, speed, count]) => ({ a, b, speed, count }));
      const most = d3.max(cells, (cell) => cell.speed);
      return {
        title: `${map.panel}, ${map.device}: ${map.a} × ${map.b}, ${percent(map.share)}`,
        svg: Plot.plot({
          width: view.width,
          height: 70 + 28 * map.levels_b.length,
          marginLeft: 90,
          marginBottom: 40,
          padding: 0.03,
          x: { domain: map.levels_a, label: map.a, tickSize: 0 },
          y: { domain: map.levels_b, label: map.b, tickSize: 0, reverse: true },
          color: { ...heatScale, domain: [0, most] },
          marks: [
            Plot.cell(cells, { x: "a", y: "b", fill: "speed" }),
            Plot.text(cells, { x: "a", y: "b", text: (c) => percent(Number(c.speed.toPrecision(2))), fill: (c) => onHeat(c.speed / most), fontSize: 10 }),
            Plot.tip(cells, Plot.pointer({ x: "a", y: "b", title: (c) => `${map.a} = ${c.a}, ${map.b} = ${c.b}\n${percent(c.speed)} of the speed of the best config\n${c.count} configs`, fontSize: 12 })),
          ],
        }),
      };
    });

  // Search ----------------------------------------------------------------------------------------

  const climbs = (rows, view, against, label, format) => {
    const points = rows.flatMap((row) => row.points.map(([trial, second, speed]) => ({ ...row, trial, second, speed })));
    const low = against === "trial" ? 1 : 0.1;
    const placed = points.map((point) => ({ ...point, at: Math.max(low, point[against]) }));
    return plot(
      view,
      { x: { type: "log", label, tickFormat: "~g", ticks: decades(placed.map((p) => p.at)) }, y: { label: "speed of the best so far", tickFormat: "%", domain: [0, 1] } },
      [
        Plot.lineY(placed, { x: "at", y: "speed", z: "run", stroke: "device", strokeOpacity: 0.6, curve: "step-after" }),
        pointed(placed, { x: "at", y: "speed" }, (p) => `${p.device}\n${p.case}, ${p.kernel}\n${percent(p.speed)} after ${p.trial} trials, ${format(p.second)}`),
      ],
    );
  };

  const progress = (drawing, view) =>
    Array.from(d3.group(shown(drawing.rows, view), (row) => row.panel)).flatMap(([panel, rows]) => {
      const byTrial = { title: `${panel}, by trials`, svg: climbs(rows, view, "trial", "trials", seconds) };
      const timed = rows.some((row) => row.points.some(([, second]) => second > 0));
      return timed ? [byTrial, { title: `${panel}, by time`, svg: climbs(rows, view, "second", "seconds", seconds) }] : [byTrial];
    });

  const outcomeColors = { ok: "var(--c2)", wrong: "var(--c5)", rejected: "var(--c7)", build: "var(--c4)", launch: "var(--c6)", timeout: "var(--c3)", crash: "var(--c1)", clock: "var(--c0)" };

  const outcomes = (drawing, view) => {
    const rows = shown(drawing.rows, view);
    if (rows.length === 0) return [];
    const words = Object.keys(outcomeColors).filter((word) => rows.some((row) => row.outcome === word));
    const devices = view.devices.filter((device) => rows.some((row) => row.device === device));
    const svg = Plot.plot({
      width: view.width,
      height: 50 + 34 * devices.length,
      marginLeft: 150,
      x: { label: "share of the trials", tickFormat: "%" },
      y: { domain: devices, label: null, tickSize: 0 },
      color: { domain: words, range: words.map((word) => outcomeColors[word]) },
      marks: [
        Plot.axisY({ lineWidth: 13, tickSize: 0, label: null }),
        Plot.barX(rows, Plot.stackX({ x: "share", y: "device", fill: "outcome", order: words, insetTop: 3, insetBottom: 3 })),
        Plot.tip(rows, Plot.pointer(Plot.stackX({ x: "share", y: "device", z: "outcome", order: words, title: (r) => `${r.device}\n${r.outcome}: ${r.count} (${percent(r.share)})`, fontSize: 12 }))),
      ],
    });
    return [{ title: "", svg, legend: words.map((word) => [outcomeColors[word], word]) }];
  };

  return { rates, rooflines, sweeps, landscapes, ladders, matrices, importance, heats, progress, outcomes };
})();
