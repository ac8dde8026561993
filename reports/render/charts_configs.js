// SPDX-License-Identifier: MIT
// The gain of configs, their energy, and their speed on other devices.
(() => {
  const { percent, times, quantity, shown, panels, pointed, ring, plot, decades, across, heat, shareSteps } = chart;

  // Landscapes and ladders -----------------------------------------------------------------------

  // The place on its curve of a config with this speed.
  const markAt = (row, speed) => {
    const at = row.points.find(([, each]) => each <= speed) ?? row.points[row.points.length - 1];
    return { ...row, place: at[0], speed };
  };
  const marksOf = (row) => (row.defaults == null ? [] : [markAt(row, row.defaults)]);

  const landscapes = (drawing, view) =>
    panels(shown(drawing.rows, view), (rows) => {
      const points = rows.flatMap((row) => row.points.map(([place, speed]) => ({ ...row, place, speed })));
      return {
        svg: plot(
          view,
          {
            x: { label: "configs, the fastest first", tickFormat: "%" },
            y: { label: "speed, as a share of the best", tickFormat: "%", domain: [0, d3.max(points, (p) => Math.max(1, p.speed))] },
          },
          [
            Plot.lineY(points, { x: "place", y: "speed", z: (p) => p.device + p.kernel, stroke: "device", strokeWidth: 2 }),
            Plot.dot(rows.flatMap(marksOf), { x: "place", y: "speed", fill: "device", stroke: "var(--paper)", r: 5 }),
            Plot.dot(rows.map((row) => markAt(row, 1)), { x: "place", y: "speed", symbol: "star", fill: "device", stroke: "var(--paper)", r: 6 }),
            pointed(points, { x: "place", y: "speed" }, (p) => `${p.device}\n${p.case}, ${p.kernel}\n${p.count} configs\n${percent(p.speed)} of the speed of the best config`),
          ],
        ),
        legend: [["currentColor", "star: best config"], ...(rows.some((row) => row.defaults) ? [["currentColor", "dot: default config"]] : [])],
      };
    });

  const bar = { x: "all", y: (_, i) => i, fill: "device", insetTop: 2, insetBottom: 2 };
  const ladders = (drawing, view) =>
    Array.from(
      d3.group(shown(drawing.rows, view), (row) => `${row.case}, ${row.kernel}, ${row.device}`),
      ([title, rows]) => ({
        title,
        legend: [["currentColor", "faint: slower than a step before it"], ["currentColor", "line: the best so far"]],
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
            Plot.barX(rows, { ...bar, filter: (r) => r.all === r.fastest, fillOpacity: 0.85 }),
            Plot.barX(rows, { ...bar, filter: (r) => r.all < r.fastest, fillOpacity: 0.35 }),
            Plot.tickX(rows, { x: "fastest", y: (_, i) => i, stroke: "currentColor" }),
            Plot.text(rows, { x: "fastest", y: (_, i) => i, text: (r) => times(r.all), textAnchor: "start", dx: 5, fill: "currentColor", stroke: "var(--paper)", strokeWidth: 4 }),
            Plot.tip(rows, Plot.pointerY({ x: "all", y: (_, i) => i, title: (r) => `${r.step}\n${r.time}\n${times(r.gain)} over the step before\n${times(r.all)} over the first step\n${times(r.fastest)} the best so far`, fontSize: 12 })),
          ],
        ),
      }),
    );

  // Energy ----------------------------------------------------------------------------------------

  const frontWords = (row) =>
    `${row.device}\n${row.case}, ${row.kernel}\n${quantity(row.seconds, "s")}, ${quantity(row.joules, "J")}, ${row.work}\n${row.config}`;

  const frontOf = (rows, view) => {
    const at = { x: "seconds", y: "joules" };
    const axis = (values, unit, places) => ({ type: "log", ticks: decades(values, places), tickFormat: (value) => quantity(value, unit), inset: 8 });
    return plot(
      view,
      {
        x: { ...axis(rows.map((row) => row.seconds), "s", across(view)), label: "time of a run under load" },
        y: { ...axis(rows.map((row) => row.joules), "J"), label: "energy of a run" },
        marginLeft: 60,
      },
      [
        Plot.line(rows.filter((row) => row.front), { ...at, z: "device", stroke: "device", strokeWidth: 2, curve: "step-after" }),
        Plot.dot(rows.filter((row) => !row.front), { ...at, stroke: "device", strokeOpacity: 0.7, r: 3 }),
        Plot.dot(rows.filter((row) => row.front), { ...at, fill: "device", r: 4.5, href: "link" }),
        ring(rows, at),
        pointed(rows, at, frontWords),
      ],
    );
  };

  // The problem with the most configs of each routine.
  const fronts = (drawing, view) =>
    Array.from(d3.group(shown(drawing.rows, view), (row) => row.family), ([, some]) => {
      const [title, rows] = d3.greatest(d3.group(some, (row) => row.case), ([, all]) => all.length);
      return { title, svg: frontOf(rows, view), legend: [["currentColor", "line and full dots: the front"], ["currentColor", "ring: another config"]] };
    });

  // Portability -----------------------------------------------------------------------------------

  // The harmonic mean over the measured problems; 0 if one failed.
  const meanShare = (rows) => {
    const known = rows.filter((row) => row.share != null);
    if (known.length === 0) return null;
    return known.some((row) => row.failure) ? 0 : known.length / d3.sum(known, (row) => 1 / row.share);
  };

  // A mean over some of the problems shows their number; a failure shows its kind, and has no
  // color.
  const failureOf = (rows) => rows.map((row) => row.failure).find((failure) => failure) ?? "";
  const matrixText = (cell) => (cell.failure.replace(" ", "\n") || percent(cell.share)) + (cell.known < cell.all ? `\n${cell.known} of ${cell.all}` : "");

  const matrixPanel = (rows, view) => {
    const visible = rows.filter((row) => view.shown.has(row.from) && view.shown.has(row.to) && view.keeps(row));
    const cells = Array.from(d3.group(visible, (r) => r.from, (r) => r.to)).flatMap(([from, inner]) =>
      Array.from(inner, ([to, some]) => ({ from, to, share: meanShare(some), failure: failureOf(some), known: some.filter((r) => r.share != null).length, all: some.length })),
    );
    const devices = view.devices.filter((device) => cells.some((cell) => cell.from === device || cell.to === device));
    const known = cells.filter((cell) => cell.share != null);
    const { scale, words } = heat(shareSteps);
    // If columns are too narrow for names, they show the rows' numbers.
    const room = (view.width - 160) / devices.length;
    const narrow = room < 120;
    const numbered = (device) => (narrow ? `${devices.indexOf(device) + 1} ${device}` : device);
    return Plot.plot({
      width: view.width,
      height: 64 + 48 * devices.length,
      marginLeft: 132,
      marginBottom: 44,
      padding: 0.04,
      x: { domain: devices, label: null },
      y: { domain: devices, label: null },
      color: scale,
      marks: [
        Plot.axisX({ tickFormat: (device) => (narrow ? String(devices.indexOf(device) + 1) : device), lineWidth: Math.max(3, room / 12 - 1), textOverflow: "ellipsis-middle", tickSize: 0, label: null }),
        Plot.axisY({ tickFormat: numbered, lineWidth: 11, textOverflow: "ellipsis-middle", tickSize: 0, label: null }),
        Plot.cell(cells, { x: "to", y: "from", fill: "var(--wash)" }),
        Plot.cell(known.filter((cell) => !cell.failure), { x: "to", y: "from", fill: "share" }),
        Plot.text(known, { x: "to", y: "from", text: matrixText, fill: (c) => (c.failure ? "currentColor" : words(c.share)), fontSize: 13 }),
        Plot.text(cells.filter((cell) => cell.share == null), { x: "to", y: "from", text: () => "not measured", fill: "currentColor", fillOpacity: 0.5 }),
        Plot.tip(cells, Plot.pointer({ x: "to", y: "from", title: (c) => `best config of ${c.from}\nrun on ${c.to}\n${c.failure || percent(c.share)}, over ${c.known} of ${c.all} problems`, fontSize: 12, lineWidth: 34 })),
      ],
    });
  };

  const matrices = (drawing, view) =>
    panels(drawing.rows, (rows) => ({ svg: matrixPanel(rows, view), legend: [["currentColor", "row: the device of the best config; column: the device that ran it; harmonic mean over the problems"]] }));

  Object.assign(charts, { landscapes, ladders, fronts, matrices });
})();
