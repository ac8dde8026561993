// SPDX-License-Identifier: MIT
// The common parts of a report's charts, which Observable Plot draws: number formats, axes,
// tooltips.
const chart = (() => {
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

  const shown = (rows, view) => rows.filter((row) => view.shown.has(row.device) && view.keeps(row));
  const panels = (rows, make) =>
    Array.from(d3.group(rows, (row) => row.panel), ([title, some]) => ({ title, ...make(some) }));
  const colors = (view) => ({ domain: view.devices, range: view.devices.map(view.color) });
  const pointed = (rows, channels, title) =>
    Plot.tip(rows, Plot.pointer({ ...channels, title, fontSize: 12, lineWidth: 34 }));

  // A ring around the point of the row that the address names.
  const ring = (rows, channels) => Plot.dot(rows.filter((row) => row.chosen), { ...channels, r: 9, stroke: "var(--ink)", strokeWidth: 1.5 });

  const plot = (view, options, marks) =>
    Plot.plot({
      width: view.width,
      height: 280,
      marginLeft: 48,
      marginRight: 16,
      marginBottom: 40,
      grid: true,
      color: colors(view),
      ...options,
      marks,
    });

  // Round ticks for a logarithmic axis with room for `places` labels. Of the lists whose labels do
  // not overlap, takes the first with three ticks, otherwise the longest.
  const decades = (values, places = 9) => {
    const [low, high] = d3.extent(values.filter((value) => value > 0));
    const room = Math.log10(high / low) / places;
    const every = Math.max(1, Math.ceil(room));
    const powers = d3.range(Math.floor(Math.log10(low)), Math.ceil(Math.log10(high)) + 1).filter((power) => power % every === 0);
    const times = (factors) => powers.flatMap((power) => factors.map((factor) => factor * 10 ** power)).filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
    const apart = (ticks) => d3.pairs(ticks).every(([one, next]) => Math.log10(next / one) >= room);
    const lists = [times([1, 2, 5]), d3.ticks(low, high, 4), times([1, 3]), times([1])].filter(apart);
    return d3.greatest(lists, (ticks) => Math.min(ticks.length, 3)) ?? [];
  };
  // The number of labels that fit on an axis across a chart.
  const across = (view) => (view.width - 64) / 50;

  // Six colors that contrast with the page at both ends, with legible text on them.
  const heat = (steps) => ({
    scale: { type: "threshold", domain: steps, range: d3.range(6).map((i) => `var(--h${i})`), label: null },
    words: (share) => `var(--on${d3.bisectRight(steps, share)})`,
  });
  const shareSteps = [0.5, 0.7, 0.85, 0.95, 1.05];

  return { heat, shareSteps, prefixed, percent, times, quantity, seconds, extent, shown, panels, colors, pointed, ring, plot, decades, across };
})();

// Each kind of chart with the function that makes its panels, [{title, svg, legend}], from data and
// a view: the shown devices, a filter for rows, the colors, the width. Texts enter the page only as
// text nodes.
const charts = {};
