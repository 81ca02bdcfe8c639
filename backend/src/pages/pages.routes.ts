import {
  getAvatar,
  listPickerPages,
  listUserPages,
  resumePage,
  setLimitsOfPages,
  unlinkPage,
  unlinkPages,
  updateTags,
  updateTagsOfPages,
} from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { oneRow } from '../database/statement.ts';
import { cancelFewOfPages } from '../postings/end/cancelPostings.query.ts';
import { notFound } from '../server/http/errors.ts';
import type { EndpointRouter } from '../server/http/mountEndpoint.ts';
import { PREVIEW_TOKEN_HEADER } from '../server/security/secrets.ts';
import { createAvatars } from './avatars.service.ts';
import { listPagesOf, presentPage, presentPicker, resumePages } from './pages.query.ts';
import { changeTagsOf, lockPagesOf, replaceTags, setLimitsOf, unlinkPagesOf } from './pages.service.ts';

export function mountPagesRoutes(endpoints: EndpointRouter, { hints, limits }: AppContext): void {
  const avatars = createAvatars({ limit: limits.avatar });
  /** Their devices poll and learn that they are unlinked. */
  const hintUnlinked = (guids: readonly string[]) => {
    for (const page of guids) hints.send({ kind: 'work', page });
  };

  endpoints.mount(listUserPages, async ({ db, user }) => ({
    pages: (await listPagesOf(db, [user.id])).map(presentPage),
  }));

  endpoints.mount(listPickerPages, async ({ db, user }) => presentPicker(await listPagesOf(db, [user.id])));

  endpoints.mountInTransaction(updateTags, async ({ db, user, params, body }) =>
    presentPage(await replaceTags(db, { ownerId: user.id, pageGuid: params.guid, tags: body.tags })),
  );

  endpoints.mountInTransaction(updateTagsOfPages, async ({ db, user, body: { guids, add, remove } }) => ({
    pages: (await changeTagsOf(db, { ownerId: user.id, pageGuids: guids, add, remove })).map(presentPage),
  }));

  endpoints.mountInTransaction(setLimitsOfPages, async ({ db, user, body: { guids, limits } }) => ({
    pages: (await setLimitsOf(db, { ownerId: user.id, pageGuids: guids }, limits)).map(presentPage),
  }));

  endpoints.mountInTransaction(resumePage, async ({ db, user, params }) => {
    await lockPagesOf(db, { ownerId: user.id, pageGuids: [params.guid] });
    return presentPage(await oneRow(resumePages(db, [[params.guid]])));
  });

  endpoints.mountInTransaction(unlinkPage, async ({ db, user, params, afterCommit }) => {
    const unlinked = await unlinkPagesOf(db, { ownerId: user.id, pageGuids: [params.guid] });
    afterCommit(() => hintUnlinked(unlinked));
    afterCommit((db) => cancelFewOfPages(db, unlinked));
  });

  endpoints.mountInTransaction(unlinkPages, async ({ db, user, body, afterCommit }) => {
    const unlinked = await unlinkPagesOf(db, { ownerId: user.id, pageGuids: body.guids });
    afterCommit(() => hintUnlinked(unlinked));
    afterCommit((db) => cancelFewOfPages(db, unlinked));
    return { unlinked };
  });

  endpoints.mount(getAvatar, async ({ db, params, ctx }) => {
    const image = await avatars.read(db, params.guid, ctx.get(PREVIEW_TOKEN_HEADER));
    if (!image) throw notFound('page.no_avatar', 'This page has no avatar.');
    ctx.status = 200;
    ctx.type = 'image/webp';
    ctx.body = image;
    // The address changes with the avatar. Private, because a shared cache would still serve it after the page is unlinked.
    ctx.set('Cache-Control', 'private, max-age=31536000, immutable');
  });
}
