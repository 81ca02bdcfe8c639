import { createHash, randomUUID } from 'node:crypto';
import {
  getAvatar,
  getDownload,
  getPreview,
  getTask,
  listPickerPages,
  listUserPages,
  openScreenshots,
  pollDevice,
  unlinkPage,
  uploadTasks,
} from '@flyerdeck/contracts';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { storeScreenshot } from '../../src/files/files.service.ts';
import { animatedGif, jpegTurned, png } from '../../src/files/images.fixture.ts';
import { nestedSvg } from '../../src/files/nestedSvg.fixture.ts';
import { createAvatars, saveAvatar } from '../../src/pages/avatars.service.ts';
import { completePosting } from '../../src/postings/report/report.query.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { flyerForm, makeAssistant } from './flyers.testing.ts';
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

test("a task's postings name the screenshots, which only the owner is told", async () => {
  const { owner, fileIds } = await signUpWithScreenshots();
  const { json } = await server.call(getTask, { as: owner.as, params: { id: owner.taskId } });
  expect(json.page_postings.map(({ picture_file_id }) => picture_file_id).sort()).toEqual(fileIds.slice(0, 2).sort());
  const other = await signUp(server);
  expect((await server.call(getTask, { as: other.as, params: { id: owner.taskId } })).error.code).toBe(
    'task.not_found',
  );
});

describeCall(server, getPreview, ({ succeeds }) => {
  succeeds('shows a posting without authentication', async () => {
    const owner = await signUpPosting(server, { flyers: ['Come in 🎉'] });
    const [page] = owner.pages;
    await server.call(pollDevice, {
      as: page?.deviceSecret ?? '',
      body: {
        counts: { home: 1, notifications: 120, messages: 0 },
        page: { avatar_url: 'https://cdn.example/ada.jpg' },
        // With this health the poll does not claim the posting.
        health: 'logged_out',
      },
    });
    await server.call(pollDevice, { as: page?.deviceSecret ?? '', body: { health: 'ok' } });
    const [{ id } = { id: '' }] = await server.context.db.query<{ id: string }[]>(
      'SELECT id FROM page_postings WHERE owner_id = $1',
      [owner.id],
    );
    const answer = await server.call(getPreview, { params: { pagePostingId: id } });
    expect(answer.json).toEqual({
      pageAvatarBase64: null,
      pageAvatarUrl: `/api/avatars/${page?.guid}?v=${createHash('md5').update('https://cdn.example/ada.jpg').digest('hex').slice(0, 8)}`,
      homeCount: 1,
      notificationsCount: 120,
      messagesCount: 0,
      imageUrl: null,
      description: 'Come in 🎉',
    });
  });

  succeeds("shows the scheduled time in the device's time zone, and the URL of the picture", async () => {
    const owner = await signUpPosting(server);
    const id = await owner.post(owner.pages[0], 'claimed');
    const { _id: assistantId } = await makeAssistant(server, owner);
    const upload = { as: owner.as, params: { id: assistantId }, body: flyerForm([await png()]) };
    const fileId = (await server.call(uploadTasks, upload)).json[0]?.file_id;
    const { pool } = server.context;
    await pool.query('UPDATE tasks SET file_id = $2 WHERE id = $1', [owner.taskId, fileId]);
    await pool.query(`UPDATE page_postings SET scheduled_for = '2026-11-22T22:00:00Z' WHERE id = $1`, [id]);
    await pool.query(`UPDATE pages SET time_zone = 'America/New_York' WHERE owner_id = $1`, [owner.id]);
    const answer = await server.call(getPreview, { params: { pagePostingId: id } });
    expect(answer.json).toMatchObject({
      scheduleText: 'Nov 22, 2026, 5:00 PM',
      imageUrl: `/api/get_image/${fileId}`,
    });
  });
});

const ADDRESS = 'https://cdn.example/ada.png';

/** An owner whose page has reported this address of its avatar. */
async function signUpWithAvatar(address = ADDRESS) {
  const owner = await signUpPosting(server);
  const guid = owner.pages[0]?.guid ?? '';
  await setAddress(guid, address);
  return { ...owner, guid };
}
const setAddress = (guid: string, address: string | null) =>
  server.context.pool.query('UPDATE pages SET avatar_url = $2 WHERE guid = $1', [guid, address]);

/** Avatars from a site that returns these bytes. `asked` counts the downloads. */
function avatarsFrom(bytes: () => Promise<Buffer>) {
  const site = { asked: 0 };
  const avatars = createAvatars({
    limit: server.context.limits.avatar,
    fetchImage: async () => {
      site.asked++;
      return { contentType: 'image/png', bytes: await bytes() };
    },
  });
  return { site, read: (guid: string) => avatars.read(server.context.db, guid, '') };
}

describeCall(server, getAvatar, ({ succeeds, refuses }) => {
  succeeds('returns the stored avatar, which browsers may keep', async () => {
    const { guid } = await signUpWithAvatar();
    await saveAvatar(server.context.db, [guid, ADDRESS, Buffer.from('webp')]);
    const answer = await server.call(getAvatar, { params: { guid }, query: { v: '1' } });
    expect([answer.bytes.toString(), answer.headers.get('Content-Type')]).toEqual(['webp', 'image/webp']);
    expect(answer.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
  });
  const sentence = 'This page has no avatar.';
  refuses('when the page is unlinked', { code: 'page.no_avatar', sentence }, async () => {
    const { guid, as } = await signUpWithAvatar();
    await saveAvatar(server.context.db, [guid, ADDRESS, Buffer.from('webp')]);
    await server.call(unlinkPage, { as, params: { guid } });
    return () => server.call(getAvatar, { params: { guid } });
  });
});

test('lists and previews name only addresses of this server [S1.3-2]', async () => {
  const { as, guid, post, pages } = await signUpWithAvatar();
  const address = `/api/avatars/${guid}?v=`;
  const shown = async () => {
    const { json: listed } = await server.call(listUserPages, { as });
    const { json: picker } = await server.call(listPickerPages, { as });
    const { json: preview } = await server.call(getPreview, { params: { pagePostingId } });
    return [listed.pages[0]?.avatarThumbUrl, picker.pages[0]?.avatarUrl, preview.pageAvatarUrl];
  };
  const pagePostingId = await post(pages[0], 'posted');
  const before = await shown();
  expect(before).toEqual(Array(3).fill(expect.stringMatching(`^${address.replace('?', '\\?')}[0-9a-f]{8}$`)));
  await setAddress(guid, `${ADDRESS}?2`);
  expect((await shown()).filter((path) => before.includes(path))).toEqual([]);
  const file = randomUUID();
  await setAddress(guid, `http://127.0.0.1:3000/api/get_image/${file}`);
  expect(await shown()).toEqual(Array(3).fill(`/api/get_image/${file}`));
  await setAddress(guid, null);
  expect(await shown()).toEqual([null, null, null]);
});

test.each([
  ['PNG', () => png(400, 400)],
  ['JPEG', () => jpegTurned(300, 400)],
  ['animation', () => animatedGif(200, 200)],
])('a %s is stored as a small WebP of one frame, downloaded once', async (_, bytes) => {
  const { guid } = await signUpWithAvatar();
  const { site, read } = avatarsFrom(bytes);
  const [first, second] = await Promise.all([read(guid), read(guid)]);
  const facts = await sharp(first as Buffer).metadata();
  expect([facts.format, facts.width, facts.pages]).toEqual(['webp', 96, undefined]);
  expect([second, site.asked]).toEqual([first, 1]);
  await setAddress(guid, `${ADDRESS}?2`);
  expect(await read(guid)).not.toBeNull();
  expect(site.asked).toBe(2);
});

test.each([
  ['an SVG of nested copies', async () => nestedSvg()],
  ['a text', async () => Buffer.from('<html>')],
  ['an error', () => Promise.reject(new Error('refused'))],
])('%s is not shown, and not downloaded again for an hour [S1.3-2]', async (_, bytes) => {
  const { guid } = await signUpWithAvatar();
  const { site, read } = avatarsFrom(bytes);
  expect([await read(guid), await read(guid), site.asked]).toEqual([null, null, 1]);
  const age = "UPDATE page_avatars SET tried_at = now() - interval '61 minutes' WHERE page_guid = $1";
  await server.context.pool.query(age, [guid]);
  await read(guid);
  expect(site.asked).toBe(2);
});
