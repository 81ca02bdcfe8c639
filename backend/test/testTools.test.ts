import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Machine, provideTestTools } from './testTools.ts';

const SYSTEM = '/usr/bin/chromium';
const PLAYWRIGHT = '/home/anna/.cache/ms-playwright/chromium';
const NGINX = '/usr/sbin/nginx';

/** A simulated machine that records its installations. What an installation provides is found afterwards. */
function machineWith({
  chromiumPath,
  chromium = null,
  nginx = null,
  fromPlaywright = false,
  packages = null,
}: {
  chromiumPath?: string;
  chromium?: string | null;
  nginx?: string | null;
  fromPlaywright?: boolean;
  /** Packages that apt-get can install; null for users other than root. */
  packages?: string[] | null;
}) {
  const installations: string[] = [];
  const machine: Machine = {
    chromiumPath,
    findChromium: async () => chromium,
    findNginx: async () => nginx,
    loadsExtensions: async (file) => file === SYSTEM,
    installPlaywrightChromium: async () => {
      installations.push('playwright');
      if (!fromPlaywright) throw new Error('getaddrinfo ENOTFOUND');
      chromium = PLAYWRIGHT;
    },
    installPackage:
      packages &&
      (async (name) => {
        installations.push(name);
        if (!packages.includes(name)) throw new Error('Unable to locate package');
        if (name === 'chromium') chromium = SYSTEM;
        if (name === 'nginx') nginx = NGINX;
      }),
  };
  return { machine, installations };
}

test.each([
  ['CHROMIUM_PATH is used first', { chromiumPath: SYSTEM, chromium: PLAYWRIGHT, nginx: NGINX }, SYSTEM, []],
  ['an installed Chromium is used', { chromium: SYSTEM, nginx: NGINX }, SYSTEM, []],
  ['otherwise Playwright downloads a Chromium', { nginx: NGINX, fromPlaywright: true }, PLAYWRIGHT, ['playwright']],
  [
    'otherwise root installs the Debian package',
    { packages: ['chromium', 'nginx'], nginx: NGINX },
    SYSTEM,
    ['playwright', 'chromium'],
  ],
  ['root installs nginx too', { packages: ['chromium', 'nginx'] }, SYSTEM, ['playwright', 'chromium', 'nginx']],
  ['root installs only nginx when Chromium is installed', { chromium: SYSTEM, packages: ['nginx'] }, SYSTEM, ['nginx']],
])('%s', async (_name, has, chromium, expected) => {
  const { machine, installations } = machineWith(has);
  expect(await provideTestTools(machine)).toEqual({ chromium, nginx: NGINX });
  expect(installations).toEqual(expected);
});

const CHROMIUM_SENTENCE =
  'a Chromium that loads extensions (Debian: `apt-get install chromium`; Ubuntu: `npx playwright install --with-deps chromium`; or set CHROMIUM_PATH)';

test.each([
  ['no Chromium', { nginx: NGINX }, `The tests need ${CHROMIUM_SENTENCE}, which could not be installed here.`],
  [
    'no nginx',
    { chromium: SYSTEM },
    'The tests need nginx (`apt-get install nginx`), which could not be installed here.',
  ],
  [
    'neither of them and no packages in apt-get',
    { packages: [] },
    `The tests need ${CHROMIUM_SENTENCE}, and nginx (\`apt-get install nginx\`), which could not be installed here.`,
  ],
  [
    'a CHROMIUM_PATH that loads no extensions',
    { chromiumPath: '/opt/chrome', chromium: SYSTEM, nginx: NGINX },
    'CHROMIUM_PATH (/opt/chrome) names no Chromium that loads extensions: name another one, or unset it.',
  ],
])('%s is refused with one sentence that says what to install', async (_name, has, sentence) => {
  await expect(provideTestTools(machineWith(has).machine)).rejects.toThrow(new Error(sentence));
});

/** Runs `npm run with-tools -- COMMAND ...`. */
function withTools(command: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const script = join(import.meta.dirname, 'withTestTools.ts');
  const CHROMIUM_PATH = process.env.EXTENSION_CHROMIUM_PATH;
  return spawnSync(process.execPath, [script, ...command], {
    encoding: 'utf8',
    env: { ...process.env, CHROMIUM_PATH, ...env },
  });
}

test('the command gets the paths of both Chromiums, and its exit status is returned', () => {
  const exist = 'test -x "$CHROMIUM_PATH" -a -x "$EXTENSION_CHROMIUM_PATH"';
  const { status, stdout } = withTools(['sh', '-c', `${exist} && echo found; exit 3`]);
  expect([status, stdout]).toEqual([3, 'found\n']);
});

test('the command is not run without a Chromium that loads extensions', () => {
  const { status, stdout, stderr } = withTools(['echo', 'ran'], { CHROMIUM_PATH: '/bin/true' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    'CHROMIUM_PATH (/bin/true) names no Chromium that loads extensions: name another one, or unset it.\n',
  );
});
