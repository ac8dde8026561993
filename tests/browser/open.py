#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens a page in headless Chromium, runs scripts in it and prints what the last of them answers.

    open.py CHROMIUM PAGE SCRIPT…

The scripts are one program, and its last value, or what that promises, is the answer. The page's own
faults are in window.faults from its beginning on. Chromium is spoken to through a pipe, by the DevTools
protocol, and its time is the real one: what a script waits for has really been drawn.
"""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

DEADLINE_S = 100
COLLECT_FAULTS = """
window.faults = [];
addEventListener("error", (event) => faults.push(event.message));
addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
const error = console.error;
console.error = (...words) => { faults.push(words.join(" ")); error(...words); };
"""


class Browser:
    """Chromium reads commands from descriptor 3 and writes answers and events to 4, each ended by a zero."""

    def __init__(self, program, profile):
        to_read, self.commands = os.pipe()
        answers, to_write = os.pipe()

        def descriptors():
            # Copies first: either of the two may be 3 or 4 itself.
            read, write = os.dup(to_read), os.dup(to_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--remote-debugging-pipe", "--window-size=1280,2000", f"--user-data-dir={profile}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            close_fds=False, preexec_fn=descriptors)
        os.close(to_read)
        os.close(to_write)
        self.answers = os.fdopen(answers, "rb")
        self.asked = 0
        self.session = None

    def message(self):
        text = bytearray()
        while (byte := self.answers.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("Chromium ended")
            text += byte
        return json.loads(text)

    def ask(self, method, **parameters):
        self.asked += 1
        command = {"id": self.asked, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while (message := self.message()).get("id") != self.asked:
            pass
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']['message']}")
        return message["result"]

    def wait_for(self, event):
        while self.message().get("method") != event:
            pass

    def open(self, page):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Page.enable")
        self.ask("Page.addScriptToEvaluateOnNewDocument", source=COLLECT_FAULTS)
        self.ask("Page.navigate", url=page.resolve().as_uri())
        self.wait_for("Page.loadEventFired")

    def evaluate(self, program):
        answer = self.ask("Runtime.evaluate", expression=program, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")


def give_up(*_):
    raise TimeoutError(f"no answer after {DEADLINE_S} s")


@contextlib.contextmanager
def browser_of(program):
    """A browser with a profile of its own, which ends with the block or at the deadline."""
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(DEADLINE_S)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            yield browser
        finally:
            browser.process.kill()
            browser.process.wait()


def main():
    program, page, *scripts = sys.argv[1:]
    try:
        with browser_of(program) as browser:
            browser.open(pathlib.Path(page))
            print(browser.evaluate("\n".join(pathlib.Path(script).read_text() for script in scripts)))
    except (RuntimeError, TimeoutError) as fault:
        print(f"FAILED {page}: {fault}")


if __name__ == "__main__":
    main()
