import { getAvatar } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { notFound } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { PREVIEW_TOKEN_HEADER } from '../http/secrets.ts';
import { createAvatars } from './avatars.service.ts';

export function mountAvatarsRoutes(endpoints: EndpointRouter, { limits }: AppContext): void {
  const avatars = createAvatars({ limit: limits.avatar });

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
