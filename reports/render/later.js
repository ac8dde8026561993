// SPDX-License-Identifier: MIT
// Runs the scripts of the page, in order, after the first paint, so the tables show immediately.
(() => {
  let ran = false;
  const run = () => {
    if (ran) return;
    ran = true;
    for (const held of document.querySelectorAll('script[type="text/plain"]')) {
      const script = document.createElement("script");
      script.textContent = held.textContent;
      held.replaceWith(script);
    }
  };
  requestAnimationFrame(() => setTimeout(run));
  setTimeout(run, 500);  // a page in the background is not painted
})();
