import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm test`: runs the phases below and ends at the first that fails. At its end it prints the time of each phase and the ten slowest
 * files, or what failed.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const REPORTS = {
  unit: 'node_modules/.unit-report.json',
  extension: 'node_modules/.extension-report.json',
  web: 'node_modules/.browser-report.json',
};

/** Node 22 and later keep compiled modules here for the many processes that tests start. Node 20 ignores it. */
process.env.NODE_COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/compiled');

const seconds = new Map();

/** Runs a command and times it. With `isHeld` its output is shown at its end, because another phase prints meanwhile. */
async function run(phase, command, { env = {}, isHeld = false } = {}) {
  const startedAt = performance.now();
  const child = spawn(command, {
    cwd: ROOT,
    shell: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', isHeld ? 'pipe' : 'inherit', 'inherit'],
  });
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  seconds.set(phase, (performance.now() - startedAt) / 1000);
  return status === 0;
}

const browserTests = (project) => `npx playwright test -c frontend --project=${project}`;

const phases = [
  () => run('check', 'npm run check'),
  () => run('build', 'npm run build:stale -w frontend'),
  // The tests of the extension wait most of the time, so they run beside the others.
  async () => {
    const env = { BROWSER_REPORT: `../${REPORTS.extension}`, EXTENSION_WORKERS: '2' };
    const both = [run('unit', 'npm run test:unit'), run('extension', browserTests('extension'), { env, isHeld: true })];
    return (await Promise.all(both)).every(Boolean);
  },
  () => run('web', browserTests('web')),
  () => run('shown', 'npm run test:shown'),
];

const readReport = (name) => JSON.parse(readFileSync(path.join(ROOT, REPORTS[name]), 'utf8'));

function unitFiles() {
  return readReport('unit').testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(ROOT, name),
    seconds: (endTime - startTime) / 1000,
  }));
}

function browserTimes(name) {
  const inSuite = (suite) => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map(({ results }) => ({
        title,
        file,
        seconds: results.reduce((sum, one) => sum + one.duration, 0) / 1000,
        error: results.find(({ error }) => error)?.error.message,
      })),
    ),
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  return readReport(name).suites.flatMap(inSuite);
}

function reportTimes() {
  const browser = [...browserTimes('extension'), ...browserTimes('web')].map(({ file, title, seconds: took }) => ({
    file: `frontend/e2e/${file} "${title}"`,
    seconds: took,
  }));
  const times = [...seconds].map(([phase, took]) => `${phase} ${took.toFixed(0)} s`);
  process.stdout.write(`\nTime of each phase: ${times.join(', ')}\n`);
  for (const [title, all] of Object.entries({
    'files of the unit and API tests': unitFiles(),
    'browser tests': browser,
  })) {
    process.stdout.write(`The ten slowest ${title}:\n`);
    for (const { file, seconds: took } of all.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
      process.stdout.write(`  ${took.toFixed(1)} s  ${file}\n`);
  }
}

/** Names what failed once more at the very end, because a phase that runs beside another prints in the middle of its output. */
function reportFailures() {
  const failures = [
    ...(seconds.has('unit') ? failedUnitTests() : []),
    ...['extension', 'web'].filter((name) => seconds.has(name)).flatMap(failedBrowserTests),
  ];
  process.stdout.write(`\nFailed after the phases ${[...seconds.keys()].join(', ')}.\n`);
  for (const failure of failures) process.stdout.write(`${failure.slice(0, 1_500)}\n`);
}

const failedUnitTests = () =>
  readReport('unit')
    .testResults.filter(({ status }) => status === 'failed')
    .map(({ name, message }) => `${path.relative(ROOT, name)}: ${message}`);

const failedBrowserTests = (name) =>
  browserTimes(name)
    .filter(({ error }) => error)
    .map(({ file, title, error }) => `frontend/e2e/${file} "${title}": ${error}`);

let isGreen = true;
for (const phase of phases) {
  isGreen = await phase();
  if (!isGreen) break;
}
if (isGreen) reportTimes();
else reportFailures();
process.exitCode = isGreen ? 0 : 1;
