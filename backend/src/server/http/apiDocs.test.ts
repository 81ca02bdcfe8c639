import { registry } from '@flyerdeck/contracts';
import { useTestServer } from '../../../test/testServer.ts';

const server = useTestServer();
const get = (path: string) => fetch(`${server.baseUrl}/api${path}`);

test('the document contains every call', async () => {
  const { paths } = (await (await get('/openapi.json')).json()) as { paths: Record<string, object> };
  const calls = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  expect(calls).toBe(Object.keys(registry).length);
});

test('the page loads scripts and styles only from its own origin, and contains none inline', async () => {
  const response = await get('/docs');
  const page = await response.text();
  expect(response.headers.get('Content-Security-Policy')).toMatch(/script-src 'self'( 'sha256-[^']+')?(;|$)/);
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
  expect(addresses).toHaveLength(4);
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style/);
  for (const address of addresses.filter((each) => each.startsWith('/api/'))) {
    const file = await fetch(`${server.baseUrl}${address}`);
    expect([address, file.status]).toEqual([address, 200]);
    expect(file.headers.get('Content-Type')).toMatch(address.endsWith('.css') ? /css/ : /javascript/);
  }
});

test('other files of the package are not served', async () => {
  expect((await get('/docs/swagger-initializer.js')).status).toBe(404);
  expect((await get('/docs/..%2fpackage.json')).status).toBe(404);
});
