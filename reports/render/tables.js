// SPDX-License-Identifier: MIT
// Table functions for readers: sort by a column, hide rows, save as CSV or JSON. A cell has its
// exact number in data-value; an empty one has data-none. Columns for programs are hidden, but
// saved.
const tables = (() => {
  const all = () => Array.from(document.querySelectorAll("table[data-name]"));
  const rowsOf = (table) => Array.from(table.tBodies[0].rows);
  const columnsOf = (table) => Array.from(table.tHead.rows[0].cells);
  const named = (name) => all().find((table) => table.dataset.name === name);

  // Sorting ------------------------------------------------------------------------------------

  const value = (cell) => {
    if (cell.dataset.none !== undefined) return null;
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  };
  const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }));

  // Empty cells come last in both directions.
  const byColumn = (index, down) => (a, b) => {
    const [left, right] = [value(a.cells[index]), value(b.cells[index])];
    if (left === null || right === null) return (left === null) - (right === null);
    return down ? compare(right, left) : compare(left, right);
  };

  /// Sorts by the column of this key; without a key restores the report's order.
  const sort = (table, key, down) => {
    const columns = columnsOf(table);
    const index = columns.findIndex((column) => column.dataset.key === key);
    for (const [i, column] of columns.entries())
      if (i === index) column.setAttribute("aria-sort", down ? "descending" : "ascending");
      else column.removeAttribute("aria-sort");
    const original = (a, b) => a.dataset.row - b.dataset.row;
    table.tBodies[0].append(...rowsOf(table).sort(original).sort(index < 0 ? original : byColumn(index, down)));
  };

  // Saving -------------------------------------------------------------------------------------

  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  // A spreadsheet would evaluate a word that begins like a formula.
  const csvCell = (cell) => {
    if (cell.dataset.none !== undefined) return "";
    if (cell.dataset.value !== undefined) return cell.dataset.value;
    return quoted(/^[=+\-@\t\r]/.test(cell.textContent) ? `'${cell.textContent}` : cell.textContent);
  };
  const jsonCell = (cell) => {
    if (cell.dataset.none !== undefined) return "null";
    return cell.dataset.value ?? JSON.stringify(cell.textContent);
  };

  // Rows that a filter hides are not saved: the file has the visible rows.
  const shownRows = (table) => rowsOf(table).filter((row) => !row.hidden);
  const csv = (table) => {
    const keys = columnsOf(table).map((column) => quoted(column.dataset.key));
    return [keys, ...shownRows(table).map((row) => Array.from(row.cells, csvCell))].map((parts) => `${parts.join(",")}\r\n`).join("");
  };
  const json = (table) => {
    const keys = columnsOf(table).map((column) => JSON.stringify(column.dataset.key));
    const objects = shownRows(table).map((row) => `  {${Array.from(row.cells, (cell, i) => `${keys[i]}: ${jsonCell(cell)}`).join(", ")}}`);
    return objects.length === 0 ? "[]\n" : `[\n${objects.join(",\n")}\n]\n`;
  };

  const save = (name, type, text) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  // Links to rows ------------------------------------------------------------------------------

  const hash = (text) => {
    let sum = 0x811c9dc5;  // FNV-1a
    for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0), 0x01000193) >>> 0;
    return sum.toString(36);
  };
  const byKey = new Map();

  /// Gives a row a name from its words, which stay when its numbers change; returns it.
  const name = (table, row) => {
    const said = Array.from(row.cells).filter((cell) => cell.dataset.value === undefined && cell.dataset.none === undefined);
    const base = hash([table.dataset.name, ...said.map((cell) => cell.textContent)].join("\n"));
    let key = base;
    for (let copy = 2; byKey.has(key); ++copy) key = `${base}-${copy}`;
    byKey.set(key, row);
    row.dataset.name = key;
    return key;
  };
  const rowNamed = (key) => byKey.get(key);

  // Filtering ----------------------------------------------------------------------------------

  const words = new WeakMap();  // of a row, in lower case
  const wordsOf = (row) => {
    if (!words.has(row)) words.set(row, row.textContent.toLowerCase());
    return words.get(row);
  };
  const cellOf = (table, row, key) => {
    const index = columnsOf(table).findIndex((column) => column.dataset.key === key);
    return index < 0 ? null : row.cells[index].textContent;
  };

  /// The values of one column in all tables, sorted.
  const valuesOf = (key) => {
    const found = new Set(all().flatMap((table) => rowsOf(table).map((row) => cellOf(table, row, key))));
    found.delete(null);
    return Array.from(found).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  };

  const keeps = (table, row, wanted) => {
    const devices = row.dataset.devices ? JSON.parse(row.dataset.devices) : [];
    const matches = (key) => wanted[key] === "" || [null, wanted[key]].includes(cellOf(table, row, key));
    return devices.every((device) => !wanted.hidden.has(device)) && matches("kernel") && matches("problem") && wanted.find.every((word) => wordsOf(row).includes(word));
  };

  /// Hides the filtered rows; returns the numbers of shown and of all rows.
  const filter = (wanted) => {
    const counts = all().map((table) => {
      const rows = rowsOf(table);
      for (const row of rows) row.hidden = !keeps(table, row, wanted);
      const left = rows.filter((row) => !row.hidden).length;
      const count = table.closest("details")?.querySelector("summary");
      if (count) count.textContent = `Table, ${left < rows.length ? `${left} of ` : ""}${rows.length} row${rows.length === 1 ? "" : "s"}`;
      return [left, rows.length];
    });
    return counts.reduce(([left, most], [some, rows]) => [left + some, most + rows], [0, 0]);
  };

  return { all, named, columnsOf, rowsOf, name, rowNamed, sort, csv, json, save, valuesOf, filter };
})();
