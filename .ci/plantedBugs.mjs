import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { Device } from '../frontend/e2e/device.ts';
import { flyerJpeg } from '../frontend/e2e/flyerImages.ts';
import { ADMIN_TELEGRAM_ID, startProduct } from '../frontend/e2e/product.ts';
import { Person } from '../frontend/e2e/spec/Person.ts';
import { BUGS } from './plantedBugs.list.mjs';

/**
 * Plants one bug after another, reports it from a browser as a user, makes a test of the report, and checks that the test
 * fails with the bug and passes without it. Searches each report for secrets. For bugs in reducers, `replay --against` must find the
 * first difference from the sources without the bug, and `--shrink` must keep it in few actions. Then it reports from the app without
 * bugs, where `--against` must find no difference.
 *
 *     npm run test:bugs [-- PART OF A BUG'S NAME]
 *
 * Changes source files while it runs, and restores them.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const FRONTEND = path.join(ROOT, 'frontend');
const LOADER = path.join(ROOT, 'backend/test/typescriptLoader.mjs');
const REPORTED = path.join(FRONTEND, 'src/replay/reported');

const MAX_SHRUNK_ACTIONS = 20;
const MAX_SHRINK_SECONDS = 60;
const CLEAN_LOGS = 100;

const folder = mkdtempSync(path.join(tmpdir(), 'flyerdeck-bugs-'));
// A checkout without the bug. Its packages are those of this one.
const clean = path.join(ROOT, 'node_modules/.cache/without-bug');
rmSync(clean, { recursive: true, force: true });
cpSync(path.join(FRONTEND, 'src'), path.join(clean, 'frontend/src'), { recursive: true });
const product = await startProduct();
// Vite serves the sources, so that a planted bug needs no build. It passes calls of the API on to this port.
process.env.PORT = new URL(product.baseUrl).port;
process.env.VITE_MOCK_AUTH = '1';
const vite = await createServer({
  root: FRONTEND,
  cacheDir: path.join(folder, 'vite'),
  logLevel: 'error',
  server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
});
await vite.listen();
const appUrl = `http://127.0.0.1:${vite.httpServer.address().port}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
});

const secrets = [];
const tools = {
  admin: await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID),
  flyer: await flyerJpeg(),
  async linkPage(user, name) {
    const device = await Device.requestLink(product.baseUrl, name);
    secrets.push(device.linkingToken, device.deviceSecret);
    return (await user.call('POST', '/verify_linking', { token: device.linkingToken })).page.guid;
  },
};

const run = (...args) => spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
const replay = (...args) => run('--import', LOADER, path.join(FRONTEND, 'src/replay/cli/replay.ts'), ...args);
const testPasses = (name) => run('node_modules/jest/bin/jest.js', '--runTestsByPath', `${REPORTED}/${name}.test.ts`);

/** Does what the user does, reports it in the app, and returns the file that an admin downloads. */
async function takeReport({ name, prepare, session, sentence }) {
  const user = await Person.signUp(product.baseUrl);
  secrets.push(user.session.session_token);
  await prepare(user, tools);
  const origins = [
    {
      origin: appUrl,
      localStorage: Object.entries(user.session).map(([name, value]) => ({ name, value: String(value) })),
    },
  ];
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins },
    viewport: { width: 1280, height: 900 },
  });
  try {
    // At the first page Vite bundles all packages.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    await page.goto(appUrl, { waitUntil: 'commit' });
    await session(page, user, tools);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Report a problem' }).click();
    await page.getByLabel('What went wrong?').fill(sentence);
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Thank you, the report was sent.').waitFor();
  } finally {
    await context.close();
  }
  const { telegram_id: search } = user.session;
  const { reports } = await tools.admin.call('GET', `/admin/problem-reports?search=${search}`);
  const { log, ...report } = await tools.admin.call('GET', `/admin/problem-reports/${reports[0].id}`);
  const file = path.join(folder, `${name}.json`);
  const text = JSON.stringify({ format: 'flyerdeck.problem-report', version: 1, report, log: JSON.parse(log) });
  writeFileSync(file, text);
  return { file, text, log: JSON.parse(log) };
}

const DIFFERENCE = /first after action (\d+) \(.*\) (at .+: here .+, there .+)/;

/** Null if --against finds the bug in the log, and --shrink keeps it in few actions; else the reason. */
function problemOfTools({ name }, file) {
  const against = replay(file, '--against', clean);
  const whole = DIFFERENCE.exec(against.stderr);
  if (!whole || against.status !== 1) return '--against found no difference';
  const startedAt = performance.now();
  const { stdout, stderr } = replay(
    file,
    '--shrink',
    ...(whole[2].startsWith('at the exception') ? [] : ['--against', clean]),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const [, after, before] = /^(\d+) of (\d+) actions/.exec(stdout) ?? [];
  if (after === undefined) return `--shrink failed: ${stderr}`;
  const shrunk = DIFFERENCE.exec(replay(path.join(folder, `${name}.shrunk.json`), '--against', clean).stderr);
  if (shrunk?.[2] !== whole[2]) return `the shrunk log fails in another way: ${shrunk?.[0]}`;
  process.stdout.write(
    `       ${before} -> ${after} actions in ${seconds.toFixed(1)} s; action ${whole[1]} ${whole[2]}\n`,
  );
  if (Number(after) > MAX_SHRUNK_ACTIONS || seconds > MAX_SHRINK_SECONDS)
    return '--shrink left too many actions or took too long';
  return null;
}

/** Null if the report of the bug becomes a test that finds it; else the reason. */
async function problemOf(bug, restore) {
  const { file, text, log } = await takeReport(bug);
  if (secrets.some((secret) => text.includes(secret))) return 'the report contains a secret';
  if (isInReducer(bug)) {
    const problem = problemOfTools(bug, file);
    if (problem) return problem;
  }
  const at = bug.at ? /after action (\d+)/.exec(replay(file, '--bisect', bug.at).stdout) : null;
  if (bug.at && !at) return `the log has no action after which this holds: ${bug.at}`;
  const expected = bug.expected ?? bug.expectedOf(log);
  const made = replay(file, '--fixture', bug.name, ...expected, ...(at ? ['--until', at[1]] : []));
  if (made.status !== 0) return `no fixture was made: ${made.stderr}`;
  const withBug = testPasses(bug.name);
  restore();
  const withoutBug = testPasses(bug.name);
  if (withoutBug.status !== 0) return `the test fails without the bug: ${withoutBug.stderr}`;
  return withBug.status === 0 ? 'the test passes with the bug' : null;
}

const isInReducer = ({ file }) => file.startsWith('frontend/src/data/');
const chosen = BUGS.filter(({ name }) => name.includes(process.argv[2] ?? ''));
let found = 0;
for (const bug of chosen) {
  const source = path.join(ROOT, bug.file);
  const before = readFileSync(source, 'utf8');
  if (before.split(bug.text).length !== 2) throw new Error(`${bug.file} does not contain exactly once: ${bug.text}`);
  const restore = () => writeFileSync(source, before);
  let problem = 'the session could not be recorded';
  try {
    writeFileSync(
      source,
      before.replace(bug.text, () => bug.instead),
    );
    vite.moduleGraph.invalidateAll();
    problem = await problemOf(bug, restore);
  } catch (error) {
    problem = String(error);
  } finally {
    restore();
    vite.moduleGraph.invalidateAll();
    for (const kind of ['json', 'test.ts']) rmSync(`${REPORTED}/${bug.name}.${kind}`, { force: true });
  }
  if (problem === null) found += 1;
  process.stdout.write(
    `${problem === null ? 'found' : 'NOT FOUND'}  ${bug.name}${problem === null ? '' : `: ${problem}`}\n`,
  );
}
const inReducers = chosen.filter(isInReducer).length;
let falseAlarms = 0;
const cleanLogs = process.argv[2] ? chosen.length : CLEAN_LOGS;
for (let n = 0; n < cleanLogs; n++) {
  const { file } = await takeReport(chosen[n % chosen.length]);
  const { status, stderr } = replay(file, '--against', clean);
  if (status === 0) continue;
  falseAlarms += 1;
  process.stdout.write(`FALSE ALARM  ${stderr}\n`);
}
await browser.close();
await vite.close();
await product.stop();
for (const made of [folder, clean]) rmSync(made, { recursive: true, force: true });
process.stdout.write(
  `${found}/${chosen.length} planted bugs: the report became a test that fails with the bug and passes without it\n`,
);
process.stdout.write(`${inReducers} of them in reducers: --against names the first difference, --shrink keeps it\n`);
process.stdout.write(`${falseAlarms} false alarms of --against in ${cleanLogs} logs of the app without bugs\n`);
process.exit(found === chosen.length && falseAlarms === 0 ? 0 : 1);
