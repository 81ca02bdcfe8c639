import { getPreview } from '@flyerdeck/contracts';
import { notFound } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentPreview } from './preview.presenter.ts';
import { findPreview } from './preview.query.ts';

export function mountPostingsRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(getPreview, async ({ db, params }) => {
    const [row] = await findPreview(db, [params.pagePostingId]);
    if (!row) throw notFound('posting.not_found', 'There is no such posting.');
    return presentPreview(row);
  });
}
