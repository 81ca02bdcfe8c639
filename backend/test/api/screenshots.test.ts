import { deleteAssistant, getDownload, getTask, openScreenshots } from '@flyerdeck/contracts';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { screenshotEntries } from '../../src/assistants/flyers/screenshotsZip.ts';
import { storeScreenshot } from '../../src/files/files.service.ts';
import { completePosting } from '../../src/postings/report/report.query.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

const picture = (width: number) =>
  sharp({ create: { width, height: 20, channels: 3, background: '#48c' } })
    .png()
    .toBuffer();

/** Posts the next flyer of each page, with a screenshot. */
async function postWithScreenshots(owner: PostingOwner): Promise<string[]> {
  const fileIds: string[] = [];
  for (const page of owner.pages) {
    const id = await owner.post(page, 'posted');
    const bytes = await picture(30 + fileIds.length);
    const screenshotFileId = await storeScreenshot(server.context.db, server.context.files, {
      ownerId: owner.id,
      bytes,
    });
    await completePosting(server.context.db, id, { screenshotFileId });
    fileIds.push(screenshotFileId);
  }
  return fileIds;
}

async function signUpWithScreenshots() {
  const owner = await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Luna: 24/7', 'Luna: 24/7'] });
  const fileIds = await postWithScreenshots(owner);
  return { owner, fileIds: [...fileIds, ...(await postWithScreenshots(owner))] };
}

const open = ({ as }: Person, id: string) => server.call(openScreenshots, { as, params: { id } });
async function ticketOf(owner: PostingOwner): Promise<string> {
  const { json } = await open(owner, owner.assistantId);
  return json.download_url.split('/').at(-1) ?? '';
}
const download = (ticket: string) => server.call(getDownload, { params: { ticket } });

describeCall(server, openScreenshots, ({ succeeds, refuses }) => {
  succeeds('tells how many screenshots the ZIP has', async () => {
    const { owner } = await signUpWithScreenshots();
    const answer = await open(owner, owner.assistantId);
    expect(answer.json).toMatchObject({ screenshots: 4, left_out: 0 });
    expect(answer.json.download_url).toMatch(/^\/api\/downloads\/[\w-]{43}$/);
  });
  refuses('while there are no screenshots', 'assistant.no_screenshots', async () => {
    const owner = await signUpPosting(server);
    return () => open(owner, owner.assistantId);
  });
});

test('the ZIP has all screenshots, a folder for each flyer, with names that differ', async () => {
  const { owner } = await signUpWithScreenshots();
  const answer = await download(await ticketOf(owner));
  expect(answer.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="flyerdeck-screenshots-[\d-]{10}\.zip"$/,
  );
  // Telegram's web client downloads the mini app's ZIPs by a script.
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://web.telegram.org');
  const files = unzipSync(answer.bytes);
  expect(Object.keys(files)).toHaveLength(4);
  for (const name of Object.keys(files)) expect(name).toMatch(/^Flyer 0[12]\/Luna {2}24 7 \([\w-]+\)\.png$/);
  const widths = await Promise.all(Object.values(files).map(async (bytes) => (await sharp(bytes).metadata()).width));
  expect(widths.sort()).toEqual([30, 30, 31, 31]);
});

test('the ZIP of an assistant that was deleted since the ticket is empty', async () => {
  const { owner } = await signUpWithScreenshots();
  const ticket = await ticketOf(owner);
  await server.call(deleteAssistant, { as: owner.as, params: { id: owner.assistantId } });
  expect(unzipSync((await download(ticket)).bytes)).toEqual({});
});

test('the last flyers are left out of a ZIP that would be too large, by bytes and by files', async () => {
  const { owner } = await signUpWithScreenshots();
  const namesWithin = async (limits: { maxBytes: number; maxFiles: number }) => {
    const names: string[] = [];
    for await (const { name } of screenshotEntries(
      server.context,
      { ownerId: owner.id, assistantId: owner.assistantId },
      limits,
    )) {
      names.push(name);
    }
    return names.map((name) => name.slice(0, 8));
  };
  expect(await namesWithin({ maxBytes: 1e9, maxFiles: 3 })).toEqual(['Flyer 01', 'Flyer 01', 'Flyer 02']);
  expect(await namesWithin({ maxBytes: (await picture(30)).length + 1, maxFiles: 10 })).toEqual(['Flyer 01']);
});

test("a task's postings name the screenshots, which only the owner is told", async () => {
  const { owner, fileIds } = await signUpWithScreenshots();
  const { json } = await server.call(getTask, { as: owner.as, params: { id: owner.taskId } });
  expect(json.page_postings.map(({ picture_file_id }) => picture_file_id).sort()).toEqual(fileIds.slice(0, 2).sort());
  const other = await signUp(server);
  expect((await server.call(getTask, { as: other.as, params: { id: owner.taskId } })).error.code).toBe(
    'task.not_found',
  );
});
