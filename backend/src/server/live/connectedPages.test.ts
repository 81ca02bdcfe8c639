import { deviceOf } from '../../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import type { Db } from '../../database/statement.ts';
import {
  type ClockedConnections,
  openClockedConnections,
  setLimits,
} from '../../postings/times/limitedPage.testing.ts';
import { hashSecret } from '../security/secrets.ts';
import { markConnectedPages } from './connected.query.ts';

let clocked: ClockedConnections;
// Before the database is closed.
afterAll(() => clocked.close());
const database = useTestDatabase();
beforeAll(async () => {
  clocked = await openClockedConnections(database.db, 1);
});

const MINUTE_MS = 60_000;
const START = new Date('2027-03-03T10:00:00Z');
/** Minutes for which each page waits. */
const WAITS = 60;

interface Connected {
  readonly db: Db;
  readonly ownerId: string;
  readonly assistantId: string;
  readonly guid: string;
  readonly device: ReturnType<typeof deviceOf>;
  /** Sets the clock, marks the page, and lets its device poll if it is hinted. */
  minute(n: number): Promise<'hint' | 'no hint'>;
}

async function connectPage(): Promise<Connected> {
  const [db] = clocked.dbs as [Db];
  await clocked.setClock(START);
  const { id: ownerId } = await buildUser(db, { posting: true });
  const page = await buildPage(db, ownerId);
  const { id: assistantId } = await buildQueuedAssistant(db, ownerId, { pages: [page], flyers: ['One', 'Two'] });
  const device = deviceOf(db, page);
  const [{ id }] = await db.query('SELECT id FROM devices WHERE secret_hash = $1', [hashSecret(page.deviceSecret)]);
  const minute = async (n: number) => {
    await clocked.setClock(new Date(START.getTime() + n * MINUTE_MS));
    const [row] = await markConnectedPages(db, [[id]]);
    return row?.has_work ? 'hint' : 'no hint';
  };
  return { db, ownerId, assistantId, guid: page.guid, device, minute };
}

const post = async ({ device }: Connected) => {
  const claimed = await device.claim();
  await device.submitting(claimed);
  await device.posted(claimed);
};
const noLimits = { maxPosts: null, gapMinutes: null, hours: null };

/** Each makes the page wait, and says what ends that if it is not time. */
const kinds: Record<string, (page: Connected) => Promise<string | undefined>> = {
  not_due: async ({ db, guid }) => {
    await db.query('UPDATE page_postings SET delay_hours = 1 WHERE page_guid = $1', [guid]);
    await db.query('UPDATE pages SET has_scheduler = false WHERE guid = $1', [guid]);
    return undefined;
  },
  page_limit: async (page) => {
    await setLimits(page.db, page.guid, { ...noLimits, gapMinutes: WAITS });
    await post(page);
    return undefined;
  },
  'page_limit by hours': async ({ db, guid }) => {
    await setLimits(db, guid, { ...noLimits, hours: { from: '11:00', until: '12:00', zone: 'UTC' } });
    return undefined;
  },
  rate_limited: async ({ device }) => {
    await device.failed(await device.claim(), 'Wait.', 'rate_limited', WAITS * 60);
    return undefined;
  },
  assistant_paused: async ({ db, assistantId }) => {
    await db.query(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [assistantId]);
    return `UPDATE assistants SET pause_reason = NULL WHERE owner_id = $1`;
  },
  queue_paused: async ({ db, ownerId }) => {
    await db.query('UPDATE users SET is_posting_active = false WHERE id = $1', [ownerId]);
    return 'UPDATE users SET is_posting_active = true WHERE id = $1';
  },
};

test.each(Object.keys(kinds))(
  'a connected page that waits (%s) gets no hint before its time, and one then',
  async (kind) => {
    const page = await connectPage();
    const end = await kinds[kind]?.(page);
    expect(await page.device.poll()).toMatchObject({ claimed: null, waitReason: kind.split(' ')[0] });
    const hinted: number[] = [];
    for (let n = 1; n < WAITS + 10; n++) {
      if (n === WAITS && end) await page.db.query(end, [page.ownerId]);
      if ((await page.minute(n)) === 'no hint') continue;
      hinted.push(n);
      expect((await page.device.poll()).claimed).not.toBeNull();
      await page.db.query('DELETE FROM page_postings WHERE page_guid = $1 AND status = $2', [page.guid, 'pending']);
    }
    expect(hinted).toEqual([WAITS]);
  },
);
