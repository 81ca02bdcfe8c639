import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LoopbackServer } from '../creatorSite/loopbackServer.ts';

const DIST = path.join(import.meta.dirname, '../../dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves the built app as static files, without an API. `requestedPaths` has the requested paths, in order. */
export async function serveBuiltFiles() {
  const requestedPaths: string[] = [];
  const server = await LoopbackServer.start(async ({ url: { pathname } }) => {
    requestedPaths.push(pathname);
    const file = path.join(DIST, pathname === '/' ? 'index.html' : path.normalize(pathname));
    const body = await readFile(file).catch(() => undefined);
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    return body ? { status: 200, headers: { 'Content-Type': type }, body } : { status: 404 };
  });
  return { url: server.origin, requestedPaths, stop: () => server.stop() };
}
