import { Readable } from 'node:stream';
import { getImage } from '@flyerdeck/contracts';
import type { Logger } from 'pino';
import type { EndpointRouter } from '../server/http/mountEndpoint.ts';
import { PREVIEW_TOKEN_HEADER } from '../server/security/secrets.ts';
import type { FileStore } from './fileStore.ts';
import { findPublicImage } from './files.service.ts';

export function mountFilesRoutes(
  endpoints: EndpointRouter,
  { files, logger }: { readonly files: FileStore; readonly logger: Logger },
): void {
  endpoints.mount(getImage, async ({ db, params, query, ctx }) => {
    const image = await findPublicImage(db, files, params.file_id, query.w, ctx.get(PREVIEW_TOKEN_HEADER));
    ctx.status = 200;
    ctx.etag = image.tag;
    if (ctx.fresh) {
      ctx.status = 304;
    } else {
      const { body, contentType, size } = await image.open();
      ctx.type = contentType;
      ctx.body = body;
      ctx.length = size;
      if (body instanceof Readable) {
        body.once('error', (error) =>
          logger.warn({ err: error, fileId: params.file_id }, 'the download of a picture was aborted'),
        );
      }
    }
    // Last, because a 404 must not be cached. Private, because a shared cache would still serve the picture after its deletion.
    ctx.set('Cache-Control', 'private, max-age=31536000, immutable');
    // Browsers must not interpret uploaded bytes as anything but a picture.
    ctx.set('X-Content-Type-Options', 'nosniff');
  });
}
