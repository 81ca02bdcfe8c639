import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { readConfig } from '../src/config.ts';
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
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly user?: string;
}
const { services } = load(read('docker-compose.yml')) as { services: Readonly<Record<string, Service>> };
const ownServices = Object.values(services).filter(({ image }) => image?.includes('FLYERDECK_IMAGE'));
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
    expect(image).toBe(`\${FLYERDECK_IMAGE:-flyerdeck}:\${FLYERDECK_VERSION:-${VERSION}}`);
  }
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

test.each(Object.entries(services))(
  '%s runs without capabilities, read-only and with resource limits [S13.2-3]',
  (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: expect.arrayContaining(['no-new-privileges:true']),
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
    });
    // Not even tls has it (decision 0024).
    expect(service.cap_add ?? []).toEqual(name === 'tls' ? ['NET_BIND_SERVICE'] : []);
    // The Dockerfile of the product's own image sets the user.
    if (ownServices.includes(service)) return;
    expect(service.user).toMatch(/^(postgres|101:101|1000:1000)$/);
    expect(service.image).toMatch(/^\w+:\d+\.\d+(\.\d+)?-\w+$/);
  },
);
