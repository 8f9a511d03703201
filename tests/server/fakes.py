"""A mail server and a web hook that write down what they get."""

import contextlib
import email
import email.policy
import http.server
import json
import socketserver
import threading
import time


class MailServer(socketserver.ThreadingTCPServer):
    """As much of SMTP as a client needs; `refuse` answers are given first, one a mail."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Mail)
        self.port = self.server_address[1]
        self.raw = []
        self.refuse = []
        self.commands = []

    @property
    def mails(self):
        return [email.message_from_bytes(each, policy=email.policy.default) for each in self.raw]

    def wait(self, count, seconds=30):
        """The mails, when there are this many."""
        wait_until(lambda: len(self.raw) >= count, seconds)
        return self.mails


class _Mail(socketserver.StreamRequestHandler):
    def handle(self):
        self._say("220 test")
        while line := self.rfile.readline().strip():
            self.server.commands.append(line)
            verb = line.split(b" ")[0].upper()
            if verb == b"DATA":
                self._take()
            elif verb == b"QUIT":
                self._say("221 bye")
                return
            elif verb == b"RCPT" and self.server.refuse:
                self._say(self.server.refuse.pop(0))
            else:
                self._say("250 ok")

    def _take(self):
        self._say("354 go on")
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line)
        self.server.raw.append(b"".join(lines))
        self._say("250 taken")

    def _say(self, words):
        with contextlib.suppress(OSError):
            self.wfile.write(words.encode() + b"\r\n")


class Hook(http.server.ThreadingHTTPServer):
    """A web hook; `answers` are given first, 204 after them."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Hook)
        self.port = self.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/turn"
        self.told = []
        self.answers = []

    def wait(self, count, seconds=30):
        """What it was told, when there is so much."""
        wait_until(lambda: len(self.told) >= count, seconds)
        return self.told


class _Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.told.append(json.loads(body))
        answer = self.server.answers.pop(0) if self.server.answers else 204
        self.send_response(answer)
        if answer in (301, 302, 307, 308):
            self.send_header("location", self.server.url + "/elsewhere")
        self.end_headers()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def running(server):
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def wait_until(condition, seconds=30):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.02)
