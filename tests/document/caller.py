"""Who Schemathesis calls as: signs in as people do, again where what was called has ended the sign-in."""

import json
import os
import urllib.request

import schemathesis

HANDLE = os.environ.get("ROOKERY_HANDLE")
SIGN_IN = {"handle": HANDLE, "password": os.environ.get("ROOKERY_PASSWORD")}
tokens = {}


def sign_in():
    """The device is known after the first time: wrong tries of others do not keep it waiting."""
    body = json.dumps(SIGN_IN | {"device": tokens.get("device")}).encode()
    request = urllib.request.Request(
        os.environ["ROOKERY_URL"] + "/api/v1/tokens", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        tokens.update(json.load(answer))


if HANDLE:

    @schemathesis.auth(refresh_interval=None)
    class Caller:
        def get(self, case, context):
            if "access_token" not in tokens:
                sign_in()
            return tokens["access_token"]

        def set(self, case, data, context):
            case.headers["Authorization"] = f"Bearer {data}"

    @schemathesis.hook
    def after_call(context, case, response):
        if response.status_code == 401 or case.path.startswith("/api/v1/me/sign-ins"):
            tokens.pop("access_token", None)
