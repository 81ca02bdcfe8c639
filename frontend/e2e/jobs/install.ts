import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, open, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task, TaskDetail } from '@flyerdeck/contracts';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { startFakeBotApi } from '../../../backend/test/fakeBotApi/fakeBotApi.ts';
import { signedWidgetQuery } from '../initData.ts';
import { linkPage, queueAssistant } from '../sampleAccount.ts';
import { Person } from '../spec/Person.ts';

const DOCS = path.join(import.meta.dirname, '../../../.github/docs');
const BASE_URL = 'https://flyers.example';
const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK';
const BACKUPS = 'var/backups/flyerdeck';
const INSTALL_ROOT = process.env.INSTALL_ROOT ?? '';
const inRoot = (...names: string[]) => path.join(INSTALL_ROOT, ...names);

/** The commands without Docker under a heading of a document, up to the next heading. */
async function commandsUnder(document: string, heading: string): Promise<string[]> {
  const found: string[] = [];
  let title = '';
  let block: string[] | null = null;
  for (const line of (await readFile(path.join(DOCS, document), 'utf8')).split('\n')) {
    if (line.startsWith('```')) {
      if (block !== null && title === heading) found.push(block.join('\n'));
      block = block === null ? [] : null;
    } else if (block) block.push(line);
    else title = /^#+ (.+)$/.exec(line)?.[1] ?? title;
  }
  return found.filter((commands) => !commands.includes('docker '));
}

/** Keeps the variable `release` for the next commands, as in the shell of a person. */
const SHELL = `
  [ ! -e /run/release ] || release=$(cat /run/release)
  trap 'printf %s "\${release-}" >/run/release' EXIT
  eval "$1"`;

/** Runs commands in the empty Debian, as root. Returns what they print. */
async function follow(commands = 'false # The document has no such commands.', values: Record<string, string> = {}) {
  const given = { REPOSITORY: '/srv/flyerdeck.git', '123456:ABC...': BOT_TOKEN, ...values };
  const text = Object.entries(given).reduce((filled, [name, value]) => filled.replaceAll(name, value), commands);
  process.stdout.write(`${text.replaceAll(/^/gm, '$ ').trimEnd()}\n`);
  const file = inRoot('var/log/commands.log');
  const log = await open(file, 'w');
  const env = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LANG=C'];
  const options = ['DEBIAN_FRONTEND=noninteractive', 'NODE_EXTRA_CA_CERTS=/usr/local/etc/authorities.pem'];
  const args = [INSTALL_ROOT, 'env', '-i', ...env, ...options, 'bash', '-euc', SHELL, 'bash', text];
  const child = spawn('chroot', args, { stdio: ['ignore', log.fd, log.fd] });
  // Not `close`, because services that were started keep the log open.
  const [status] = await once(child, 'exit');
  await log.close();
  const output = await readFile(file, 'utf8');
  if (status !== 0) throw new Error(`Status ${status} of:\n${text}\n${output.slice(-4_000)}`);
  return output;
}

/** Repeats commands that may fail for a time. */
const followUntilDone = (commands: string | undefined) => expect(() => follow(commands)).toPass({ intervals: [5_000] });

const signIn = (id: number) => {
  const widget = Object.fromEntries(new URLSearchParams(signedWidgetQuery(BOT_TOKEN, { id, first_name: 'Ida' })));
  return Person.signIn(BASE_URL, String(id), { widget });
};

/** Makes calls until it is stopped. Returns how many succeeded, and what failed. */
function startTraffic(calls: readonly (() => Promise<unknown>)[]) {
  const failures: string[] = [];
  let answered = 0;
  let isStopping = false;
  const loops = calls.map(async (call) => {
    while (!isStopping) {
      await call().then(
        () => answered++,
        (error) => failures.push(String(error)),
      );
      await sleep(20);
    }
  });
  return async () => {
    isStopping = true;
    await Promise.all(loops);
    return { answered, failures };
  };
}

type Linked = Awaited<ReturnType<typeof linkPage>>;

/** From a flyer to the screenshot of its post. */
async function postFlyer(owner: Person, { device, guid }: Linked, text: string): Promise<void> {
  await queueAssistant(owner, { name: text, texts: [text], rules: { target_pages: [guid] }, hue: 30 });
  await owner.call('POST', '/queue/start');
  await device.post();
  const isPosted = async () => (await textsPosted(owner)).includes(text);
  await expect.poll(isPosted).toBe(true);
}

const completed = (owner: Person) => owner.call<Task[]>('GET', '/tasks?status=completed');
const textsPosted = async (owner: Person) => (await completed(owner)).map(({ description }) => description);

/** The smaller side of the screenshot of each post. */
async function screenshotSizes(owner: Person): Promise<number[]> {
  const details = await Promise.all(
    (await completed(owner)).map(({ _id }) => owner.call<TaskDetail>('GET', `/tasks/${_id}`)),
  );
  const pictures = details.flatMap(({ page_postings }) => page_postings.map(({ picture_file_id }) => picture_file_id));
  return Promise.all(
    pictures.map(async (id) => {
      const picture = await fetch(`${BASE_URL}/api/get_image/${id}`);
      const { width = 0, height = 0 } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
      return Math.min(width, height);
    }),
  );
}

const currentRelease = async () => path.basename(await readlink(inRoot('opt/flyerdeck/current')));
const scheduledBackups = async () => (await readdir(inRoot(BACKUPS))).filter((name) => /^\d{4}-.*Z$/.test(name)).sort();

test('from an empty Debian to a posted flyer, then backup, upgrade under load, rollback and restore', async () => {
  test.setTimeout(40 * 60_000);
  const botApi = await startFakeBotApi({ token: BOT_TOKEN, username: 'our_flyers_bot' });
  const install = (heading: string) => commandsUnder('install-without-docker.md', heading);
  const [makeRelease, firstTime] = await install('A release');
  const [nameBoth, doctor, makeAdmin] = await install('Both processes, check and first admin');
  const [nginx] = await install('nginx');

  await test.step('install', async () => {
    await follow((await install('Packages'))[0]);
    // As systemd does after their installation.
    await follow('service postgresql start; service nginx start');
    await follow((await install('Database and settings'))[0]);
    // Settings of this test.
    await appendFile(inRoot('opt/flyerdeck/.env'), `TELEGRAM_API_ROOT=${botApi.url}\nRATE_LIMIT_FACTOR=1000\n`);
    await follow(makeRelease);
    await follow(firstTime);
    await follow(nginx);
    await follow(nameBoth);
    // The check of the backups succeeds a minute after the start.
    await followUntilDone(doctor);
  });

  const oldRelease = await currentRelease();
  const owner = await signIn(700_000_001);
  const erased = await signIn(700_000_002);
  await follow(makeAdmin, { TELEGRAM_ID: owner.session.telegram_id });
  await owner.call('GET', '/admin/backups');

  const page = await linkPage(owner, BASE_URL, 'Luna Star', null, []);
  await test.step('post a flyer', async () => {
    await postFlyer(owner, page, 'Before the upgrade');
    expect((await screenshotSizes(owner)).every((size) => size > 600)).toBe(true);
    botApi.telegram.sendText({ id: 700_000_003, first_name: 'Ada' }, '/start');
    await expect.poll(() => botApi.telegram.messagesTo(700_000_003).length).toBe(1);
  });

  const [backUp, switchRelease] = await commandsUnder('upgrade.md', 'Upgrade without Docker');
  await test.step('upgrade under load', async () => {
    const stopTraffic = startTraffic([
      async () => expect((await fetch(BASE_URL)).status).toBe(200),
      () => owner.call('GET', '/get_user_pages'),
      () => owner.call('PUT', `/pages/${page.guid}/tags`, { tags: ['promo'] }),
      () => page.device.poll(),
    ]);
    await follow('git -C /srv/flyerdeck.git update-ref refs/heads/main refs/heads/new');
    await follow(backUp);
    await follow(makeRelease);
    await follow(switchRelease);
    const { answered, failures } = await stopTraffic();
    process.stdout.write(`${answered} requests were answered during the upgrade, and ${failures.length} failed.\n`);
    expect(failures).toEqual([]);
    expect(await currentRelease()).not.toBe(oldRelease);
    await postFlyer(owner, page, 'After the upgrade');
  });

  await test.step('a backup by an admin, then an erased account', async () => {
    const before = (await scheduledBackups()).length;
    await owner.call('POST', '/admin/backups');
    await expect.poll(async () => (await scheduledBackups()).length).toBe(before + 1);
    await follow(`flyerdeck erase ${erased.session.telegram_id}`);
    const list = () => readFile(inRoot(BACKUPS, 'erased-accounts.txt'), 'utf8').catch(() => '');
    await expect.poll(list).not.toBe('');
  });

  const [rollBack] = await commandsUnder('upgrade.md', 'Rollback');
  await test.step('roll back', async () => {
    expect(await follow(rollBack, { OLD_VERSION: oldRelease })).toContain('1 erased again');
    await expect(() => textsPosted(owner)).toPass();
    expect(await textsPosted(owner)).toEqual(['Before the upgrade']);
    expect(await follow('flyerdeck users')).not.toContain(erased.session.telegram_id);
    await followUntilDone(doctor);
  });

  const [restore] = await commandsUnder('upgrade.md', 'Restore');
  await test.step('restore the backup of the newer version on an empty database', async () => {
    const newest = (await scheduledBackups()).at(-1) ?? '';
    await follow(`
      systemctl stop flyerdeck@8080 flyerdeck@8081
      ln -sfn $release /opt/flyerdeck/current
      cd / && sudo -u postgres psql -c 'DROP DATABASE flyerdeck' \\
        -c "CREATE DATABASE flyerdeck OWNER flyerdeck ENCODING 'UTF8' TEMPLATE template0"`);
    expect(await follow(restore, { NEWEST: newest })).toContain('1 erased again');
    await expect(() => textsPosted(owner)).toPass();
    expect((await textsPosted(owner)).sort()).toEqual(['After the upgrade', 'Before the upgrade']);
    expect((await screenshotSizes(owner)).every((size) => size > 600)).toBe(true);
    expect(await follow('flyerdeck users')).not.toContain(erased.session.telegram_id);
    await followUntilDone(doctor);
  });
  await botApi.stop();
});
