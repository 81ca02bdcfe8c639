import { execFile } from 'node:child_process';
import { createHash, createPublicKey } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { EXTENSION_ID, EXTENSION_VERSION } from '@flyerdeck/contracts/extension.values';
import { expect, test as plainTest } from '@playwright/test';
import { unzipSync } from 'fflate';
import { buildExtension } from '../scripts/buildExtension.mjs';
import { evaluateInContentScript } from './contentScriptWorld.ts';
import { TEST_WAITS } from './ExtensionBrowser.ts';
import { test } from './extensionStory.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = ['package.json', 'extension', 'scripts', 'src/lib', '../contracts/src'];
const SCRIPTS = ['background.js', 'content.js', 'popup.js', 'record.js'];

/** Builds from a copy of the sources in another folder and time zone. Returns the hash of the zip. */
async function buildElsewhere(timeZone: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `flyerdeck-build-${timeZone.replaceAll(/\W/g, '-')}-`));
  try {
    for (const source of SOURCES) {
      const at = path.join('frontend', source);
      await cp(path.join(ROOT, at), path.join(folder, at), { recursive: true });
    }
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    const options = { cwd: path.join(folder, 'frontend'), env: { ...process.env, TZ: timeZone } };
    await promisify(execFile)(process.execPath, ['scripts/buildExtension.mjs'], options);
    return hashOf(await readFile(path.join(folder, 'frontend/dist/extension.zip')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

plainTest('builds in other folders and time zones give the same zip, byte for byte', async () => {
  const built = hashOf(await readFile(path.join(ROOT, 'frontend/dist/extension.zip')));
  const hashes = [await buildElsewhere('Pacific/Kiritimati'), await buildElsewhere('America/St_Johns')];
  expect(hashes).toEqual([built, built]);
});

plainTest('its permissions are minimal, and its key gives EXTENSION_ID', async () => {
  const manifest = JSON.parse(textOf((await buildExtension())['manifest.json']));
  expect(manifest).toMatchObject({
    manifest_version: 3,
    version: EXTENSION_VERSION,
    permissions: ['alarms', 'storage'],
    host_permissions: ['http://127.0.0.1:3000/*', 'https://onlyfans.com/*'],
    externally_connectable: { matches: ['http://127.0.0.1:3000/*'] },
    content_scripts: [{ matches: ['https://onlyfans.com/*'], js: ['content.js'] }],
  });
  expect(Object.keys(manifest).join()).not.toMatch(/optional_|web_accessible|security_policy|sandbox|update_url/);
  const der = createPublicKey({ key: Buffer.from(manifest.key, 'base64'), format: 'der', type: 'spki' });
  const hash = hashOf(der.export({ type: 'spki', format: 'der' })).slice(0, 32);
  expect([...hash].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('')).toBe(EXTENSION_ID);
});

plainTest('it runs no remote code, and its content script cannot call the product', async () => {
  const files = await buildExtension();
  for (const name of SCRIPTS) {
    const code = textOf(files[name]);
    expect(code, name).not.toMatch(
      /\beval\s*\(|new Function\b|\bimport\s*\(|importScripts|createElement\(["']script|innerHTML\s*=/,
    );
    expect(code, name).not.toMatch(/\bfrom\s+["'](https?:)?\/\//);
  }
  // It loads pages of the site that it is on, only: the account's page, and for the recorder who is logged in.
  const ownOrigin = /\bfetch\(new URL\(\w+, location\.origin\), /g;
  const content = textOf(files['content.js']);
  expect(content).toMatch(ownOrigin);
  expect(content.replaceAll(ownOrigin, '')).not.toMatch(
    /\bfetch\s*\(|XMLHttpRequest|chrome\.storage|Authorization|\.secret\b/,
  );
});

plainTest('the built scripts differ from those of the tests in the waits only: 30, 20 and 60 seconds', async () => {
  const shipped = await buildExtension();
  const tested = await buildExtension({ waits: TEST_WAITS });
  const waits = /\{ alarmSeconds: \d+, siteSeconds: \d+, answerSeconds: \d+ \}/;
  expect(textOf(tested['background.js'])).not.toBe(textOf(shipped['background.js']));
  for (const name of SCRIPTS) {
    const code = textOf(tested[name]).replace(waits, '{ alarmSeconds: 30, siteSeconds: 20, answerSeconds: 60 }');
    expect(textOf(shipped[name]), name).toBe(code);
  }
});

test('the product serves this build, preconfigured with its own address', async ({ product }) => {
  const answer = await fetch(`${product.baseUrl}/extension.zip`);
  expect(answer.headers.get('Content-Disposition')).toBe(
    `attachment; filename="flyerdeck-extension-${EXTENSION_VERSION}.zip"`,
  );
  const served = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const tested = await buildExtension({ siteOrigin: 'http://127.0.0.1:1', productUrl: product.baseUrl });
  expect(Object.keys(served).sort()).toEqual(Object.keys(tested).sort());
  for (const [name, bytes] of Object.entries(tested)) {
    if (name !== 'manifest.json') expect(textOf(served[name]), name).toBe(textOf(bytes));
  }
  const [manifest, expected] = [served, await buildExtension({ productUrl: product.baseUrl })].map((files) =>
    JSON.parse(textOf(files['manifest.json'])),
  );
  expect(manifest).toEqual(expected);
});

test("content scripts and pages of the product and the site cannot read the device's secret", async ({ story }) => {
  await story.linkPage();
  const worker = await story.browser.worker();
  const stored = await worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { local: { get(): Promise<unknown> } } } };
    return JSON.stringify(await chrome.storage.local.get());
  });
  // Checks that a secret is stored, so that the search below can fail.
  const secret = /"secret":"([^"]{20,})"/.exec(stored)?.[1] ?? '';
  expect(secret).not.toBe('');

  const tab = await story.browser.newPage();
  await tab.goto(story.site.origin);
  const inContentScript = (code: string) => evaluateInContentScript(tab, code);
  expect(await inContentScript('chrome.runtime.id')).toBe(EXTENSION_ID);
  const answers = await Promise.all(
    [
      'chrome.storage.local.get().then(JSON.stringify)',
      'chrome.storage.session.get().then(JSON.stringify)',
      "chrome.runtime.sendMessage({ kind: 'state' }).then(JSON.stringify)",
      "chrome.runtime.sendMessage({ kind: 'outcome', postingId: 'x', outcome: { kind: 'posted', externalPostId: null } }).then(JSON.stringify)",
    ].map((code) =>
      inContentScript(`Promise.resolve().then(() => ${code}).catch((error) => 'refused: ' + error.message)`),
    ),
  );
  for (const answer of answers) expect(String(answer)).not.toContain(secret);
  expect(answers[0]).toMatch(/^refused: Access to storage is not allowed from this context/);
  expect(answers[1]).toMatch(/^refused: Access to storage is not allowed from this context/);
  // The extension does not answer pages of the site.
  expect(answers[2]).toBeUndefined();
  // Scripts of the site cannot access the extension.
  expect(await tab.evaluate(() => typeof (globalThis as { chrome?: { runtime?: unknown } }).chrome?.runtime)).toBe(
    'undefined',
  );

  const product = await story.openProduct();
  const replies = await product.evaluate(async (id) => {
    const { chrome } = globalThis as unknown as {
      chrome: { runtime: { sendMessage(...args: unknown[]): Promise<unknown> } };
    };
    const messages = ['poll', 'state', 'link', 'outcome', 'press'].map((kind) => ({ kind, postingId: 'x', page: {} }));
    return Promise.all(messages.map((message) => chrome.runtime.sendMessage(id, message)));
  }, EXTENSION_ID);
  // The extension answers no other messages of the product's pages.
  expect(replies).toEqual([{ version: EXTENSION_VERSION }, undefined, undefined, undefined, undefined]);
});
