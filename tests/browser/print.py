#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a page as headless Chromium prints it, when its charts are drawn.

    print.py CHROMIUM PAGE FILE.pdf
"""

import base64
import pathlib
import sys

from open import browser_of

# The messages of page.js.
DRAWN = """new Promise((done) => {
  const look = () => document.documentElement.dataset.ready === "yes" ? done() : setTimeout(look, 20);
  look();
})"""


def main():
    program, page, file = sys.argv[1:]
    with browser_of(program) as browser:
        browser.open(pathlib.Path(page))
        browser.evaluate(DRAWN)
        printed = browser.ask("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)
        pathlib.Path(file).write_bytes(base64.b64decode(printed["data"]))


main()
