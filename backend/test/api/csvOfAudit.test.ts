import {
  AUDIT_EVENT_LABELS,
  type AuditEvent,
  adjustCredits,
  type ExportAuditEventsBody,
  listAuditEvents,
  requestExport,
  updateUser,
} from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { dateTimeTextInIndia, INDIA, readCsv } from './csvFiles.testing.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';

/** The CSV file of the audit log has the rows, the order and the texts of the screen, read back by two parsers. */
const server = useTestServer();
const NAMES = ['Zoë "Z", Adams', 'Борис Ёлкин', 'ليلى، نور', '王小明\nsecond line', 'प्रिया 🎉 🧑‍🎤', ''];
let admin: Person;

beforeAll(async () => {
  admin = await signUpAdmin(server);
  for (const [index, name] of NAMES.entries()) {
    const [actor, user] = [await signUpAdmin(server), await signUp(server)];
    const rename = 'UPDATE users SET username = $2, first_name = $3, last_name = $4 WHERE id = $1';
    await server.context.pool.query(rename, [actor.id, `actor${index}`, name, 'Actor']);
    await server.context.pool.query(rename, [user.id, '', name, '']);
    const body = { user_id: user.telegramId, amount: index - 2 || 12_345, description: `=${name}` };
    await server.call(adjustCredits, { as: actor.as, body: { ...body, transaction_type: 'refund' } });
    const params = { telegramId: user.telegramId };
    await server.call(updateUser, { as: actor.as, params, body: { is_active: false } });
  }
  // By the setting ADMIN_TELEGRAM_IDS.
  await server.context.pool.query(`INSERT INTO audit_events (target_id, event) VALUES ($1, 'promoted')`, [admin.id]);
  await server.context.pool.query(
    `ALTER TABLE audit_events DISABLE TRIGGER USER;
     UPDATE audit_events SET at = '2026-03-01T18:29:59.5Z'::timestamptz + seq % 3 * interval '1 second';
     ALTER TABLE audit_events ENABLE TRIGGER USER`,
  );
});

/** The texts of a row on the screen (auditColumns.tsx), by the columns of the file. */
const screenRow = (event: AuditEvent) => ({
  When: `${dateTimeTextInIndia(event.at)}:${event.at.slice(17, 19)}`,
  Who: event.admin_name,
  What: AUDIT_EVENT_LABELS[event.act],
  User: event.target_name || event.target_telegram_id || '–',
  Details: event.summary,
});

const SELECTIONS: readonly ExportAuditEventsBody[] = [
  { sort_order: 1 },
  { sort_order: -1 },
  { act: 'credits_adjusted', sort_order: 1 },
  { actor: 'ёлкин' },
  { target: 'ليلى' },
];

test.each(SELECTIONS)('equals the screen for %j', async (selection) => {
  const { json } = await server.call(requestExport, {
    as: admin.as,
    body: { list: 'audit', ...selection, time_zone: INDIA },
  });
  // The list after the call has the event of this export, and the file has it too.
  const list = await server.call(listAuditEvents, { as: admin.as, query: { ...selection, limit: 200 } });
  const shown = list.json.events.map(screenRow);
  expect(shown.length).toBeGreaterThan(1);
  const file = await (await fetch(`${server.baseUrl}${json.download_url}`)).text();
  const columns = Object.keys(shown[0] ?? {});
  expect(readCsv(file).map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))).toEqual(shown);
});
