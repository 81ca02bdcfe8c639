import { lookup as resolveHost } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const PATIENCE_MS = 5_000;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 3;

export interface OutsideImage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Networks that are nobody's business but ours: loopback, private, link-local (cloud metadata), carrier NAT, reserved. */
const ownNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  ownNetworks.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  ownNetworks.addSubnet(network, prefix, 'ipv6');
}
export const isOwnNetwork = (address: string) => ownNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const refused = (host: string) => new Error(`${host} is not outside`);

/** Judges the very address that is then connected to: a second resolution could answer another one. */
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

/**
 * Fetches a picture that somebody's page names, as an avatar, from somewhere in the world: never from our own network,
 * at most 5 seconds and 5 MB, and nothing but a picture. Throws otherwise.
 */
export async function fetchOutsideImage(url: string, isForbidden = isOwnNetwork): Promise<OutsideImage> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
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
      throw new Error(`${address.host} answered no picture`);
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
  // A host that is an address already is never looked up.
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
    if (total > maxBytes) throw new Error('the picture is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
