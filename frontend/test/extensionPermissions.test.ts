import { readFileSync } from 'node:fs';
import path from 'node:path';
import { manifestFor } from '../extension/manifest.ts';

const SITE = 'https://site.example';
const PRODUCT = 'https://flyerdeck.example';
/** What the document calls the addresses. */
const ADDRESSES: Readonly<Record<string, string>> = {
  [`${SITE}/*`]: 'the creator site',
  [`${PRODUCT}/*`]: 'your Flyerdeck',
};

test('extension.md names each permission of the extension, and no other', () => {
  const file = path.join(import.meta.dirname, '../../.github/docs/extension.md');
  const [, table = ''] = readFileSync(file, 'utf8').split('| permission | what for |\n|---|---|\n');
  const named = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split('|')[1]?.trim().replaceAll('`', ''));
  const { permissions, host_permissions: hosts } = manifestFor({ siteOrigin: SITE, productUrl: PRODUCT });
  expect(named.sort()).toEqual([...permissions, ...hosts.map((host) => ADDRESSES[host])].sort());
});
