import {
  listPickerPages,
  listUserPages,
  unlinkPage,
  unlinkPages,
  updateTags,
  updateTagsOfPages,
} from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentPage, presentPicker } from './page.presenter.ts';
import { listPagesOf, listPickerPagesOf } from './pages.query.ts';
import { changeTagsOf, replaceTags, unlinkPageOf, unlinkPagesOf } from './pages.service.ts';

export function mountPagesRoutes(endpoints: EndpointRouter, { db }: AppContext): void {
  endpoints.mount(listUserPages, async ({ user }) => ({
    pages: (await listPagesOf(db, [user.id])).map(presentPage),
  }));

  endpoints.mount(listPickerPages, async ({ user }) => presentPicker(await listPickerPagesOf(db, [user.id])));

  endpoints.mount(updateTags, async ({ user, params, body }) =>
    presentPage(await replaceTags(db, { ownerId: user.id, pageGuid: params.guid, tags: body.tags })),
  );

  endpoints.mount(updateTagsOfPages, async ({ user, body: { guids, add, remove } }) => ({
    pages: (await changeTagsOf(db, { ownerId: user.id, pageGuids: guids, add, remove })).map(presentPage),
  }));

  endpoints.mount(unlinkPage, async ({ user, params }) => {
    await unlinkPageOf(db, { ownerId: user.id, pageGuid: params.guid });
  });

  endpoints.mount(unlinkPages, async ({ user, body }) => ({
    unlinked: await unlinkPagesOf(db, { ownerId: user.id, pageGuids: body.guids }),
  }));
}
