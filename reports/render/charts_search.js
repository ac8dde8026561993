// SPDX-License-Identifier: MIT
// The importance of parameters, and the course of the search.
(() => {
  const { percent, seconds, shown, panels, pointed, plot, decades, across, heat } = chart;

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
      const { scale, words } = heat(d3.range(1, 6).map((step) => (step * most) / 6));
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
          color: scale,
          marks: [
            Plot.cell(cells, { x: "a", y: "b", fill: "speed" }),
            Plot.text(cells, { x: "a", y: "b", text: (c) => percent(Number(c.speed.toPrecision(2))), fill: (c) => words(c.speed), fontSize: 10 }),
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
      { x: { type: "log", label, tickFormat: "~g", ticks: decades(placed.map((p) => p.at), across(view)) }, y: { label: "speed of the best so far", tickFormat: "%", domain: [0, 1] } },
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

  Object.assign(charts, { importance, heats, progress, outcomes });
})();
