// SPDX-License-Identifier: MIT
// The speed of the best configs, and their distance from the limits.
(() => {
  const { prefixed, percent, times, quantity, extent, shown, panels, pointed, ring, plot, decades, across } = chart;

  // Rates --------------------------------------------------------------------------------------

  const rateWords = (row) =>
    [
      row.device,
      row.case,
      `${row.kernel}: ${quantity(row.rate, row.unit)}`,
      `${row.time} (95 % interval)`,
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
        Plot.barX(rows, { x: "rate", y: (r) => r.device + r.case, fill: "device", fillOpacity: (r) => (r.chosen ? 1 : 0.85), stroke: (r) => (r.chosen ? "currentColor" : "none"), insetTop: 1, insetBottom: 1, href: "link" }),
        Plot.ruleX([0], { stroke: "currentColor", strokeOpacity: 0.4 }),
        Plot.tip(rows, Plot.pointerY({ x: "rate", y: (r) => r.device + r.case, title: rateWords, fontSize: 12 })),
      ],
    );

  // Sizes whose labels do not overlap on a logarithmic axis of this width, the largest first.
  const apart = (sizes, view) => {
    const at = d3.scaleLog([sizes[0], sizes[sizes.length - 1]], [48, view.width - 16]);
    const kept = [];
    for (const size of d3.reverse(sizes))
      if (kept.length === 0 || at(kept[kept.length - 1]) - at(size) >= 38) kept.push(size);
    return d3.reverse(kept);
  };

  const sizeWords = (rows) => {
    const words = new Set(rows.map((row) => row.extents));
    return (words.size === 1 && rows[0].extents) || "size of the problem";
  };

  const rateLines = (rows, view) => {
    const sizes = Array.from(new Set(rows.map((row) => row.size))).sort(d3.ascending);
    const references = rows.filter((row) => row.reference);
    return plot(
      view,
      {
        x: { type: "log", label: sizeWords(rows), grid: false },
        y: { type: "log", label: rows[0].unit, tickFormat: prefixed, ticks: decades([...rows.map((r) => r.rate), ...references.map((r) => r.reference)]) },
      },
      [
        Plot.axisX(apart(sizes, view), { text: extent, label: sizeWords(rows) }),  // tickFormat would leave some out
        Plot.ruleX(rows, { x: "size", y1: "low", y2: "high", stroke: "device", strokeWidth: 3, strokeOpacity: 0.4 }),
        Plot.lineY(rows, { x: "size", y: "rate", stroke: "device", strokeWidth: 2, sort: "size" }),
        Plot.dot(rows, { x: "size", y: "rate", fill: "device", r: 3.5, href: "link" }),
        ring(rows, { x: "size", y: "rate" }),
        Plot.lineY(references, { x: "size", y: "reference", stroke: "device", strokeDasharray: "2 4", strokeOpacity: 0.7, sort: "size" }),
        Plot.dot(references, { x: "size", y: "reference", stroke: "device", symbol: "times", r: 3.5 }),
        pointed(rows, { x: "size", y: "rate" }, rateWords),
      ],
    );
  };

  const rates = (drawing, view) =>
    panels(shown(drawing.rows, view), (rows) => {
      const lines = new Set(rows.map((row) => row.size)).size > 1;
      const dashed = lines && rows.some((row) => row.reference);
      return {
        svg: lines ? rateLines(rows, view) : rateBars(rows, view),
        legend: [["currentColor", lines ? "line: hone's best, with its 95 % interval" : "bar: hone's best"], ...(dashed ? [["currentColor", "dashed: CLBlast"]] : [])],
      };
    });

  // Rooflines ----------------------------------------------------------------------------------

  const precisions = ["f16", "bf16", "f32", "tf32", "tf32x3", "f64", "i32"];
  const symbols = { domain: precisions, range: ["triangle", "star", "circle", "diamond", "cross", "square", "wye"] };

  // A sloped line ends where it meets the highest flat one; a flat one begins at the steepest
  // slope.
  const slopeOf = (slope, low, high, top) => {
    const end = top > 0 ? Math.min(Math.max(top / slope.rate, low), high) : high;
    return [low, end].map((intensity) => ({ ...slope, intensity, rate: slope.rate * intensity }));
  };
  const flatOf = (flat, low, high, steepest) => {
    const begin = steepest > 0 ? Math.min(Math.max(flat.rate / steepest, low), high) : low;
    return [begin, high].map((intensity) => ({ ...flat, intensity }));
  };

  // Names at the ends of lines; lines that nearly meet share one.
  const namesAtEnds = (ends) =>
    d3.sort(ends, (end) => -end.rate).reduce((names, end) => {
      const above = names[names.length - 1];
      if (above && above.last / end.rate < 2) {
        above.name += `, ${end.short}`;
        above.last = end.rate;
      } else names.push({ ...end, name: end.short, last: end.rate });
      return names;
    }, []);

  const spreadWords = (line, unit) =>
    line.slowest && line.slowest < 0.95 * line.rate ? `, slowest ${quantity(line.slowest, unit)}` : "";
  const sizeOf = (bytes) => (bytes >= 1 << 20 ? `${d3.format(".3~r")(bytes / (1 << 20))} MiB` : `${bytes / 1024} KiB`);

  const roofLegend = (slopes, flats, rows) => {
    const present = new Set(rows.map((row) => row.precision));
    const shapes = precisions.filter((precision) => present.has(precision)).map((precision) => `${precision}: ${symbols.range[precisions.indexOf(precision)]}`);
    const units = d3.sort(flats, (line) => precisions.indexOf(line.precision)).map((line) => `${line.name}: ${quantity(line.rate, "FLOP/s")}${spreadWords(line, "FLOP/s")}`);
    const bandwidths = slopes.map((line) => `${line.name}${line.bytes ? ` (to ${sizeOf(line.bytes)})` : ""}: ${quantity(line.rate, "B/s")}${line.at_end ? `, ${quantity(line.at_end, "B/s")} at its end` : ""}${spreadWords(line, "B/s")}`);
    return [...shapes, ...units, ...bandwidths].map((words) => ["currentColor", words]);
  };

  const roofWords = (row) =>
    `${row.device}\n${row.case}\n${quantity(row.rate, "FLOP/s")} at ${d3.format(".3~r")(row.intensity)} FLOP per byte\n${row.share == null ? row.limit : `${percent(row.share)} of the limit by ${row.limit}`}`;

  const rooflineOf = (device, slopes, flats, rows, view) => {
    const steepest = d3.max(slopes, (line) => line.rate) || 0;
    const top = d3.max(flats, (line) => line.rate) || 0;
    const knees = flats.flatMap((flat) => slopes.map((slope) => flat.rate / slope.rate));
    const low = Math.min(...rows.map((row) => row.intensity), ...knees, 1) / 6;  // room for the names
    const high = Math.max(...rows.map((row) => row.intensity), ...knees, 1) * 3;
    const sloped = slopes.map((slope) => slopeOf(slope, low, high, top));
    const flat = flats.map((line) => flatOf(line, low, high, steepest));
    const lines = [...sloped, ...flat].flat();
    const written = { x: "intensity", y: "rate", text: "name", fill: "currentColor", stroke: "var(--paper)", strokeWidth: 4 };
    const named = (line) => ({ ...line, short: line.matrix ? `${line.precision} matrix` : line.precision || line.name.replace(" cache", "") });
    return plot(
      view,
      {
        x: { type: "log", label: "FLOP per byte", ticks: decades([low, high], across(view)), tickFormat: "~g" },
        y: { type: "log", label: "FLOP/s", ticks: decades([...lines, ...rows].map((r) => r.rate)), tickFormat: prefixed },
        symbol: symbols,
        marginTop: 28,
        marginRight: 24,
      },
      [
        Plot.line(lines, { x: "intensity", y: "rate", z: "name", stroke: "device", strokeWidth: 1.5 }),
        Plot.text(namesAtEnds(flat.map((ends) => named(ends[1]))), { ...written, textAnchor: "end", dy: -7 }),
        Plot.text(namesAtEnds(sloped.map((ends) => named(ends[0]))), { ...written, textAnchor: "start", dx: 4, dy: -10 }),
        Plot.dot(rows, { x: "intensity", y: "rate", symbol: "precision", fill: "device", fillOpacity: 0.75, stroke: "var(--paper)", r: 4.5, href: "link" }),
        ring(rows, { x: "intensity", y: "rate" }),
        pointed(rows, { x: "intensity", y: "rate" }, roofWords),
      ],
    );
  };

  const rooflines = (drawing, view) =>
    view.devices
      .filter((device) => view.shown.has(device))
      .map((device) => {
        const here = (all) => all.filter((line) => line.device === device);
        const slopes = here(drawing.slopes);
        const flats = here(drawing.flats);
        const rows = here(shown(drawing.rows, view));
        if (slopes.length === 0 || (flats.length === 0 && rows.length === 0)) return null;
        return { title: device, svg: rooflineOf(device, slopes, flats, rows, view), legend: roofLegend(slopes, flats, rows) };
      })
      .filter(Boolean);

  // Caches ---------------------------------------------------------------------------------------

  const caches = (drawing, view) => {
    const rows = drawing.rows.filter((row) => view.shown.has(row.device));
    if (rows.length === 0) return [];
    const sizes = d3.extent(rows, (row) => row.bytes);
    const octaves = d3.range(Math.log2(sizes[0]), Math.log2(sizes[1]) + 0.01).map((power) => 2 ** power);
    const every = Math.ceil(octaves.length / (view.width / 72));
    const words = (row) => `${row.device}\n${sizeOf(row.bytes)}: ${quantity(row.rate, "B/s")}\nrepeats: ${quantity(row.low, "B/s")} to ${quantity(row.high, "B/s")}`;
    const svg = plot(
      view,
      {
        x: { type: "log", base: 2, label: "working set", grid: false },
        y: { type: "log", label: "B/s", tickFormat: prefixed, ticks: decades(rows.flatMap((row) => [row.low, row.high])) },
      },
      [
        Plot.axisX(octaves.filter((_, at) => at % every === 0), { text: sizeOf, label: "working set" }),
        Plot.ruleX(rows, { x: "bytes", y1: "low", y2: "high", stroke: "device", strokeWidth: 3, strokeOpacity: 0.4 }),
        Plot.lineY(rows, { x: "bytes", y: "rate", stroke: "device", strokeWidth: 2, sort: "bytes" }),
        Plot.dot(rows, { x: "bytes", y: "rate", fill: "device", r: 2.5 }),
        pointed(rows, { x: "bytes", y: "rate" }, words),
      ],
    );
    return [{ title: "Bandwidth by working set", svg, legend: [["currentColor", "bar: from the slowest to the fastest repeat"]] }];
  };

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

  Object.assign(charts, { rates, rooflines, caches, sweeps });
})();
