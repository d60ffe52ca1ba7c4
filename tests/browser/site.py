"""The process that browser tests visit, and what their pages have to say for themselves."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.services import answers

ROOT = Path(__file__).resolve().parent.parent.parent
#: How long a condition may take to come true on a busy machine.
PATIENCE_SECONDS = 20
#: Runs before a page's own scripts: keeps the raw data of the stream, and reports what the policy refused.
WITNESS = """
window.received = [];
addEventListener("securitypolicyviolation", (event) => {
  console.error(`refused by policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
});
window.EventSource = class extends EventSource {
  constructor(...all) {
    super(...all);
    const keep = (event) => window.received.push(event.data);
    for (const name of ["table", "standings"]) this.addEventListener(name, keep);
  }
};
"""
SCROLLS_SIDEWAYS = """() => {
  for (const mark of document.querySelectorAll("[data-live-mark]")) mark.textContent = mark.dataset.wordsLost;
  return document.documentElement.scrollWidth > document.documentElement.clientWidth;
}"""

Visit = Callable[..., Page]


def stream_data(page: Page) -> str:
    """All that the live stream has sent to this page so far."""
    return "\n".join(page.evaluate("window.received"))


def scrolls_sideways(page: Page) -> bool:
    """Is something wider than the window, with the longest word that the page may say of its connection?"""
    return bool(page.evaluate(SCROLLS_SIDEWAYS))


class Stage:
    """The site under test; it can be stopped and started again on the same address and database."""

    def __init__(self, environment: dict[str, str], port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._port = port
        self._environment = {**environment, "SITE_URL": self.url}

    def open(self) -> None:
        """Start the process; it sets scenes, and does not serve yet."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.stage", "--port", str(self._port)],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def serve(self) -> None:
        """Let it serve; returns when it answers."""
        self.set("serve")
        pause = threading.Event()
        while not answers(self._port):
            assert self._process.poll() is None, "the site did not start"
            pause.wait(0.05)

    def set(self, scene: str, **how: Any) -> Any:
        """Set a scene of stage.py; returns its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"scene": scene, **how}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"the site ended while setting {scene!r}"
        told = json.loads(answer)
        assert "error" not in told, told["error"]
        return told

    def close(self) -> None:
        """End the process as its operator would."""
        self._process.terminate()
        self._process.wait(PATIENCE_SECONDS)
