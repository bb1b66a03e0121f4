#!/usr/bin/env python3
"""A client of Counterfoil in one file, with the standard library of Python 3.8 or newer only.

In a program:

    from counterfoil import Counterfoil, Refused

    invoices = Counterfoil("http://127.0.0.1:8080", APP_ID, API_SECRET)
    article = invoices.call("article.create", {"article_title": "Coffee beans"})
    try:
        invoices.call("article.read", {"article_ident": article["article_ident"]})
    except Refused as refused:
        print(refused.code, refused)

In a shell, with COUNTERFOIL_URL, COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET set:

    python3 counterfoil.py article.create '{"article_title": "Coffee beans"}'
    python3 counterfoil.py --vectors signature-vectors.json     # checks that this file signs as it should

The exit code is 0 when the operation was done, 2 when it was refused, and 1 without an answer.
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import random
import secrets
import sys
import time
import urllib.parse
import uuid

# No operation was run, or its outcome is unknown: the same request may be sent again.
REPEATED = (408, 429, 500, 502, 503, 504)
# The attempt may have run the operation, without saying so. The outcome is unknown until a repeat gets one of DEFINITE.
UNKNOWN = (500, 502, 504)
# The status tells the outcome of all attempts, if the answer is from Counterfoil.
DEFINITE = (200, 409)


class CounterfoilError(Exception):
    """The call was not done. `code` is the one of X-Svc-Error; `request_id` is in the log of the service."""

    def __init__(self, message, code="", data=None, request_id=""):
        super().__init__(message)
        self.code, self.data, self.request_id = code, data, request_id


class Refused(CounterfoilError):
    """The operation answered that it did nothing, and why. `data` may say more."""


class Rejected(CounterfoilError):
    """The service did not run the operation. The same request would get the same answer."""


class NoAnswer(CounterfoilError):
    """No answer that tells the outcome. A write may have been done: repeat it with `idempotency_key` to find out."""

    def __init__(self, message, idempotency_key, **more):
        super().__init__(message, **more)
        self.idempotency_key = idempotency_key


class Counterfoil:
    """Calls operations. One object may be used for any number of calls, one after the other."""

    def __init__(self, url, app_id, api_secret, deadline=30.0, attempt_timeout=15.0):
        """`deadline` is for a call with all its repeats, `attempt_timeout` for one request, both in seconds."""
        self.url = urllib.parse.urlsplit(url)
        if self.url.scheme not in ("http", "https") or not self.url.hostname:
            raise ValueError(f"not an address of a service: {url}")
        self.app_id, self.api_secret = app_id, api_secret
        self.deadline, self.attempt_timeout = deadline, attempt_timeout

    def call(self, operation, fields=None, idempotency_key=None):
        """Runs an operation and returns the `data` of its answer.

        Repeats until the deadline while the service can't be reached or is overloaded. All repeats have one idempotency
        key, so a write is done once. Give the key yourself if you may call again after a crash of your own program.
        """
        body = json.dumps(fields or {}, ensure_ascii=False, allow_nan=False).encode()
        key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        ends_at = time.monotonic() + self.deadline
        attempt, is_unknown = 0, False
        while True:
            wait, problem = 0.0, None
            try:
                remaining = max(0.1, ends_at - time.monotonic())
                status, headers, answer = self._send(operation, body, key, min(self.attempt_timeout, remaining))
                envelope = self._envelope(answer)
                is_definite = status in DEFINITE and envelope is not None
                if is_definite or status not in REPEATED and not is_unknown:
                    return self._read(status, headers, envelope)
                said = "(not from Counterfoil)" if envelope is None else headers.get("X-Svc-Error", "")
                problem = f"{status} {said}"
                if status not in REPEATED:
                    text = f"{operation}: an attempt was not answered, and the last one: {problem}; the outcome is unknown"
                    raise NoAnswer(text, idempotency_key=key)
                seconds = headers.get("Retry-After", "")
                # A proxy may say a date.
                wait = float(seconds) if seconds.isdecimal() else 0.0
                is_unknown = is_unknown or status in UNKNOWN
            except (OSError, http.client.HTTPException) as error:
                problem = f"{type(error).__name__}: {error}"
                is_unknown = True
            wait = max(wait, random.uniform(0.5, 1) * min(5.0, 0.1 * 2**attempt))
            if time.monotonic() + wait >= ends_at:
                text = f"{operation} was not answered within {self.deadline} s, the last time: {problem}"
                raise NoAnswer(text, idempotency_key=key)
            time.sleep(wait)
            attempt += 1

    def _send(self, operation, body, key, timeout):
        path = f"/api/v1/{operation}"
        headers = {
            "Content-Type": "application/json",
            "X-Svc-Hmac": signature_v1(self.app_id, self.api_secret, body),
            "X-Svc-Signature": signature_v2(self.app_id, self.api_secret, operation, body, key, path),
            "Idempotency-Key": key,
        }
        kind = http.client.HTTPSConnection if self.url.scheme == "https" else http.client.HTTPConnection
        connection = kind(self.url.hostname, self.url.port, timeout=timeout)
        try:
            connection.request("POST", self.url.path.rstrip("/") + path, body, headers)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    @staticmethod
    def _envelope(answer):
        """None if something else than Counterfoil answered, such as a proxy."""
        try:
            envelope = json.loads(answer)
        except ValueError:
            return None
        return envelope if isinstance(envelope, dict) and "response" in envelope else None

    @staticmethod
    def _read(status, headers, envelope):
        more = {"code": headers.get("X-Svc-Error", ""), "request_id": headers.get("X-Request-Id", "")}
        if envelope is None:
            raise Rejected(f"the answer with status {status} is not from Counterfoil: check the address", **more)
        if status != 200:
            raise Rejected(f"{status} {envelope['message']}", **more)
        if not envelope["response"]:
            raise Refused(envelope["message"], data=envelope["data"], **more)
        return envelope["data"]


def signature_v1(app_id, api_secret, body):
    """X-Svc-Hmac: over the exact bytes of the body."""
    return f"{app_id}:{_base64_hmac(api_secret.encode(), body)}"


def signature_v2(app_id, api_secret, operation, body, key="", path=None, timestamp=None, nonce=None, key_id=None):
    """X-Svc-Signature: over everything that the service acts on. Each request needs a new one, also a repeat."""
    timestamp = timestamp or str(int(time.time()))
    nonce = nonce or secrets.token_urlsafe(16)
    key_id = key_id or derive(api_secret, "svc-v2-kid")[:8].hex()
    digest = hashlib.sha256(body).hexdigest()
    lines = ["SVC2-HMAC-SHA256", app_id, key_id, timestamp, nonce, key, "POST", path or "/api/v1", operation, digest]
    signature = _base64_hmac(derive(api_secret, "svc-v2"), "\n".join(lines).encode())
    return f"v2;kid={key_id};ts={timestamp};nonce={nonce};sig={signature}"


def derive(api_secret, info):
    """32 bytes of HKDF-SHA-256 (RFC 5869) with the salt `counterfoil`."""
    pseudorandom_key = hmac.new(b"counterfoil", api_secret.encode(), hashlib.sha256).digest()
    return hmac.new(pseudorandom_key, info.encode() + b"\x01", hashlib.sha256).digest()


def _base64_hmac(key, text):
    return base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()


def check_vectors(file):
    """Compares what this file signs with the vectors of the service; returns whether all agree."""
    with open(file, encoding="utf-8") as opened:
        vectors = json.load(opened).get("vectors", [])
    differing = []
    for vector in vectors:
        body = base64.b64decode(vector["bodyBase64"])
        app = (vector["appId"], vector["apiSecret"])
        if vector["header"] == "X-Svc-Hmac":
            signed = signature_v1(*app, body)
        else:
            rest = (vector["path"], vector["timestamp"], vector["nonce"], vector["keyId"])
            signed = signature_v2(*app, vector["operation"], body, vector["idempotencyKey"], *rest)
        is_right = hmac.compare_digest(signed, vector["value"])
        if is_right != (vector["valid"] == "yes"):
            differing.append(vector["name"])
    print(f"{len(vectors) - len(differing)} of {len(vectors)} vectors agree")
    print("".join(f"differs: {name}\n" for name in differing), end="")
    return bool(vectors) and not differing


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--vectors":
        return 0 if check_vectors(arguments[1]) else 1
    if not arguments or len(arguments) > 3 or arguments[0].startswith("-"):
        print("usage: counterfoil.py OPERATION [JSON [IDEMPOTENCY_KEY]] | --vectors FILE", file=sys.stderr)
        return 1
    names = ("COUNTERFOIL_URL", "COUNTERFOIL_APP_ID", "COUNTERFOIL_API_SECRET")
    missing = [name for name in names if not os.environ.get(name)]
    if missing:
        print(f"{', '.join(missing)} not set", file=sys.stderr)
        return 1
    deadline = float(os.environ.get("COUNTERFOIL_DEADLINE") or 30)
    client = Counterfoil(*(os.environ[name] for name in names), deadline=deadline)
    operation, fields, key = (arguments + ["{}", None])[:3] if len(arguments) < 3 else arguments
    try:
        print(json.dumps(client.call(operation, json.loads(fields), key), ensure_ascii=False))
        return 0
    except json.JSONDecodeError as error:
        print(f"not JSON: {error}", file=sys.stderr)
    except NoAnswer as error:
        print(f"{error}\nRepeat it with the idempotency key {error.idempotency_key}", file=sys.stderr)
    except CounterfoilError as error:
        print(f"{error.code}: {error}", json.dumps(error.data) if error.data else "", file=sys.stderr)
        return 2 if isinstance(error, Refused) else 1
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
