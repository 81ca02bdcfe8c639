import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const FILES = [
  '.docker/install.sh',
  '.docker/upgrade.sh',
  'docker-compose.yml',
  '.gitignore',
  '.docker/nginx/nginx.conf',
  '.docker/nginx/proxy.conf',
];
const SETTINGS = {
  DOMAIN: 'flyers.example',
  BOT_TOKEN: `4839574812:${'A'.repeat(35)}`,
  BOT_USERNAME: '@our_flyers_bot',
};

let folder: string;
let current: string;
const inCurrent = (...names: string[]) => join(current, ...names);
const read = (...names: string[]) => (existsSync(inCurrent(...names)) ? readFileSync(inCurrent(...names), 'utf8') : '');

function run(command: string, options: { env?: Record<string, string>; cwd?: string; input?: string } = {}) {
  const { env, cwd = inCurrent('flyerdeck'), input = '' } = options;
  const program = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder, STATE: inCurrent('state') };
  const done = spawnSync('setsid', ['bash', '-c', command], {
    cwd,
    input,
    env: { ...program, ...env },
    encoding: 'utf8',
  });
  return { status: done.status, output: done.stdout + done.stderr };
}
const git = (command: string, cwd: string) => {
  const { status, output } = run(`git -c user.name=test -c user.email=test@localhost ${command}`, { cwd });
  if (status !== 0) throw new Error(output);
};

/** A repository with three versions, and an installation of the first. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flyerdeck-upgrade-'));
  current = join(folder, 'first');
  mkdirSync(join(folder, 'bin'));
  symlinkSync(join(import.meta.dirname, 'docker'), join(folder, 'bin/docker'));
  writeFileSync(join(folder, 'bin/sleep'), '#!/bin/sh\n');
  chmodSync(join(folder, 'bin/sleep'), 0o755);
  const origin = join(folder, 'origin');
  for (const file of FILES) cpSync(join(ROOT, file), join(origin, file));
  git('init -q -b main', origin);
  for (const version of ['1.0.0', '1.0.1', '1.1.0']) {
    writeFileSync(join(origin, '.docker/nginx/proxy.conf'), `# ${version}\n`);
    git('add .', origin);
    git(`commit -q -m ${version}`, origin);
    git(`tag v${version}`, origin);
  }
  mkdirSync(current);
  git(`clone -q --branch v1.0.0 --depth 1 file://${origin} ${inCurrent('flyerdeck')}`, folder);
  expect(run('.docker/install.sh', { env: SETTINGS })).toMatchObject({ status: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of the first installation, which is the next one. */
function installAgain(name: string): void {
  current = join(folder, name);
  cpSync(join(folder, 'first'), current, { recursive: true });
}

/** What runs, if everything has the same version and nothing is left of an upgrade. */
function versionThatRuns(output: string): string | undefined {
  const version = /^FLYERDECK_VERSION=(.*)$/m.exec(read('flyerdeck/.env'))?.[1];
  const apis = readdirSync(inCurrent('state/api')).map((name) => read('state/api', name).trim());
  const [schema, ...rows] = read('state/databases/flyerdeck').trim().split('\n');
  expect(apis).toEqual([version, version]);
  expect(schema).toBe(version === '1.1.0' ? 'B' : 'A');
  expect(read('state/proxy').trim()).toMatch(new RegExp(`# ${version}$`));
  expect(existsSync(inCurrent('flyerdeck/.upgrade'))).toBe(false);
  expect(statSync(inCurrent('flyerdeck/.env')).mode & 0o777).toBe(0o600);
  if (rows.includes('paused')) expect(output).toContain('Posting is paused for all users');
  else expect(rows).toEqual(read('state/written').trim().split('\n'));
  return version;
}

test('install.sh asks, writes .env for its owner only, and changes nothing when it is repeated', () => {
  installAgain('asks');
  rmSync(inCurrent('flyerdeck/.env'));
  const answers = `not a domain\n${SETTINGS.DOMAIN}\n${SETTINGS.BOT_TOKEN}\n${SETTINGS.BOT_USERNAME}\n`;
  const first = run('.docker/install.sh', { input: answers });
  expect(first).toEqual({
    status: 0,
    output: expect.stringContaining('Flyerdeck 1.0.0 runs at https://flyers.example'),
  });
  const settings = read('flyerdeck/.env');
  expect(settings).toMatch(
    /^PUBLIC_URL=https:\/\/flyers.example\nBOT_TOKEN=4839.*\nBOT_USERNAME=our_flyers_bot\nPOSTGRES_PASSWORD=[0-9a-f]{48}\n/,
  );
  expect(run('.docker/install.sh', { env: { ...SETTINGS, DOMAIN: 'other.example' } }).status).toBe(0);
  expect(read('flyerdeck/.env')).toBe(settings);
  expect(versionThatRuns('')).toBe('1.0.0');
});

test('without a terminal, install.sh names the setting that is missing', () => {
  installAgain('asks nothing');
  rmSync(inCurrent('flyerdeck/.env'));
  expect(run('.docker/install.sh')).toEqual({ status: 1, output: expect.stringContaining('Set DOMAIN') });
  const wrong = { ...SETTINGS, BOT_TOKEN: 'token' };
  expect(run('.docker/install.sh', { env: wrong })).toEqual({
    status: 1,
    output: expect.stringContaining('Set BOT_TOKEN'),
  });
});

test.each(['1.0.1', '1.1.0'])('upgrade.sh upgrades to %s; the product stops only for another schema', (version) => {
  installAgain(`to-${version}`);
  const { status, output } = run(`.docker/upgrade.sh ${version}`);
  expect([status, versionThatRuns(output)]).toEqual([0, version]);
  expect(output.includes('the product is stopped')).toBe(version === '1.1.0');
  expect(run(`.docker/upgrade.sh ${version}`).output).toBe(`Version ${version} runs already.\n`);
  expect(run('.docker/upgrade.sh 9.9.9').output).toContain('There is no version 9.9.9');
});

test.each([
  ['1.0.1', 'build'],
  ['1.1.0', 'build'],
  ['1.1.0', 'backup'],
  ['1.0.1', 'run .*migrate'],
  ['1.1.0', 'run .*migrate'],
  ['1.0.1', '--wait-timeout'],
  ['1.1.0', 'up --detach --remove'],
  ['1.0.1', 'doctor'],
  ['1.1.0', 'doctor'],
  ['1.1.0', 'books'],
])('a version %s whose "%s" fails is taken back, and upgrade.sh names the step', (version, part) => {
  installAgain(`fails-${version}-${part.replaceAll(/\W/g, '')}`);
  const FAIL = part === 'backup' ? `^1.0.0 .*${part}` : `^${version} .*${part}`;
  const { status, output } = run(`.docker/upgrade.sh ${version}`, { env: { FAIL } });
  expect([status, versionThatRuns(output)]).toEqual([1, '1.0.0']);
  expect(output).toMatch(/Version 1.0.0 runs again, because the upgrade to version .* ended at this step: \w+/);
  // Only when the new version has run can there be anything that the backup lacks.
  expect(output.includes('Posting is paused')).toBe(version === '1.1.0' && /^up|doctor/.test(part));
});

const countCalls = () => read('state/calls').trim().split('\n').length;
/** Of each command of an upgrade, or of some of them. */
const STEP = process.env.STORY_SECONDS ? 1 : 11;

test.each([
  ['succeeds', '1.0.1', {}],
  ['succeeds', '1.1.0', {}],
  ['is taken back', '1.1.0', { FAIL: '^1.1.0 .*up --detach --remove' }],
])(
  'when one command fails, or everything is killed at it, during an upgrade that %s (%s), the next run is sound',
  (_what, version, env) => {
    installAgain(`count-${version}-${Object.values(env).length}`);
    const before = countCalls();
    run(`.docker/upgrade.sh ${version}`, { env });
    const last = countCalls();
    expect(last).toBeGreaterThan(before + 10);
    for (let number = before + 1; number <= last; number += STEP) {
      installAgain(`fails-${version}-${Object.values(env).length}-${number}`);
      const failed = run(`.docker/upgrade.sh ${version}`, { env: { ...env, FAIL_AT: String(number) } });
      if (!existsSync(inCurrent('flyerdeck/.upgrade')))
        expect(versionThatRuns(failed.output)).toBe(failed.status === 0 ? version : '1.0.0');

      installAgain(`killed-${version}-${Object.values(env).length}-${number}`);
      const killed = run(`.docker/upgrade.sh ${version}`, { env: { ...env, KILL_AT: String(number) } });
      expect(killed.status).toBe(null);
      const next = run('.docker/upgrade.sh');
      expect([next.status, versionThatRuns(killed.output + next.output)]).toEqual([
        0,
        expect.stringMatching(/^1\.0\.0$|^1\.0\.1$|^1\.1\.0$/),
      ]);
      expect(run('.docker/upgrade.sh 1.1.0').status).toBe(0);
      expect(versionThatRuns(killed.output + next.output)).toBe('1.1.0');
    }
  },
);
