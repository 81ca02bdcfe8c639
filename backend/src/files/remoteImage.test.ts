import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchRemoteImage, isPrivateNetwork } from './remoteImage.ts';

const ALLOW_ALL = () => false;
let server: Server;
let base: string;
let requestedUrls: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    if (request.url === '/picture') response.setHeader('Content-Type', 'image/png').end('bytes');
    if (request.url === '/page') response.setHeader('Content-Type', 'text/html').end('<p>');
    if (request.url === '/moved') response.writeHead(302, { Location: '/picture' }).end();
    if (request.url === '/circle') response.writeHead(302, { Location: '/circle' }).end();
    if (request.url === '/huge') response.setHeader('Content-Type', 'image/png').end(Buffer.alloc(6 * 1024 * 1024));
    // '/silence' is never answered.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requestedUrls = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('fetches an image, also through a redirect', async () => {
  expect(await fetchRemoteImage(`${base}/picture`, ALLOW_ALL)).toEqual({
    contentType: 'image/png',
    bytes: Buffer.from('bytes'),
  });
  expect((await fetchRemoteImage(`${base}/moved`, ALLOW_ALL)).bytes.toString()).toBe('bytes');
});

test.each(['/page', '/circle', '/huge'])(
  'refuses a response of another type, a circular redirect and a file above 5 MB: %s',
  async (path) => {
    await expect(fetchRemoteImage(base + path, ALLOW_ALL)).rejects.toThrow();
  },
);

test('makes no request to a private network, by address or by name', async () => {
  const { port } = new URL(base);
  await expect(fetchRemoteImage(`${base}/picture`)).rejects.toThrow('not outside');
  await expect(fetchRemoteImage(`http://localhost:${port}/picture`)).rejects.toThrow('not outside');
  await expect(fetchRemoteImage(`http://[::1]:${port}/picture`)).rejects.toThrow('not outside');
  await expect(fetchRemoteImage('file:///etc/hostname')).rejects.toThrow('not outside');
  expect(requestedUrls).toEqual([]);
});

test('does not follow a redirect into a private network [S1.3-1]', async () => {
  const outside = createServer((_, response) => response.writeHead(302, { Location: 'http://10.0.0.1/' }).end());
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const { port } = outside.address() as AddressInfo;
  await expect(fetchRemoteImage(`http://127.0.0.1:${port}/`, (address) => address !== '127.0.0.1')).rejects.toThrow(
    '10.0.0.1 is not outside',
  );
  outside.closeAllConnections();
  await new Promise((resolve) => outside.close(resolve));
});

const PRIVATE = `
  127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 ::1 ::ffff:127.0.0.1 fe80::1 fd00::1 0.0.0.1
  100.64.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 239.255.255.250 255.255.255.255 ::
  ::10.0.0.1 ::ffff:10.0.0.1 ::ffff:0:10.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::10.0.0.1 100::1 2001::1 2001:2::1
  2001:10::1 2001:db8::1 2002:a00:1::1 3fff::1 5f00::1 fec0::1 ff02::1`;
const PUBLIC = '8.8.8.8 192.0.1.1 198.17.255.255 2001:4860:4860::8888 2a00:1450::1 2606:4700::1111';
test('addresses of private networks are told from others [S1.3-1]', () => {
  const words = (list: string) => list.trim().split(/\s+/);
  expect(words(PRIVATE).filter((address) => !isPrivateNetwork(address))).toEqual([]);
  expect(words(PUBLIC).filter(isPrivateNetwork)).toEqual([]);
});
