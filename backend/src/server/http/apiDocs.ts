import { createRequire } from 'node:module';
import path from 'node:path';
import type Router from '@koa/router';
import { send } from '@koa/send';
import type { Middleware } from 'koa';

const uiFolder = () => path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

/** The content security policy allows only our own origin, and no inline scripts. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Flyerdeck API</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <main id="reference"></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;
/** No submit methods: users must not paste their tokens into this page. */
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', supportedSubmitMethods: [], validatorUrl: null, docExpansion: 'list', deepLinking: true });
`;

export function mountApiDocs(router: Router, makeDocument: () => object, limit: Middleware): void {
  const answer = (address: string, type: string, body: () => string) =>
    router.get(address, limit as never, (ctx) => {
      ctx.type = type;
      ctx.set('Cache-Control', 'no-cache');
      ctx.body = body();
    });
  let document: string | undefined;
  answer('/openapi.json', 'json', () => {
    document ??= JSON.stringify(makeDocument());
    return document;
  });
  answer('/docs', 'html', () => PAGE);
  answer('/docs/start.js', 'js', () => START);
  for (const file of UI_FILES) {
    router.get(`/docs/${file}`, limit as never, async (ctx) => {
      await send(ctx, file, { root: uiFolder() });
      ctx.set('Cache-Control', 'no-cache');
    });
  }
}
