import {
  createAssistant,
  createLinkRequest,
  createPreset,
  deletePreset,
  type Endpoint,
  type ExportBody,
  eraseAccount,
  forecastAssistant,
  getDownload,
  getPerformanceAnalytics,
  listAssistants,
  listAuditEvents,
  listCalendar,
  listDetailedPostings,
  listPresets,
  MAX_ASSISTANTS_PER_USER,
  MAX_FLYERS_PER_ASSISTANT,
  MAX_PAGES_PER_USER,
  MAX_PRESETS_PER_USER,
  MAX_SESSIONS_PER_USER,
  MAX_TAGS_PER_USER,
  me,
  NO_RULES,
  openAccountExport,
  requestExport,
  updatePreset,
  updateTags,
  uploadTasks,
  verifyLinking,
} from '@flyerdeck/contracts';
import { BOT_TOKEN, initDataOf, widgetOf } from '../../src/accounts/auth/proofs.fixture.ts';
import { png } from '../../src/files/images.fixture.ts';
import { eventually } from '../eventually.ts';
import { buildAssistant } from '../factories.ts';
import { whileLocked as whileTableLocked } from '../locks.ts';
import { useTestServer } from '../testServer.ts';
import { badTargetsOn } from './badTargets.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { flyerForm, makeAssistant, makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp, signUpAdmin, useAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();
const refusesBadTargets = badTargetsOn(server);
const rules = { ...NO_RULES, target_tags: ['vip'], start_delay_hours: 2, delay_between_tasks_hours: 1 };

const addPreset = async ({ as }: Person, name = 'Evening') =>
  (await server.call(createPreset, { as, body: { name, rules } })).json;
const presetsOf = async ({ as }: Person) => (await server.call(listPresets, { as })).json;

describeCall(server, listPresets, ({ succeeds }) => {
  succeeds("lists only the user's own presets, by name", async () => {
    const [owner, stranger] = [await signUp(server), await signUp(server)];
    await addPreset(stranger, 'Other user');
    for (const name of ['night', 'Evening', 'morning']) await addPreset(owner, name);
    const answer = await server.call(listPresets, { as: owner.as });
    expect(answer.json.map((preset) => preset.name)).toEqual(['Evening', 'morning', 'night']);
  });
});

describeCall(server, createPreset, ({ succeeds, refuses }) => {
  refusesBadTargets(
    refuses,
    async ({ as }) =>
      (bad) =>
        server.call(createPreset, { as, body: { name: 'Bad', rules: bad } }),
  );

  refuses(
    'for a name that Postgres takes for white space',
    { code: 'invalid_request', sentence: "'name' must not be blank." },
    async () => {
      const { as } = await signUp(server);
      return () => server.call(createPreset, { as, body: { name: ' \u0085', rules } });
    },
  );

  refuses('when the user has the maximum number of presets', 'preset.too_many', async () => {
    const owner = await signUp(server);
    await fillOn(server).presets(owner.id, MAX_PRESETS_PER_USER);
    return () => server.call(createPreset, { as: owner.as, body: { name: 'One more', rules } });
  });

  succeeds('creates a preset with a trimmed name', async () => {
    const owner = await signUp(server);
    const answer = await server.call(createPreset, { as: owner.as, body: { name: ' Evening ', rules } });
    expect(answer.json).toMatchObject({ name: 'Evening', rules });
    expect(await presetsOf(owner)).toEqual([answer.json]);
  });
});

describeCall(server, updatePreset, ({ succeeds, refuses }) => {
  refusesBadTargets(refuses, async (owner) => {
    const { id } = await addPreset(owner);
    return (bad) => server.call(updatePreset, { as: owner.as, params: { id }, body: { name: 'Bad', rules: bad } });
  });

  succeeds('replaces name and rules, also in the waiting assistants with this preset', async () => {
    const owner = await signUp(server);
    const preset = await addPreset(owner);
    const assistant = await buildAssistant(server.context.db, owner.id);
    await server.context.pool.query('UPDATE assistants SET preset_id = $2 WHERE id = $1', [assistant.id, preset.id]);
    const changed = { ...rules, start_delay_hours: 7 };
    const answer = await server.call(updatePreset, {
      as: owner.as,
      params: { id: preset.id },
      body: { name: 'Night', rules: changed },
    });
    expect(answer.json).toEqual({ ...preset, name: 'Night', rules: changed });
    const [assistantWithPreset] = (await server.call(listAssistants, { as: owner.as })).json;
    expect(assistantWithPreset).toMatchObject({ selected_preset_name: 'Night', posting_rules: changed });
  });
});

describeCall(server, deletePreset, ({ succeeds }) => {
  succeeds('deletes the preset', async () => {
    const owner = await signUp(server);
    const { id } = await addPreset(owner);
    await server.call(deletePreset, { as: owner.as, params: { id } });
    expect(await presetsOf(owner)).toEqual([]);
  });
});

describe('account', () => {
  /** What an erasure deletes: `backend/src/accounts/privacy`. In mock mode no proof is needed. */
  const server = useTestServer({ AUTH_MODE: 'telegram', BOT_TOKEN, BOT_USERNAME: 'flyerdeck_bot' });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const accountOf = ({ telegramId }: Person) => ({ id: Number(telegramId), first_name: 'Test' });
  const initDataFrom = (person: Person, minutes = 0) => ({
    init_data: initDataOf(accountOf(person), minutesAgo(minutes)),
  });
  const widgetFrom = (person: Person, minutes = 0, botToken = BOT_TOKEN) => ({
    widget: widgetOf(accountOf(person), minutesAgo(minutes), botToken),
  });
  const erase = ({ as }: Person, proof: object) =>
    server.call(eraseAccount, { as, body: { confirm: 'DELETE', ...proof } });

  describeCall(server, eraseAccount, ({ succeeds, refuses }) => {
    const endsWith = (title: string, proofOf: (person: Person) => object) =>
      succeeds(`ends the account at once ${title}`, async () => {
        const person = await signUp(server);
        await erase(person, proofOf(person));
        expect((await server.call(me, { as: person.as })).error.code).toBe('auth.invalid');
      });
    endsWith('with init data of 14 minutes ago', (person) => initDataFrom(person, 14));
    endsWith('with a new proof of the Login Widget', (person) => widgetFrom(person));

    const refusesProof = (when: string, code: string, sentence: RegExp, proofOf: (person: Person) => object) =>
      refuses(when, { code: `account.proof_${code}`, sentence }, async () => {
        const person = await signUp(server);
        const proof = proofOf(person);
        return () => erase(person, proof);
      });
    refusesProof(
      'with a session only [S7.5-1]',
      'missing',
      /^Please confirm with Telegram that it is you\.$/,
      () => ({}),
    );
    refusesProof('with init data of 16 minutes ago [S7.5-1]', 'stale', /is too old\. .* open it again\.$/, (person) =>
      initDataFrom(person, 16),
    );
    refusesProof('with a widget proof of 6 minutes ago', 'stale', /is too old\./, (person) => widgetFrom(person, 6));
    const NOT_CONFIRMED = /^Telegram did not confirm that it is you\.$/;
    refusesProof('with two proofs', 'invalid', NOT_CONFIRMED, (person) => ({
      ...widgetFrom(person),
      ...initDataFrom(person),
    }));
    refusesProof("with another account's proof", 'invalid', NOT_CONFIRMED, () => ({
      init_data: initDataOf({ id: 4711, first_name: 'Eve' }, new Date()),
    }));
    refusesProof('with a proof that another bot signed', 'invalid', NOT_CONFIRMED, (person) =>
      widgetFrom(person, 0, '654321:other'),
    );
    refuses('with a widget proof that was used for a sign-in', 'account.proof_used', async () => {
      const person = await signUp(server);
      const proof = widgetFrom(person);
      const signIn = await fetch(`${server.baseUrl}/api/auth/telegram`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ telegram_id: person.telegramId, ...proof }),
      });
      expect(signIn.status).toBe(200);
      return () => erase(person, proof);
    });
    refuses('for an admin', 'account.is_admin', async () => {
      const admin = await signUpAdmin(server);
      return () => erase(admin, initDataFrom(admin));
    });
  });

  /** Contents of the export: `backend/src/accounts/privacy`. */
  describeCall(server, openAccountExport, ({ succeeds }) => {
    succeeds('answers an address of this host, at which the ZIP is an attachment', async () => {
      const { as } = await signUp(server);
      const [, ticket = ''] = /^\/api\/downloads\/([\w-]{43})$/.exec(
        (await server.call(openAccountExport, { as })).json.download_url,
      ) as string[];
      const { headers, bytes } = await server.call(getDownload, { params: { ticket } });
      expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="flyerdeck-[\d-]{10}\.zip"$/);
      expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    });
  });
});

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

const admin = useAdmin(server);

const whileLocked = (table: string, work: () => Promise<void>) => whileTableLocked(server.context.pool, table, work);

async function waitingStatements(): Promise<number[]> {
  const { rows } = await server.context.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}

const waitForStatements = (count: number) => eventually(waitingStatements, ({ length }) => length === count);

const headersOf = ({ as }: Person) => ({ 'X-Session-Token': as.sessionToken, 'X-Telegram-ID': as.telegramId });
const searchAs = (person: Person, signal?: AbortSignal) =>
  fetch(`${server.baseUrl}/api/page-postings/detailed-admin?search=e`, {
    headers: headersOf(person),
    ...(signal && { signal }),
  });

test('six searches that wait stop no other call of the same admin, and two of them run at a time', async () => {
  let held: Promise<number>[] = [];
  await whileLocked('page_postings', async () => {
    held = Array.from({ length: 6 }, async () => (await searchAs(admin)).status);
    await waitForStatements(2);
    expect((await server.call(me, { as: admin.as })).status).toBe(200);
    expect(await waitingStatements()).toHaveLength(2);
  });
  expect(await Promise.all(held)).toEqual([200, 200, 200, 200, 200, 200]);
});

test.each<[string, Endpoint, string]>([
  ['the list of postings', listDetailedPostings, 'page_postings'],
  ['the analytics', getPerformanceAnalytics, 'page_postings'],
  ['the audit events', listAuditEvents, 'audit_events'],
])('the statement of %s is cancelled when the admin disconnects', async (_, { path }, table) => {
  await whileLocked(table, async () => {
    const disconnect = new AbortController();
    const call = fetch(`${server.baseUrl}/api${path}`, { headers: headersOf(admin), signal: disconnect.signal });
    await waitForStatements(1);
    disconnect.abort();
    await expect(call).rejects.toThrow();
    await waitForStatements(0);
  });
});

test.each<[string, 'GET' | 'POST', (assistantId: string) => string]>([
  ['calendars', 'GET', () => `${listCalendar.path}?from=2026-06-01T00:00:00Z&until=2026-06-02T00:00:00Z`],
  ['forecasts', 'POST', (id) => forecastAssistant.path.replace(':id', id)],
])('two %s of a user run at a time, and are cancelled when the user leaves [S2.4-2]', async (_, method, pathOf) => {
  const owner = await signUp(server);
  const { id } = await makeAssistantWithFlyers(server, owner);
  const leaving = new AbortController();
  const ask = async () =>
    expect(
      fetch(`${server.baseUrl}/api${pathOf(id)}`, { method, headers: headersOf(owner), signal: leaving.signal }),
    ).rejects.toThrow();
  await whileLocked('page_postings', async () => {
    const left = [ask(), ask(), ask()];
    await waitForStatements(2);
    expect((await server.call(me, { as: owner.as })).status).toBe(200);
    expect(await waitingStatements()).toHaveLength(2);
    leaving.abort();
    await Promise.all(left);
    await waitForStatements(0);
  });
});

test('a search that exceeds the time limit of its statement is answered with 503, and the next one works', async () => {
  await whileLocked('page_postings', async () => {
    const answer = searchAs(admin);
    const [pid] = await waitForStatements(1);
    // The error of the time limit.
    await server.context.pool.query('SELECT pg_cancel_backend($1)', [pid]);
    const { status, headers, json } = await answer.then(async (response) => ({
      status: response.status,
      headers: response.headers,
      json: await response.json(),
    }));
    expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
    expect(json).toEqual({
      error: 'This took too long. Please narrow your search, or try again later.',
      code: 'unavailable',
    });
  });
  expect((await searchAs(admin)).status).toBe(200);
});

type Body = Omit<Extract<ExportBody, { list: 'postings' }>, 'list'>;
const prepare = (body: Body = {}) => server.call(requestExport, { as: admin.as, body: { list: 'postings', ...body } });
const fetchFile = (downloadUrl: string) => fetch(`${server.baseUrl}${downloadUrl}`);
const ticketOf = (downloadUrl: string) => downloadUrl.replace('/api/downloads/', '');
const download = async (ticket: string) => server.call(getDownload, { params: { ticket } });

describeCall(server, requestExport, ({ succeeds, refuses }) => {
  succeeds('returns a download URL that is valid for one minute', async () => {
    const answer = await prepare();
    expect(answer.json.download_url).toMatch(/^\/api\/downloads\/[\w-]{43}$/);
    const seconds = (Date.parse(answer.json.expires_at) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(61);
  });

  refuses(
    'for an unknown time zone',
    { code: 'invalid_request', sentence: "'Mars/Olympus' is not the name of a time zone." },
    async () => () => prepare({ time_zone: 'Mars/Olympus' }),
  );
});

describeCall(server, getDownload, ({ succeeds, refuses }) => {
  succeeds('returns a CSV file for spreadsheets, with formulas escaped', async () => {
    const flyers = ['=SUM(A1)', '+1', '-1+2', '@me', 'say "hi", then\ngo', 'Мария 🎉'];
    const owner = await signUpPosting(server, { flyers, name: 'Formulas' });
    const id = await owner.post(owner.pages[0], 'completed');
    const { json } = await prepare({ search: 'Formulas', sort_by: 'createdAt' });
    const response = await fetchFile(json.download_url);
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="postings-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = bytes.subarray(3).toString();
    expect(text.startsWith('Status,Description,Assistant,Page name,Page,Last Update,Created,')).toBe(true);
    for (const cell of [`,'=SUM(A1),`, `,'+1,`, `,'-1+2,`, `,'@me,`, ',"say ""hi"", then\ngo",', ',Мария 🎉,']) {
      expect(text).toContain(cell);
    }
    expect(text).toMatch(new RegExp(`,N/A,${id},${owner.telegramId},,0,\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z,`));
    expect(text.endsWith('\r\n')).toBe(true);
    const again = await prepare();
    return download(ticketOf(again.json.download_url));
  });

  refuses('the second time', 'download.gone', async () => {
    const { json } = await prepare();
    await (await fetchFile(json.download_url)).text();
    return () => download(ticketOf(json.download_url));
  });
  for (const [what, change, sentence] of [
    ['lost the admin rights', 'is_admin = false', 'Only admins may download this file.'],
    ['was deactivated', 'is_active = false', 'This account is deactivated.'],
  ] as const) {
    const refusal = { code: 'download.not_allowed', sentence };
    refuses(`when the admin who exported it ${what}`, refusal, async () => {
      const former = await signUpAdmin(server);
      const { json } = await server.call(requestExport, { as: former.as, body: { list: 'postings' } });
      await server.context.pool.query(`UPDATE users SET ${change} WHERE id = $1`, [former.id]);
      return () => download(ticketOf(json.download_url));
    });
  }
});

test('only one of two simultaneous downloads with one ticket gets the file', async () => {
  const { json } = await prepare();
  const answers = await Promise.all(Array.from({ length: 2 }, () => download(ticketOf(json.download_url))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
});
