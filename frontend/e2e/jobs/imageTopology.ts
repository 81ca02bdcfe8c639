import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freeLoopbackPort } from '../../../backend/src/database/embedded/loopbackPort.ts';
import { type FakeBotApi, startFakeBotApi } from '../../../backend/test/fakeBotApi/fakeBotApi.ts';
import { proxyConf, startNginx } from '../../../backend/test/nginx.ts';
import type { Product } from '../product.ts';
import { startDebianPostgres } from './debianPostgres.ts';
import { ServerProcesses } from './ServerProcesses.ts';

const run = promisify(execFile);
const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK';
const MIGRATE = ['flyerdeck', 'migrate'];

/** What .docker/check passes in the environment. */
function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run .docker/check.`);
  return value;
}
/** The file system of the image. */
export const imageRoot = () => setting('IMAGE_ROOT');

interface ImageConfig {
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly User: string;
  readonly WorkingDir: string;
}
const readImageConfig = async (): Promise<ImageConfig> =>
  JSON.parse(await readFile(setting('IMAGE_CONFIG'), 'utf8')).Docker.config;

/**
 * Runs a command in the image's file system with the permissions of docker-compose.yml: as the image's user, and read-only
 * except for /tmp and the volume /data. The mounts are those of a new namespace, which ends with the command.
 */
const RUN_IN_IMAGE = `
  set -e
  root=$1 data=$2 user=$3 folder=$4
  shift 4
  mount --bind "$root" "$root"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/tmp"
  mount --bind "$data" "$root/data"
  mount -o remount,bind,ro "$root"
  exec chroot --userspec="$user" "$root" env -C "$folder" "$@"`;
const runInImage = ({ User, WorkingDir }: ImageConfig, data: string, command: readonly string[]) => [
  ...['unshare', '--mount', '--propagation', 'private', 'bash', '-c', RUN_IN_IMAGE, 'bash'],
  ...[imageRoot(), data, User, WorkingDir, ...command],
];

/** nginx as an operator's proxy that terminates https. The certificate is from .docker/check. */
const tlsConf = (port: number, target: string) => `
map $http_upgrade $connection_header { default upgrade; '' ''; }
server {
  listen 127.0.0.1:${port} ssl;
  ssl_certificate ${setting('NODE_EXTRA_CA_CERTS')};
  ssl_certificate_key ${setting('TLS_KEY')};
  client_max_body_size 0;
  proxy_request_buffering off;
  proxy_http_version 1.1;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto https;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_header;
  location / { proxy_pass ${target}; }
}`;

export interface ImageTopology extends Product {
  readonly botApi: FakeBotApi;
  /** Starts another api process of the image with these settings. Returns its address. */
  startApi(settings: Readonly<Record<string, string>>): Promise<string>;
  /** The access log of the proxy. */
  proxyLog(): Promise<string>;
  /** The exit statuses of the processes. */
  stop(): Promise<(number | null)[]>;
}

/**
 * The services of docker-compose.yml from the image's content: migrations, two api processes behind nginx, a worker and the
 * bot, on Debian's Postgres 15, with a proxy in front that terminates https. Only the sign-in settings differ.
 */
export async function startImageTopology(): Promise<ImageTopology> {
  const image = await readImageConfig();
  const folder = await mkdtemp(path.join(tmpdir(), 'flyerdeck-image-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
  await chmod(folder, 0o755);
  const processes = new ServerProcesses();
  const end = async () => {
    const statuses = await processes.stop();
    for (const stop of stops.reverse()) await stop();
    return statuses;
  };
  try {
    const postgres = await startDebianPostgres(folder);
    stops.push(() => postgres.stop());
    const botApi = await startFakeBotApi({ token: BOT_TOKEN, username: 'image_check_bot' });
    stops.push(() => botApi.stop());

    const ports = [freeLoopbackPort(), freeLoopbackPort(), freeLoopbackPort(), freeLoopbackPort()] as const;
    const [apiPort, otherApiPort, proxyPort, tlsPort] = await Promise.all(ports);
    const newFolder = (name: string) => mkdtemp(path.join(folder, `${name}-`));
    const proxyOptions = { folder: await newFolder('proxy'), port: proxyPort };
    const proxy = await startNginx(proxyOptions, await proxyConf(proxyOptions, [apiPort, otherApiPort]));
    stops.push(() => proxy.stop());
    const tls = await startNginx({ folder: await newFolder('tls'), port: tlsPort }, tlsConf(tlsPort, proxy.baseUrl));
    stops.push(() => tls.stop());
    const baseUrl = `https://127.0.0.1:${tlsPort}`;

    const env = {
      ...Object.fromEntries(image.Env.map((line) => line.split(/=(.*)/s) as [string, string])),
      DATABASE_URL: postgres.url,
      BOT_TOKEN,
      BOT_USERNAME: 'image_check_bot',
      TELEGRAM_API_ROOT: botApi.url,
      PUBLIC_URL: baseUrl,
      TRUST_PROXY: '2',
      AUTH_MODE: 'mock',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
    };
    const newVolume = async () => {
      const volume = await newFolder('data');
      const { uid, gid } = await stat(path.join(imageRoot(), 'data'));
      await chown(volume, uid, gid);
      return volume;
    };
    const start = async (settings: Readonly<Record<string, string>>, port: number) =>
      processes.start(runInImage(image, await newVolume(), image.Cmd), {
        ...env,
        PORT: String(port),
        HEALTH_PORT: String(port),
        ...settings,
      });
    const [program = '', ...args] = runInImage(image, await newVolume(), MIGRATE);
    await run(program, args, { env });
    await Promise.all([
      start({ ROLE: 'api' }, apiPort),
      start({ ROLE: 'api' }, otherApiPort),
      start({ ROLE: 'worker', INTERNAL_URL: proxy.baseUrl }, await freeLoopbackPort()),
      start({ ROLE: 'bot' }, await freeLoopbackPort()),
    ]);
    return {
      baseUrl,
      dataDir: folder,
      botApi,
      startApi: async (settings) => start({ ROLE: 'api', ...settings }, await freeLoopbackPort()),
      proxyLog: proxy.log,
      stop: end,
    };
  } catch (error) {
    processes.kill();
    await end();
    throw error;
  }
}
