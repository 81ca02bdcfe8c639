import { access, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freeLoopbackPort } from '../../../backend/src/database/embedded/loopbackPort.ts';
import { FaultyProxy, type ProxyCall } from '../FaultyProxy.ts';
import { ghostByHand } from './ghostByHand.ts';
import { MariaDb, textOfHex } from './MariaDb.ts';
import { makeFolder, removeFolder, run, Server } from './process.ts';
import { cookiesOf, PASSWORD, RealSite, type StoredPost, shownTextOf, USERNAMES } from './RealSite.ts';

const VERSION = '5.130.6';
/** Kept for the next run. */
const INSTALLED = path.join(tmpdir(), `flyerdeck-ghost-${VERSION}`);
const PACKAGE = path.join(INSTALLED, 'package');
const CONTENT_FOLDERS = ['data', 'images', 'logs', 'media', 'files', 'public', 'settings', 'themes'];

/** npm's package as an install of its own, because its parts that are archives cannot be a dependency. */
async function install(): Promise<void> {
  const isInstalled = await access(path.join(PACKAGE, 'node_modules/.package-lock.json')).then(
    () => true,
    () => false,
  );
  if (isInstalled) return;
  await removeFolder(INSTALLED);
  await mkdir(INSTALLED);
  const inFolder = { cwd: INSTALLED, maxBuffer: 64 * 1024 * 1024 };
  await run('npm', ['pack', `ghost@${VERSION}`], inFolder);
  await run('tar', ['xzf', `ghost-${VERSION}.tgz`], inFolder);
  const inPackage = { ...inFolder, cwd: PACKAGE };
  // What only its makers need comes from other places than npm.
  await run('npm', ['pkg', 'delete', 'devDependencies', 'scripts'], inPackage);
  await run(
    'npm',
    ['install', '--omit=dev', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'],
    inPackage,
  );
}

/** Its theme shows days, and a feed of days proves no absence. */
async function showTimes(card: string): Promise<void> {
  const days = await readFile(card, 'utf8');
  const times = days.replace(
    'datetime="{{date format="YYYY-MM-DD"}}"',
    'datetime="{{date format="YYYY-MM-DDTHH:mm:ssZ"}}"',
  );
  if (times === days) throw new Error('The theme shows no days.');
  await writeFile(card, times);
}

const config = (url: string, port: number, folder: string, socketPath: string) => ({
  url,
  server: { host: '127.0.0.1', port },
  database: { client: 'mysql', connection: { socketPath, user: 'root', password: '', database: 'ghost' } },
  paths: { contentPath: path.join(folder, 'content') },
  logging: { level: 'error', transports: ['stderr'] },
  mail: { transport: 'stub' },
  security: { staffDeviceVerification: false },
  privacy: { useTinfoil: true },
});

/** npm's Ghost with its own theme and MariaDB. */
export class Ghost extends RealSite {
  readonly name = 'Ghost';
  readonly byHand = ghostByHand(this.origin);

  private constructor(
    proxy: FaultyProxy,
    private readonly folder: string,
    private readonly database: MariaDb,
    private readonly server: Server,
    private readonly target: string,
  ) {
    super(proxy);
  }

  static async start(): Promise<Ghost> {
    await install();
    const folder = await makeFolder('ghost');
    const database = await MariaDb.start(folder, 'ghost');
    const content = path.join(folder, 'content');
    for (const name of CONTENT_FOLDERS) await mkdir(path.join(content, name), { recursive: true });
    await cp(path.join(PACKAGE, 'content/themes'), path.join(content, 'themes'), { recursive: true });
    await showTimes(path.join(content, 'themes/source/partials/post-card.hbs'));
    // As its own installer does.
    await symlink(PACKAGE, path.join(folder, 'current'));
    const [port, proxy] = [await freeLoopbackPort(), await FaultyProxy.start()];
    const target = `http://127.0.0.1:${port}`;
    proxy.passTo(target);
    await writeFile(
      path.join(folder, 'config.production.json'),
      JSON.stringify(config(proxy.url, port, folder, database.socket)),
    );
    const server = new Server('node', [path.join(PACKAGE, 'index.js')], {
      cwd: folder,
      env: { NODE_ENV: 'production' },
    });
    const ghost = new Ghost(proxy, folder, database, server, target);
    await ghost.startServer();
    await ghost.setUp(USERNAMES);
    return ghost;
  }

  private startServer(): Promise<void> {
    return this.server.start(async () => {
      const answer = await fetch(`${this.target}/ghost/api/admin/site/`, { headers: { 'X-Forwarded-Proto': 'http' } });
      return answer.ok;
    });
  }

  private call(name: string, body: object): Promise<Response> {
    return fetch(`${this.origin}/ghost/api/admin/${name}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: this.origin },
      body: JSON.stringify(body),
    });
  }

  private async setUp([first = '', ...others]: readonly string[]): Promise<void> {
    const email = (name: string) => `${name}@example.com`;
    const displayName = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());
    // The slug of the name is the username.
    const account = { name: displayName(first), email: email(first), password: PASSWORD, blogTitle: 'Flyers' };
    const answer = await this.call('authentication/setup', { setup: [account] });
    if (!answer.ok) throw new Error(`Ghost was not set up: ${await answer.text()}`);
    for (const [n, name] of others.entries()) {
      const id = String(n + 2).padStart(24, '0');
      await this.database.query(`INSERT INTO users (id, name, slug, email, password, status, visibility, created_at, created_by)
        SELECT '${id}', '${displayName(name)}', '${name}', '${email(name)}', password, status, visibility, created_at, created_by FROM users WHERE slug = '${first}';
        INSERT INTO roles_users (id, role_id, user_id) SELECT '${id}', id, '${id}' FROM roles WHERE name = 'Editor'`);
    }
    for (const name of [first, ...others]) {
      const session = await this.call('session', { username: email(name), password: PASSWORD });
      if (!session.ok) throw new Error(`${name} could not log in: ${await session.text()}`);
      this.cookies.set(name, cookiesOf(session, `${this.origin}/ghost/`));
    }
  }

  async letAnHourPass(): Promise<void> {
    await this.database.query('UPDATE posts SET published_at = published_at - INTERVAL 1 HOUR');
  }

  /** Its editor makes a dash of two hyphens in the last line, as of those that a person types. */
  async storedPosts(username: string): Promise<StoredPost[]> {
    const rows = await this.database.query(`SELECT HEX(COALESCE(p.html, '')), HEX(COALESCE(p.feature_image, '')), p.slug
      FROM posts p JOIN posts_authors a ON a.post_id = p.id JOIN users u ON u.id = a.author_id
      WHERE p.type = 'post' AND p.status IN ('published', 'scheduled') AND u.slug = '${username}'
        AND p.slug <> 'coming-soon' ORDER BY p.created_at`);
    return rows.map(([html = '', image = '', slug = '']) => ({
      text: shownTextOf(textOfHex(html)).replaceAll('–', '--'),
      images: image === '' ? [] : [textOfHex(image).replace('__GHOST_URL__', this.origin)],
      path: `/${slug}/`,
    }));
  }

  isPublish({ method, url, body }: ProxyCall): boolean {
    return method === 'PUT' && /\/api\/admin\/posts\/[0-9a-f]{24}\//.test(url) && body.includes('"status":"published"');
  }

  isUpload({ method, url }: ProxyCall): boolean {
    return method === 'POST' && url.startsWith('/ghost/api/admin/images/upload/');
  }

  /** All of it is one page. */
  isNewPost({ method, url }: ProxyCall): boolean {
    return method === 'GET' && url === '/ghost/';
  }

  async killAndRestart(): Promise<void> {
    await this.server.stop('SIGKILL');
    await this.startServer();
  }

  protected async end(): Promise<void> {
    await this.server.stop();
    await this.database.stop();
    await removeFolder(this.folder);
  }
}
