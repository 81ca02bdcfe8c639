import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { ROLES, readConfig } from '../src/config.ts';
import { VERSION } from '../src/version.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: readonly string[];
  readonly entrypoint?: readonly string[];
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
const ownServices = Object.values(services).filter(({ image }) => image?.startsWith('flyerdeck:'));
const PASSWORD = 'a1b2c3';
/** The settings of compose when only the required ones are set. */
const withDefaults = (environment: Service['environment'] = {}) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value)
        .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
        .replaceAll(/\$\{POSTGRES_PASSWORD:\?[^}]+\}/g, PASSWORD),
    ]),
  );

test('each role has a service, and two api processes run behind the proxy', () => {
  const roles = ownServices.flatMap(({ environment }) => String(environment?.ROLE ?? '') || []);
  expect(roles.sort()).toEqual([...ROLES].sort());
  expect(services.api?.deploy?.replicas).toBe(2);
  expect(services.proxy?.depends_on).toHaveProperty('api');
});

test('the settings of the services are valid', () => {
  const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK';
  for (const { environment } of ownServices) {
    const config = readConfig({ ...withDefaults(environment), BOT_TOKEN });
    expect(config).toMatchObject({
      demo: false,
      authMode: 'telegram',
      databaseUrl: `postgres://flyerdeck:${PASSWORD}@postgres:5432/flyerdeck`,
    });
  }
});

test("each of the product's services gets every setting of .env, and its image has the version", () => {
  for (const { env_file, image } of ownServices) {
    expect(env_file).toEqual(['.env']);
    expect(image).toBe(`flyerdeck:\${FLYERDECK_VERSION:-${VERSION}}`);
  }
});

test('scheduled backups, their list for admins, and the commands use a volume', () => {
  for (const service of [services.worker, services.api, services.flyerdeck]) {
    expect(service?.environment?.BACKUP_DIR).toBe('/backups');
    expect(service?.volumes).toContain('backups:/backups');
  }
  expect(services.flyerdeck?.entrypoint).toEqual(['flyerdeck']);
  expect(read('backend/Dockerfile')).toMatch(/chown node:node .*\/backups/);
});

test('the image runs existing scripts as a user other than root', () => {
  const dockerfile = read('backend/Dockerfile');
  const commands = [...dockerfile.matchAll(/^CMD (\[.*\])$/gm)].map(
    ([, command]) => JSON.parse(command ?? '[]') as string[],
  );
  expect(ownServices.flatMap(({ command = [] }) => command)).toEqual(['flyerdeck', 'migrate']);
  const program = /exec node \/app\/(\S+).*>\/usr\/local\/bin\/flyerdeck /.exec(dockerfile)?.[1] ?? 'none';
  const scripts = [...commands.flat(), program].filter((word) => word.endsWith('.js'));
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

test('the mounted files of the repository exist', () => {
  const mounted = Object.values(services)
    .flatMap(({ volumes = [], security_opt = [] }) => [...volumes, ...security_opt])
    .flatMap((text) => /^(?:seccomp:)?(\.[^:]+)/.exec(text)?.[1] ?? []);
  expect(mounted).toHaveLength(5);
  for (const file of mounted) expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
});

test('DATA_DIR is a volume in the services that store uploads or unpack Chromium', () => {
  expect(read('backend/Dockerfile')).toMatch(/^ENV .*\bDATA_DIR=\/data\b/m);
  const withData = Object.entries(services).filter(([, { volumes = [] }]) =>
    volumes.some((v) => /(^|:)\/data$/.test(v)),
  );
  expect(withData.map(([name]) => name)).toEqual(['api', 'worker', 'flyerdeck']);
});

test.each(Object.entries(services))(
  '%s runs without capabilities, read-only and with resource limits [S13.2-3]',
  (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: expect.arrayContaining(['no-new-privileges:true']),
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
    });
    // The Dockerfile of the product's own image sets the user.
    if (ownServices.includes(service)) return;
    expect(service.user).toMatch(/^(postgres|101:101)$/);
    expect(service.image).toMatch(/^\w+:\d+\.\d+(\.\d+)?-\w+$/);
  },
);

test('without POSTGRES_PASSWORD compose does not start and names the setting', () => {
  const uses = [...read('docker-compose.yml').matchAll(/\$\{POSTGRES_PASSWORD([^}]*)\}/g)].map(([, rest]) => rest);
  expect(uses).toHaveLength(2);
  for (const rest of uses) expect(rest).toMatch(/^:\?Set it in \.env to letters and digits/);
});
