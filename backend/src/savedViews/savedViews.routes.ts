import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '@flyerdeck/contracts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentSavedView } from './savedView.presenter.ts';
import { addView, changeView, listViewsOf, removeView } from './savedViews.service.ts';

export function mountSavedViewsRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(listSavedViews, async ({ db, user, query }) => ({
    views: (await listViewsOf(db, user.id, query.table)).map(presentSavedView),
  }));

  endpoints.mountInTransaction(
    createSavedView,
    async ({ db, user, body: { table, name, query, is_default: isDefault = false } }) =>
      presentSavedView(await addView(db, { userId: user.id, table, name, query, isDefault })),
  );

  endpoints.mountInTransaction(
    updateSavedView,
    async ({ db, user, params, body: { name, query, is_default: isDefault } }) =>
      presentSavedView(await changeView(db, { userId: user.id, id: params.id }, { name, query, isDefault })),
  );

  endpoints.mount(deleteSavedView, ({ db, user, params }) => removeView(db, { userId: user.id, id: params.id }));
}
