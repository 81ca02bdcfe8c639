import { type ExportBody, getDownload, requestExport } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUpAdmin, useAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

const admin = useAdmin(server);

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
