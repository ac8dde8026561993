// SPDX-License-Identifier: MIT
// Sorting, filters, links and saved files of a report's tables, as a reader uses them.
const checkTables = async ({ all, check, drawn, goTo, tables: reported }) => {
  const shownRows = (table) => Array.from(table.tBodies[0].rows).filter((row) => !row.hidden);
  const column = (table, key) => Array.from(table.tHead.rows[0].cells).findIndex((cell) => cell.dataset.key === key);
  const values = (table, key) => shownRows(table).map((row) => row.cells[column(table, key)]);
  const numbers = (table, key) => values(table, key).filter((cell) => cell.dataset.value).map((cell) => Number(cell.dataset.value));
  const best = document.querySelector('table[data-name="fastest-the_best_config_of_each_device"]');
  if (!best || best.tBodies[0].rows.length < 2) return;
  const button = (key) => best.tHead.rows[0].cells[column(best, key)].querySelector("button");
  const text = () => shownRows(best).map((row) => row.textContent).join("|");

  // Up, down, and the original order.
  const before = text();
  const sorted = (list) => [...list].sort((a, b) => a - b).join();
  button("time_ns").click();
  check("a click sorts up", numbers(best, "time_ns").join() === sorted(numbers(best, "time_ns")), numbers(best, "time_ns").join());
  check("and says so", button("time_ns").parentElement.getAttribute("aria-sort") === "ascending", "no aria-sort");
  check("the address says it", location.hash.includes("sort=fastest-the_best_config_of_each_device%3Atime_ns%3Aup"), location.hash);
  button("time_ns").click();
  check("a second sorts down", numbers(best, "time_ns").reverse().join() === sorted(numbers(best, "time_ns")), numbers(best, "time_ns").join());
  button("time_ns").click();
  check("a third restores the order", text() === before && location.hash === "", location.hash);

  // Search, filters, and the link that restores them.
  const find = document.getElementById("find");
  const word = values(best, "config")[0].textContent.split(" ")[0];
  find.value = word.toUpperCase();
  find.dispatchEvent(new Event("input"));
  await drawn();
  check("the search keeps what has the word", shownRows(best).length > 0 && shownRows(best).every((row) => row.textContent.toLowerCase().includes(word.toLowerCase())), shownRows(best).length);
  const link = location.hash;
  const found = text();
  find.value = "no such word";
  find.dispatchEvent(new Event("input"));
  await drawn();
  check("and nothing else", shownRows(best).length === 0, shownRows(best).length);
  await goTo(link);
  check("a link restores the view", find.value === word.toUpperCase() && text() === found, find.value);
  find.value = "";
  find.dispatchEvent(new Event("input"));
  await drawn();
  for (const key of ["kernel", "problem"]) {
    const list = document.getElementById(`choose-${key}`);
    if (list.hidden) continue;
    const marks = all("figure svg circle, figure svg rect").length;
    list.value = values(best, key)[0].textContent;
    list.dispatchEvent(new Event("change"));
    await drawn();
    check(`only this ${key}`, values(best, key).every((cell) => cell.textContent === list.value) && shownRows(best).length > 0, list.value);
    check(`only this ${key} in charts`, all("figure svg circle, figure svg rect").length < marks, marks);
    list.value = "";
    list.dispatchEvent(new Event("change"));
    await drawn();
    check(`every ${key} again`, text() === before && location.hash === "", location.hash);
  }

  // Saved files agree with the report.
  const saved = [];
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => saved.push(blob) && "#";
  const names = [];
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () { names.push(this.download); };
  for (const one of all(".save button")) one.click();
  HTMLAnchorElement.prototype.click = click;
  URL.createObjectURL = make;
  const texts = await Promise.all(saved.map((blob) => blob.text()));
  const json = texts.filter((_, i) => names[i].endsWith(".json")).map((one) => JSON.parse(one));
  check("JSON is saved as the report has it", JSON.stringify(json) === JSON.stringify(reported.map((table) => table.rows)), JSON.stringify(json).slice(0, 300));
  const csv = texts[names.indexOf("fastest-the_best_config_of_each_device.csv")];
  const times = csv.trim().split("\r\n").slice(1);
  check("CSV has names and exact numbers", csv.startsWith("problem,device,kernel,time_ns,") && times.every((line, i) => line.includes(`,${numbers(best, "time_ns")[i]},`)), csv.slice(0, 300));
};
