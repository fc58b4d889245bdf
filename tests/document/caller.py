"""Who Schemathesis calls as: the test's desk gives a token, and gives it anew after whatever may have ended it."""

import os
import urllib.request

import schemathesis

DESK = os.environ.get("ROOKERY_DESK")
token = None


if DESK:

    @schemathesis.auth(refresh_interval=None)
    class Caller:
        def get(self, case, context):
            global token
            if token is None:
                with urllib.request.urlopen(DESK) as answer:
                    token = answer.read().decode()
            return token

        def set(self, case, data, context):
            case.headers["Authorization"] = f"Bearer {data}"

    @schemathesis.hook
    def after_call(context, case, response):
        """Signing out, a new password, a role given up: what was changed may have been the caller."""
        global token
        if case.method != "GET" and response.status_code < 300:
            token = None
