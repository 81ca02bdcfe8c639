import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { ROLES, readConfig } from '../src/config.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly deploy?: { readonly replicas?: number };
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly user?: string;
}
const { services } = load(read('docker-compose.yml')) as { services: Readonly<Record<string, Service>> };
const ofOurs = Object.values(services).filter(({ image }) => image === 'flyerdeck');
const PASSWORD = 'a1b2c3';
/** As compose does where nothing is set but what must be. */
const withDefaults = (environment: Service['environment'] = {}) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{POSTGRES_PASSWORD:\?[^}]+\}/g, PASSWORD),
    ]),
  );

test('every role has its service, and the api two of them behind the proxy', () => {
  const roles = ofOurs.flatMap(({ environment }) => environment?.ROLE ?? []);
  expect(roles.sort()).toEqual([...ROLES].sort());
  expect(services.api?.deploy?.replicas).toBe(2);
  expect(services.proxy?.depends_on).toHaveProperty('api');
});

test('its settings are those of the README, and the program takes them', () => {
  const names = new Set(ofOurs.flatMap(({ environment }) => Object.keys(environment ?? {})));
  const documented = [...read('README.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name);
  expect(documented).toEqual(expect.arrayContaining([...names]));
  const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK';
  for (const { environment } of ofOurs) {
    const config = readConfig({ ...withDefaults(environment), BOT_TOKEN });
    expect(config).toMatchObject({
      demo: false,
      authMode: 'telegram',
      databaseUrl: `postgres://flyerdeck:${PASSWORD}@postgres:5432/flyerdeck`,
    });
  }
});

test('without a token the api says what it lacks instead of starting half', () => {
  expect(() => readConfig(withDefaults(services.api?.environment))).toThrow('BOT_TOKEN is needed');
});

test('what containers run is there, as somebody who is not root', () => {
  const dockerfile = read('backend/Dockerfile');
  const commands = [...dockerfile.matchAll(/^CMD (\[.*\])$/gm)].map(
    ([, command]) => JSON.parse(command ?? '[]') as string[],
  );
  const scripts = [...commands, ...ofOurs.flatMap(({ command }) => (command ? [command] : []))]
    .flat()
    .filter((word) => word.endsWith('.js'));
  expect(scripts).toHaveLength(2);
  for (const script of scripts) {
    expect(existsSync(join(ROOT, script.replace('backend/dist/', 'backend/').replace(/js$/, 'ts')))).toBe(true);
  }
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK .*\n.*\/healthz/m);
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, files]) => files?.split(' ') ?? [],
  );
  for (const file of copied) expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
});

test('what containers mount from here is there', () => {
  const mounted = Object.values(services)
    .flatMap(({ volumes = [], security_opt = [] }) => [...volumes, ...security_opt])
    .flatMap((text) => /^(?:seccomp:)?(\.[^:]+)/.exec(text)?.[1] ?? []);
  expect(mounted).toHaveLength(3);
  for (const file of mounted) expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
});

test('DATA_DIR is a volume where uploads are kept and Chromium is unpacked: the rest is read-only', () => {
  expect(read('backend/Dockerfile')).toMatch(/^ENV .*\bDATA_DIR=\/data\b/m);
  const withData = Object.entries(services).filter(([, { volumes = [] }]) =>
    volumes.some((v) => /(^|:)\/data$/.test(v)),
  );
  expect(withData.map(([name]) => name)).toEqual(['api', 'worker']);
});

test.each(Object.entries(services))('%s runs without rights, read-only, within limits', (_name, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: expect.arrayContaining(['no-new-privileges:true']),
    mem_limit: expect.stringMatching(/^\d+[mg]$/),
    pids_limit: expect.any(Number),
  });
  // Ours: the Dockerfile says as whom, and every build is of this very commit.
  if (service.image === 'flyerdeck') return;
  expect(service.user).toMatch(/^(postgres|101:101)$/);
  expect(service.image).toMatch(/^\w+:\d+\.\d+(\.\d+)?-\w+$/);
});

test('docker compose itself finds nothing wrong, where there is one', () => {
  const command = [['docker', 'compose'], ['docker-compose']].find(
    ([program = '', ...first]) => spawnSync(program, [...first, 'version']).status === 0,
  );
  // Without one the tests above still hold the file against the program.
  if (!command) return;
  const [program = '', ...first] = command;
  const config = (env: NodeJS.ProcessEnv) =>
    spawnSync(program, [...first, '-f', join(ROOT, 'docker-compose.yml'), 'config'], { encoding: 'utf8', env });
  const { POSTGRES_PASSWORD: _, ...env } = process.env;
  const whole = config({ ...env, POSTGRES_PASSWORD: PASSWORD });
  expect([whole.status, whole.stderr]).toEqual([0, expect.any(String)]);
  expect(Object.keys((load(whole.stdout) as { services: object }).services).sort()).toEqual(
    Object.keys(services).sort(),
  );
  const withoutPassword = config(env);
  expect(withoutPassword.status).not.toBe(0);
  expect(withoutPassword.stderr).toMatch(/POSTGRES_PASSWORD.*\s.*Set it to letters and digits of your own/);
});
