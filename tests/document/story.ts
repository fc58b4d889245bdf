// What somebody does in the club in their first minutes, by the client that @hey-api/openapi-ts made of the document.

import { strict as assert } from 'node:assert';
import { createClient } from './client/client';
import * as club from './client';

const baseUrl = process.env.ROOKERY_URL!;
const opponent = Number(process.env.ROOKERY_OPPONENT);
const password = 'three rooks on a windowsill';
const as = (auth?: string) => createClient({ baseUrl, auth });

/** What was answered; a refusal ends the story. */
function given<Data>(answer: { data?: Data; error?: unknown }): NonNullable<Data> {
    assert.ok(answer.data, JSON.stringify(answer.error));
    return answer.data;
}

async function story() {
    const moderator = as(process.env.ROOKERY_TOKEN);
    const invitation = given(await club.createInvitation({ client: moderator, body: { kind: 'invitation' } }));

    const visitor = as();
    const newcomer = { code: invitation.code, handle: 'tilda', name: 'Tilda Typescript', password };
    given(await club.signUp({ client: visitor, body: newcomer }));
    const tokens = given(await club.signIn({ client: visitor, body: { handle: 'tilda', password } }));
    const tilda = as(tokens.access_token);
    given(await club.joinClub({ client: tilda, body: {} }));

    const { sessions } = given(await club.listSessions({ client: tilda }));
    const session = sessions.find((each) => each.extra)!;
    given(await club.recordArrivals({ client: moderator, path: { id: session.id }, body: { people: [tokens.person] } }));

    const game = { white: tokens.person, black: opponent, ending: 'checkmate', result: 'white' } as const;
    const registered = given(await club.registerGame({ client: tilda, body: game }));
    assert.equal(given(await club.getGame({ client: tilda, path: { id: registered.id } })).white.id, tokens.person);

    const board = given(await club.getLeaderboard({ client: tilda }));
    assert.ok(board.items.some((line) => line.name === 'Tilda Typescript'), JSON.stringify(board));

    const refusal = await club.registerGame({ client: tilda, body: { ...game, black: tokens.person } });
    assert.equal(refusal.response?.headers.get('content-type'), 'application/problem+json');
    const problem: club.Problem | undefined = refusal.error;
    assert.equal(problem?.type, '/problems/invalid');
    assert.equal(problem?.status, 422);

    const nobody = await club.registerGame({ client: as("nobody's"), body: game });
    assert.equal(nobody.error?.type, '/problems/unauthenticated');
    console.log('told');
}

void story();
