"""What somebody does in the club in their first minutes, by the client that openapi-python-client made of the document."""

import os

from rookery_client import AuthenticatedClient, Client
from rookery_client.api.accounts import create_invitation, sign_in, sign_up
from rookery_client.api.games import get_game, register_game
from rookery_client.api.leaderboard import get_leaderboard
from rookery_client.api.members import join_club
from rookery_client.api.register import record_arrivals
from rookery_client.api.sessions import list_sessions
from rookery_client.models import (
    CodeKind,
    Ending,
    GameRequest,
    InviteRequest,
    Join,
    Movement,
    NewAccountRequest,
    Outcome,
    Problem,
    SignInRequest,
)

url = os.environ["ROOKERY_URL"]
opponent = int(os.environ["ROOKERY_OPPONENT"])
password = "three rooks on a windowsill"

moderator = AuthenticatedClient(base_url=url, token=os.environ["ROOKERY_TOKEN"])
invitation = create_invitation.sync(client=moderator, body=InviteRequest(kind=CodeKind.INVITATION))

visitor = Client(base_url=url)
newcomer = NewAccountRequest(code=invitation.code, handle="petra", name="Petra Python", password=password)
assert sign_up.sync_detailed(client=visitor, body=newcomer).status_code == 201
tokens = sign_in.sync(client=visitor, body=SignInRequest(handle="petra", password=password))
petra = AuthenticatedClient(base_url=url, token=tokens.access_token)
assert join_club.sync_detailed(client=petra, body=Join()).status_code == 201

[session] = [each for each in list_sessions.sync(client=petra).sessions if each.extra]
present = record_arrivals.sync(id=session.id, client=moderator, body=Movement(people=[tokens.person]))
assert not isinstance(present, Problem), present

game = GameRequest(white=tokens.person, black=opponent, ending=Ending.CHECKMATE, result=Outcome.WHITE)
registered = register_game.sync(client=petra, body=game)
assert not isinstance(registered, Problem), registered
assert get_game.sync(id=registered.id, client=petra).white.id == tokens.person

board = get_leaderboard.sync(client=petra)
assert "Petra Python" in [line.name for line in board.items], board

against_oneself = GameRequest(white=tokens.person, black=tokens.person, ending=Ending.CHECKMATE, result=Outcome.WHITE)
refusal = register_game.sync_detailed(client=petra, body=against_oneself)
assert refusal.status_code == 422 and refusal.headers["content-type"] == "application/problem+json"
assert isinstance(refusal.parsed, Problem) and refusal.parsed.type_ == "/problems/invalid", refusal.parsed
assert refusal.parsed.status == 422 and refusal.parsed.detail

nobody = register_game.sync(client=AuthenticatedClient(base_url=url, token="nobody's"), body=game)
assert isinstance(nobody, Problem) and nobody.type_ == "/problems/unauthenticated", nobody
print("told")
