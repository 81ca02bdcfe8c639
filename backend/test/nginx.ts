import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freeLoopbackPort } from '../src/database/embedded/loopbackPort.ts';
import { findNginx } from './findNginx.ts';

// From the sources, or from the compiled drills in backend/dist.
const DOCKER = ['../../.docker', '../../../.docker'].map((up) => join(import.meta.dirname, up)).find(existsSync) ?? '';
export const PROXY_CONF = join(DOCKER, 'nginx/proxy.conf');
const NGINX_CONF = join(DOCKER, 'nginx/nginx.conf');

interface NginxOptions {
  /** For its configuration, its log and its temporary files. */
  readonly folder: string;
  readonly port: number;
}

/** The proxy of docker-compose.yml for this machine: on a port of loopback, in front of api processes on other ports. */
export async function proxyConf({ folder, port }: NginxOptions, apiPorts: readonly number[]): Promise<string> {
  const servers = apiPorts.map((apiPort) => `server 127.0.0.1:${apiPort} max_fails=0;`).join(' ');
  return (
    (await readFile(PROXY_CONF, 'utf8'))
      .replace('listen 8080;', `listen 127.0.0.1:${port};`)
      // Older versions of nginx do not support `resolve` for upstream servers.
      .replace('server api:3000 resolve max_fails=0;', servers)
      .replaceAll('/tmp/', `${folder}/`)
  );
}

/** Starts nginx with the main configuration of docker-compose.yml and this configuration of its servers. */
export async function startNginx({ folder, port }: NginxOptions, servers: string) {
  const program = await findNginx();
  if (!program) throw new Error('nginx is not installed: `npm test` installs it, or names the command that does.');
  await writeFile(join(folder, 'proxy.conf'), servers);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = (await readFile(NGINX_CONF, 'utf8'))
    .replace('worker_processes auto;', `${user} daemon off; worker_processes 1;`)
    .replace('/tmp/nginx.pid', `${folder}/nginx.pid`)
    .replace('include /etc/nginx/mime.types;', '');
  await writeFile(join(folder, 'nginx.conf'), main);

  // A file, because nginx cannot open a pipe of Node as /dev/stdout.
  const output = openSync(join(folder, 'log'), 'a');
  const readLog = () => readFile(join(folder, 'log'), 'utf8');
  const command = ['-p', folder, '-e', join(folder, 'log'), '-c', join(folder, 'nginx.conf')];
  const { status } = spawnSync(program, [...command, '-t'], { stdio: ['ignore', output, output] });
  if (status !== 0) throw new Error(await readLog());
  const nginx = spawn(program, command, { stdio: ['ignore', output, output] });
  const exited = once(nginx, 'exit');
  closeSync(output);
  while (nginx.exitCode === null && !(await isListening(port))) await sleep(20);
  const stop = async () => {
    nginx.kill('SIGTERM');
    await exited;
  };
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    /** Stops nginx first, because it writes the line of a request after the answer has been sent. */
    async log() {
      await stop();
      return await readLog();
    },
    stop,
  };
}

export type RunningNginx = Awaited<ReturnType<typeof startNginx>>;

/** Runs the proxy of docker-compose.yml in front of these api processes while `work` runs. */
export async function withNginx<T>(apiPorts: readonly number[], work: (nginx: RunningNginx) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-proxy-'));
  try {
    const options = { folder, port: await freeLoopbackPort() };
    const nginx = await startNginx(options, await proxyConf(options, apiPorts));
    try {
      return await work(nginx);
    } finally {
      await nginx.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
