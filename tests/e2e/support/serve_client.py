"""A server under test and a client for it: HTTP and a minimal WebSocket, from the standard library alone."""
import base64
import http.client
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import time

WAIT = 120  # seconds before a test that hangs gives up; never reached when all is well


class Server:
    def __init__(self, program, store, *more):
        self.process = subprocess.Popen([program, "serve", "--port", "0", "--store", store, *more],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"listens on http://([^/]+):(\d+)/", line)
        if not found:
            self.process.kill()
            raise SystemExit(f"the server did not start: {line!r} {self.process.stderr.read()!r}")
        self.host, self.port = "127.0.0.1", int(found[2])

    def end(self, how=signal.SIGTERM):
        """Sends the signal; gives the exit status."""
        self.process.send_signal(how)
        self.process.communicate(timeout=WAIT)
        return self.process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def request(self, method, path, body=None, headers=None, raw=None):
        """Status and decoded answer (bytes when it is not JSON)."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=WAIT)
        try:
            data = raw if raw is not None else (None if body is None else json.dumps(body).encode())
            connection.request(method, path, data, headers or {})
            answer = connection.getresponse()
            content = answer.read()
            self.headers = dict(answer.getheaders())
            if answer.getheader("Content-Type", "").startswith("application/json") and content:
                return answer.status, json.loads(content)
            return answer.status, content
        finally:
            connection.close()

    def api(self, method, path, body=None, status=200):
        got, answer = self.request(method, "/api/v1" + path, body)
        if got != status:
            raise SystemExit(f"{method} {path} {body}: {got} instead of {status}: {answer}")
        return answer

    def live(self, **headers):
        return Live(self, headers)

    def send_bytes(self, data, wait=WAIT):
        """Raw bytes in, raw bytes out until the server closes or `wait` is over."""
        with socket.create_connection((self.host, self.port), timeout=wait) as sock:
            sock.sendall(data)
            answer = b""
            try:
                while chunk := sock.recv(65536):
                    answer += chunk
            except (TimeoutError, ConnectionError):
                pass
            return answer


class Live:
    """A WebSocket client: text messages, pings answered."""

    def __init__(self, server, headers):
        self.sock = socket.create_connection((server.host, server.port), timeout=WAIT)
        key = base64.b64encode(os.urandom(16)).decode()
        fields = {"Host": f"{server.host}:{server.port}", "Upgrade": "websocket", "Connection": "Upgrade",
                  "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13", **headers}
        text = "GET /api/v1/live HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items()) + "\r\n"
        self.sock.sendall(text.encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            chunk = self.sock.recv(65536)
            if not chunk:
                break
            self.buffer += chunk
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split()[1]) if head else 0

    def send_frame(self, opcode, payload, final=True):
        mask = os.urandom(4)
        length = len(payload)
        head = bytes([(0x80 if final else 0) | opcode])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        self.sock.sendall(head + mask + masked)

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode() if not isinstance(message, bytes) else message)

    def _take(self, count):
        while len(self.buffer) < count:
            chunk = self.sock.recv(65536)
            if not chunk:
                raise ConnectionError("closed")
            self.buffer += chunk
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def receive(self):
        """The next message, or None when the server closes."""
        message = b""
        while True:
            first, second = self._take(2)
            length = second & 0x7F
            if length == 126:
                length, = struct.unpack(">H", self._take(2))
            elif length == 127:
                length, = struct.unpack(">Q", self._take(8))
            payload = self._take(length)
            opcode = first & 0x0F
            if opcode == 8:
                return None
            if opcode == 9:
                self.send_frame(10, payload)
            elif opcode in (0, 1):
                message += payload
                if first & 0x80:
                    return json.loads(message)

    def until(self, wanted):
        """Messages up to the first for which wanted(message) holds; that one."""
        deadline = time.monotonic() + WAIT
        while time.monotonic() < deadline:
            message = self.receive()
            if message is None:
                raise SystemExit("the live connection was closed")
            if wanted(message):
                return message
        raise SystemExit("the message did not come")

    def quiet(self):
        """Whether nothing is there to be read."""
        return not self.buffer and not select.select([self.sock], [], [], 0)[0]

    def close(self):
        self.sock.close()
