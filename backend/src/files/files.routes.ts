import { getImage } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { findPublicImage } from './files.service.ts';

export function mountFilesRoutes(endpoints: EndpointRouter, { files, pool }: AppContext): void {
  endpoints.mount(getImage, async ({ params, query, ctx }) => {
    const image = await findPublicImage(pool, files, params.file_id, query.w);
    ctx.status = 200;
    ctx.etag = image.tag;
    if (ctx.fresh) {
      ctx.status = 304;
    } else {
      const { bytes, contentType } = await image.read();
      ctx.type = contentType;
      ctx.body = bytes;
    }
    // Only now: the answer that a picture is lost must not be kept. An id means the same bytes for ever. Private: a cache that
    // many share would show the picture after it was deleted.
    ctx.set('Cache-Control', 'private, max-age=31536000, immutable');
    // Bytes that somebody sent are never to be taken for anything but a picture.
    ctx.set('X-Content-Type-Options', 'nosniff');
  });
}
