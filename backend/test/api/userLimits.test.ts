import {
  createAssistant,
  createLinkRequest,
  createPreset,
  MAX_ASSISTANTS_PER_USER,
  MAX_FLYERS_PER_ASSISTANT,
  MAX_PAGES_PER_USER,
  MAX_PRESETS_PER_USER,
  MAX_SESSIONS_PER_USER,
  MAX_TAGS_PER_USER,
  me,
  NO_RULES,
  updateTags,
  uploadTasks,
  verifyLinking,
} from '@flyerdeck/contracts';
import { png } from '../../src/files/images.fixture.ts';
import { useTestServer } from '../testServer.ts';
import { flyerForm, makeAssistant } from './flyers.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();
const fill = fillOn(server);
const SIMULTANEOUS_CALLS = 5;

/** Each creates rows of the user up to one below the limit. Returns a call that adds one row; `n` makes the calls different. */
const LIMITS: Record<string, (owner: Person) => Promise<(n: number) => Promise<{ status: number }>>> = {
  assistants: async ({ id, as }) => {
    await fill.assistants(id, MAX_ASSISTANTS_PER_USER - 1);
    return () => server.call(createAssistant, { as });
  },
  presets: async ({ id, as }) => {
    await fill.presets(id, MAX_PRESETS_PER_USER - 1);
    return (n) => server.call(createPreset, { as, body: { name: `Preset ${n}`, rules: NO_RULES } });
  },
  'linked pages': async ({ id, as }) => {
    await fill.pages(id, MAX_PAGES_PER_USER - 1);
    const tokens = await Promise.all(
      Array.from({ length: SIMULTANEOUS_CALLS }, async (_, n) => {
        const page = { creator_id: `${id} ${n}`, name: '', username: '', avatar_url: null };
        return (await server.call(createLinkRequest, { body: { page, extension_version: '1.0.0' } })).json
          .linking_token;
      }),
    );
    return (n) => server.call(verifyLinking, { as, body: { token: tokens[n] ?? '' } });
  },
  'different tags': async ({ id, as }) => {
    const pages = await fill.pages(id, SIMULTANEOUS_CALLS);
    const tags = Array.from({ length: MAX_TAGS_PER_USER - 1 }, (_, n) => `tag ${n}`);
    await fill.pages((await signUp(server)).id, 1, { tags });
    await server.context.pool.query(`INSERT INTO pages (owner_id, creator_id, tags) VALUES ($1, 'tagged', $2)`, [
      id,
      tags,
    ]);
    return (n) => server.call(updateTags, { as, params: { guid: pages[n] ?? '' }, body: { tags: [`new ${n}`] } });
  },
  flyers: async (owner) => {
    const { _id: id } = await makeAssistant(server, owner);
    await fill.flyers(owner.id, id, MAX_FLYERS_PER_ASSISTANT - 1);
    const picture = await png();
    return () => server.call(uploadTasks, { as: owner.as, params: { id }, body: flyerForm([picture]) });
  },
};

test.each(Object.entries(LIMITS))('simultaneous calls do not exceed the limit of %s', async (_, begin) => {
  const add = await begin(await signUp(server));
  const answers = await Promise.all(Array.from({ length: SIMULTANEOUS_CALLS }, (_, n) => add(n)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status < 300)).toHaveLength(1);
  // Uploads of one user beyond the number read at the same time are refused with 429 or 503.
  expect(statuses.filter((status) => status >= 300 && status !== 422 && status !== 429 && status !== 503)).toEqual([]);
  expect(statuses).toContain(422);
});

test('a sign-in above the maximum number of sessions ends the least recently used one of the same user', async () => {
  const [owner, other] = [await signUp(server), await signUp(server)];
  const { rows } = await server.context.pool.query<{ user_id: string }>(
    `INSERT INTO sessions (token_hash, user_id, created_at, expires_at)
     SELECT sha256(($1::uuid || ' ' || n)::bytea), $1, now() - n * interval '1 hour',
       now() + interval '30 days' - n * interval '1 hour'
     FROM generate_series(1, $2::int) n RETURNING user_id`,
    [owner.id, MAX_SESSIONS_PER_USER - 1],
  );
  expect(rows).toHaveLength(MAX_SESSIONS_PER_USER - 1);
  const newest = await server.signIn(owner.telegramId);
  const { rows: left } = await server.context.pool.query<{ sessions: number; oldest_hours: number }>(
    `SELECT count(*)::int AS sessions, extract(epoch FROM now() - min(created_at))::int / 3600 AS oldest_hours
     FROM sessions WHERE user_id = $1`,
    [owner.id],
  );
  expect(left).toEqual([{ sessions: MAX_SESSIONS_PER_USER, oldest_hours: MAX_SESSIONS_PER_USER - 2 }]);
  for (const as of [owner.as, newest, other.as]) expect((await server.call(me, { as })).status).toBe(200);
});
