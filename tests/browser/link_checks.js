// SPDX-License-Identifier: MIT
// Links to single rows and points of a report, as a reader follows them.
const checkLinks = async ({ all, check, drawn, goTo }) => {
  const rows = all("table[data-name] tbody tr");
  if (rows.length === 0) return;
  const links = rows.map((row) => row.querySelector(".row-link")?.getAttribute("href"));
  check("each row has a link", links.every((link) => link?.includes("&row=")), links.findIndex((link) => !link));
  check("no two rows have the same", new Set(links).size === links.length, links.length - new Set(links).size);

  // A link opens a folded table, and marks the row.
  const row = rows[rows.length - 1];
  const folded = row.closest("details");
  if (folded) folded.open = false;
  await goTo(links[links.length - 1]);
  check("a link marks its row", all("tr.chosen").length === 1 && row.classList.contains("chosen"), all("tr.chosen").length);
  check("and opens its table", !folded || folded.open, "folded");

  // A click on a row's link sets the address, and keeps the search.
  const find = document.getElementById("find");
  find.value = rows[0].cells[0].textContent.split(" ")[0];
  find.dispatchEvent(new Event("input"));
  rows[0].querySelector(".row-link").click();
  await drawn();
  check("a click keeps the view", location.hash.includes("find=") && location.hash.includes(`row=${rows[0].dataset.name}`), location.hash);
  find.value = "";
  find.dispatchEvent(new Event("input"));

  // A point links to its row, and the row's link rings the point.
  const svg = all("figure svg").find((one) => one.querySelector('g[aria-label="dot"] a'));
  if (svg) {
    const point = svg.querySelector('g[aria-label="dot"] a');
    const address = point.getAttribute("href") ?? point.getAttributeNS("http://www.w3.org/1999/xlink", "href");
    point.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    await drawn();
    check("a point leads to its row", address.includes(`row=${document.querySelector("tr.chosen")?.dataset.name}`), address);
    const rings = all('figure svg g[aria-label="dot"] circle[r="9"], figure svg g[aria-label="dot"][fill="none"]');
    check("the point is ringed", rings.length > 0, "no ring");
  }
  await goTo("#");
  check("without the link nothing is marked", all("tr.chosen").length === 0, all("tr.chosen").length);
};
