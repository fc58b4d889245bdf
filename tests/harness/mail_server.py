"""A mail server for the tests: real SMTP sessions on a free port.

Standard output has the port, then a line for each letter that was taken. Addresses say what it does: busy@ is put off
the first time (451), gone@ is refused (550), one @silent.example is never answered. It ends with its standard input.
"""

import asyncio
import errno
import json
import socket
import sys
from email import message_from_bytes
from email.policy import default

from aiosmtpd.controller import Controller


class Desk:
    def __init__(self):
        self.put_off = set()

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.endswith("@silent.example"):
            print(json.dumps({"silent": address}), flush=True)
            await asyncio.sleep(3600)
        if address.startswith("gone@"):
            return "550 5.1.1 No such mailbox here"
        if address.startswith("busy@") and address not in self.put_off:
            self.put_off.add(address)
            return "451 4.3.0 Come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        text = envelope.content.decode()
        content = message_from_bytes(envelope.content, policy=default).get_content()
        told = {
            "session": id(session),
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "text": text,
            "content": content,
        }
        print(json.dumps(told), flush=True)
        return "250 Taken"


while True:
    # Another test may take the port before the server does.
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    # A laden machine has its time: five seconds are the default.
    controller = Controller(Desk(), hostname="127.0.0.1", port=port, ready_timeout=120)
    try:
        controller.start()
        break
    except OSError as taken:
        if taken.errno != errno.EADDRINUSE:
            raise
print(port, flush=True)
sys.stdin.read()
controller.stop()
