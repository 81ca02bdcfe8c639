import { randomInt, randomUUID } from 'node:crypto';
import {
  addRunnerPage,
  addToQueue,
  adjustCredits,
  createAssistant,
  createLinkRequest,
  createPreset,
  createRunner,
  createStructureReport,
  NO_RULES,
  pairRunner,
  pollDevice,
  reportFailed,
  reportPosted,
  reportProblem,
  saveRepeat,
  setListedWords,
  signIn,
  startQueue,
  updateAssistant,
  updateTags,
  uploadTasks,
} from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { DAILY } from '../../../test/api/assistants.testing.ts';
import { type Person, signUpAdmin } from '../../../test/api/people.testing.ts';
import type { TestServer } from '../../../test/testServer.ts';
import { handleUpdate } from '../../bot/inbox/handleUpdate.ts';
import { storeUpdates } from '../../bot/inbox/updates.query.ts';
import { appLinkTo } from '../../bot/outbox/outbox.ts';
import { bookPayment } from '../../credits/starPayments.ts';
import { storeScreenshot } from '../../files/files.service.ts';
import { noise } from '../../files/images.fixture.ts';
import { saveAvatar } from '../../pages/avatars.service.ts';
import { completePosting } from '../../postings/report/report.query.ts';

/** An account whose every text contains `canary`. */
export interface CanaryAccount extends Person {
  readonly canary: string;
  readonly flyers: readonly Buffer[];
  readonly screenshot: Buffer;
  readonly pageGuid: string;
  readonly deviceSecret: string;
  readonly fileIds: readonly string[];
}

async function signUpWithNames(server: TestServer, canary: string): Promise<Person> {
  const telegramId = String(randomInt(1e11, 1e12 - 1));
  const names = { username: `u-${canary}`, first_name: `First ${canary}`, last_name: `Last ${canary}` };
  const { json } = await server.call(signIn, {
    body: { telegram_id: telegramId, ...names },
    headers: { 'User-Agent': `Browser ${canary}` },
  });
  const { rows } = await server.context.pool.query('SELECT id FROM users WHERE telegram_id = $1', [telegramId]);
  return { id: rows[0].id, telegramId, as: { sessionToken: json.session_token, telegramId } };
}

export const telegramUpdate = (telegramId: string, text: string, canary = '') => ({
  update_id: randomInt(1, 2 ** 40),
  message: {
    message_id: 1,
    date: Math.floor(Date.now() / 1000),
    chat: { id: Number(telegramId), type: 'private', first_name: canary },
    from: { id: Number(telegramId), is_bot: false, first_name: `First ${canary}`, username: `u-${canary}` },
    text,
    entities: [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]?.length ?? 0 }],
  },
});

/** Plants a canary in every text that a user can write, in file names, metadata, messages to the bot and reports of devices. */
export async function signUpWithCanaries(server: TestServer): Promise<CanaryAccount> {
  const { db, pool, files } = server.context;
  const canary = `canary${randomUUID().slice(0, 8)}`;
  const person = await signUpWithNames(server, canary);
  const { as } = person;
  const page = {
    creator_id: `creator-${canary}`,
    name: `Page ${canary}`,
    username: `page-${canary}`,
    avatar_url: `https://pictures.example/${canary}.png`,
  };
  const link = await server.call(createLinkRequest, {
    body: { page, extension_version: '1.0.0' },
    headers: { 'User-Agent': `Device ${canary}` },
  });
  const runner = await server.call(createRunner, { body: { host_name: `Host ${canary}`, version: '1.0.0' } });
  await server.call(pairRunner, { as, body: { pairing_code: runner.json.pairing_code, confirm: true } });
  const linked = await server.call(addRunnerPage, {
    as: runner.json.secret,
    body: { token: link.json.linking_token },
  });
  const { guid } = linked.json;
  await saveAvatar(db, [guid, page.avatar_url, Buffer.from(canary)]);
  const deviceSecret = link.json.device_secret;
  await server.call(updateTags, { as, params: { guid }, body: { tags: [`tag-${canary}`] } });
  await server.call(pollDevice, {
    as: deviceSecret,
    body: {
      extension_version: '1.0.0',
      time_zone: 'Europe/Berlin',
      page: { name: `Polled ${canary}`, username: canary },
    },
  });
  const rules = { ...NO_RULES, target_pages: [guid], target_tags: [`tag-${canary}`] };
  const preset = await server.call(createPreset, { as, body: { name: `Preset ${canary}`, rules } });
  await server.call(setListedWords, { as, body: { words: [`word-${canary}`] } });
  const assistant = await server.call(createAssistant, { as, body: { name: `Assistant ${canary}` } });
  const id = assistant.json._id;
  await server.call(updateAssistant, { as, params: { id }, body: { preset_id: preset.json.id } });
  await server.call(saveRepeat, { as, params: { id }, body: DAILY });
  await pool.query('UPDATE assistants SET copy_key = $2 WHERE id = $1', [id, canary]);
  await pool.query('INSERT INTO repeat_runs (repeat_id, planned_at, problem) VALUES ($1, now(), $2)', [id, canary]);
  const uploads = await Promise.all(
    [1, 2, 3].map(() =>
      noise(90, 60)
        .withExif({ IFD0: { Copyright: canary, ImageDescription: canary } })
        .jpeg()
        .toBuffer(),
    ),
  );
  const form = new FormData();
  for (const [index, bytes] of uploads.entries()) {
    form.append('images', new Blob([new Uint8Array(bytes)]), `${canary}-${index}.jpg`);
    form.append('descriptions', `Flyer ${index} ${canary}`);
  }
  const { json: tasks } = await server.call(uploadTasks, { as, params: { id }, body: form });
  await server.call(addToQueue, { as, params: { id } });
  await server.call(startQueue, { as });
  const claim = async () => {
    const { json } = await server.call(pollDevice, { as: deviceSecret, body: { extension_version: '1.0.0' } });
    if (!json.posting) throw new Error(`Nothing was claimed: ${json.wait_reason}`);
    return json.posting;
  };
  const failing = await claim();
  await server.call(reportFailed, {
    as: deviceSecret,
    params: { id: failing.id },
    body: { claim_token: failing.claim_token, message: `The site said ${canary}`, code: `code-${canary}` },
  });
  const posted = await claim();
  await server.call(reportPosted, {
    as: deviceSecret,
    params: { id: posted.id },
    body: { claim_token: posted.claim_token, external_post_id: `post-${canary}` },
  });
  await server.call(createStructureReport, {
    as: deviceSecret,
    body: { site_pack_version: 1, what: 'post', missing: [canary], posting_id: failing.id, structure: canary },
  });
  await pool.query('INSERT INTO live_posts (posting_id, page_guid, external_post_id, path) VALUES ($1, $2, $3, $3)', [
    posted.id,
    guid,
    `post-${canary}`,
  ]);
  await pool.query("UPDATE users SET digest_at = '09:00' WHERE id = $1", [person.id]);
  const screenshot = await noise(90, 60).png().toBuffer();
  const screenshotFileId = await storeScreenshot(db, files, { ownerId: person.id, bytes: screenshot });
  await completePosting(db, posted.id, { screenshotFileId });
  await writeToBot(server, person.telegramId, canary);
  const admin = await signUpAdmin(server);
  await server.call(adjustCredits, {
    as: admin.as,
    body: { user_id: person.telegramId, amount: 7, transaction_type: 'bonus', description: `For ${canary}` },
    headers: { 'Idempotency-Key': randomUUID() },
  });
  await bookPayment(db, person.id, randomUUID(), { packageId: 'mini', stars: 500, credits: 500 });
  const log = JSON.stringify({ format: 'flyerdeck.action-log', typed: canary });
  await server.call(reportProblem, {
    as,
    body: { sentence: `Wrong: ${canary}`, build_id: `index-${canary}`, request_ids: [canary], is_cut: false, log },
  });
  const stored = await pool.query<{ sha256: string; id: string }>(
    'SELECT id, sha256 FROM files WHERE owner_id = $1 AND NOT is_screenshot ORDER BY created_at, id',
    [person.id],
  );
  const flyers = await Promise.all(
    stored.rows.map(async ({ sha256 }) => (await files.get(`original/${sha256}`))?.bytes ?? Buffer.alloc(0)),
  );
  const fileIds = [...tasks.map(({ file_id }) => file_id ?? ''), screenshotFileId];
  return { ...person, canary, flyers, screenshot, pageGuid: guid, deviceSecret, fileIds };
}

async function writeToBot({ context }: TestServer, telegramId: string, canary: string): Promise<void> {
  const updates = [`/new Named ${canary}`, '/start', `Hello ${canary}`].map((text) =>
    telegramUpdate(telegramId, text, canary),
  );
  await storeUpdates(context.db, updates as never);
  const handle = handleUpdate({ ...context, appLink: appLinkTo('https://flyers.example') });
  // The last one stays unhandled.
  for (const { update_id } of updates.slice(0, 2)) {
    await handle({ update_id: String(update_id) }, { abortSignal: new AbortController().signal });
  }
}

/** The columns of all tables in which one of the texts is found, as 'table.column text'. */
export async function findInDatabase(pool: Pool, texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(
    `SELECT format('%I.%I', c.table_schema, c.table_name) AS table, quote_ident(c.column_name) AS column, c.udt_name AS type
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
       AND c.udt_name NOT IN ('uuid', 'bool', 'timestamptz', 'int2', 'int4', 'numeric')`,
  );
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const contains =
      type === 'bytea'
        ? `position(convert_to(text, 'UTF8') IN ${column}) > 0`
        : `${column}::text LIKE '%' || text || '%'`;
    const { rows } = await pool.query<{ text: string }>(
      `SELECT text FROM unnest($1::text[]) text WHERE EXISTS (SELECT FROM ${table} WHERE ${contains})`,
      [texts],
    );
    found.push(...rows.map(({ text }) => `${table}.${column} ${text}`));
  }
  return found.sort();
}
