import { lookup as resolveHost } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 3;

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly (readonly [address: string, prefix: number])[]) => {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family);
  return list;
};

/** From IANA's registries of special-purpose addresses. */
const privateNetworks4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier NAT.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local. Cloud providers serve instance metadata here.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  // Documentation; so are 198.51.100.0 and 203.0.113.0.
  ['192.0.2.0', 24],
  // 6to4 relays.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  // Benchmarking.
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast and reserved.
  ['224.0.0.0', 3],
]);
// A separate list: in one list, an IPv4 address would match ::/3.
const privateNetworks6 = listOf('ipv6', [
  // Everything except global unicast (2000::/3): loopback, embedded IPv4 including NAT64, unique local, link-local, site-local, multicast.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  // Teredo, benchmarking, ORCHID and other IETF protocol assignments.
  ['2001::', 23],
  // Documentation; so is 3fff::.
  ['2001:db8::', 32],
  // 6to4, which may contain any IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
]);
export const isPrivateNetwork = (address: string) =>
  isIP(address) === 6 ? privateNetworks6.check(address, 'ipv6') : privateNetworks4.check(address, 'ipv4');

const refused = (host: string) => new Error(`${host} is not outside`);

/** The only lookup of the request, because a second one could return another address. */
const guardedLookup =
  (isForbidden: (address: string) => boolean): LookupFunction =>
  (host, options, done) => {
    resolveHost(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error(`${host} has no address`), '', 4);
      if (addresses.some(({ address }) => isForbidden(address))) return done(refused(host), '', 4);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

/** Throws for an address in a private network, after 5 seconds, beyond 5 MB, and when it is not an image. */
export async function fetchRemoteImage(
  url: string,
  isForbidden = isPrivateNetwork,
): Promise<{ contentType: string; bytes: Buffer }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let address = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await request(address, isForbidden, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      answer.destroy();
      address = new URL(headers.location, address);
      continue;
    }
    const contentType = headers['content-type'] ?? '';
    if (statusCode !== 200 || !/^image\//i.test(contentType)) {
      answer.destroy();
      throw new Error(`${address.host} did not return an image`);
    }
    return { contentType, bytes: await readWithin(answer, MAX_BYTES) };
  }
  throw new Error(`${address.host} redirects too often`);
}

async function request(
  url: URL,
  isForbidden: (address: string) => boolean,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const client = { 'http:': http, 'https:': https }[url.protocol];
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // For a host that is an IP address, there is no lookup that would check it.
  if (!client || (isIP(host) && isForbidden(host))) throw refused(url.host);
  const options = { lookup: guardedLookup(isForbidden), signal, headers: { Accept: 'image/*' } };
  return new Promise((resolve, reject) => {
    client.get(url, options, resolve).on('error', reject);
  });
}

async function readWithin(answer: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > maxBytes) throw new Error('the image is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
