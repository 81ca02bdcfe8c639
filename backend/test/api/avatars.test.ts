import { randomUUID } from 'node:crypto';
import { getAvatar, getPreview, listPickerPages, listUserPages, unlinkPage } from '@flyerdeck/contracts';
import sharp from 'sharp';
import { animatedGif, jpegTurned, png } from '../../src/files/images.fixture.ts';
import { nestedSvg } from '../../src/files/nestedSvg.fixture.ts';
import { createAvatars, saveAvatar } from '../../src/pages/avatars.service.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();
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

test('an avatar is not stored after its page has got another address meanwhile', async () => {
  const { guid } = await signUpWithAvatar();
  const { read } = avatarsFrom(async () => {
    await setAddress(guid, null);
    return png();
  });
  await read(guid);
  const { rowCount } = await server.context.pool.query('SELECT FROM page_avatars WHERE page_guid = $1', [guid]);
  expect(rowCount).toBe(0);
});
