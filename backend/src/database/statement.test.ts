import { useTestDatabase } from '../../test/testDatabase.ts';
import { statementWithIsoTimes } from './statement.ts';

const database = useTestDatabase();

const TIMES = [
  '2026-11-23 04:27:24.123456+00',
  '2026-11-23 04:27:24.999999+00',
  '2026-11-23 04:27:24.12+00',
  '2026-11-23 04:27:24+00',
  '1999-12-31 23:59:59.5+00',
];
const readTimes = statementWithIsoTimes<{ time: string | null }, [string[]]>(
  'SELECT unnest($1::text[])::timestamptz AS time',
);

test.each(['UTC', 'Asia/Kathmandu'])(
  'times are texts as Date.toISOString writes them, in the time zone %s',
  async (zone) => {
    await database.db.transaction(async (db) => {
      await db.query(`SET LOCAL TimeZone = '${zone}'`);
      const rows = await readTimes(db, [TIMES]);
      const dates: { time: Date }[] = await db.query('SELECT unnest($1::text[])::timestamptz AS time', [TIMES]);
      expect(rows).toEqual(dates.map(({ time }) => ({ time: time.toISOString() })));
    });
  },
);
