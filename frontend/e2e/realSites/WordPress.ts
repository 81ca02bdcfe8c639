import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freeLoopbackPort } from '../../../backend/src/database/embedded/loopbackPort.ts';
import { FaultyProxy, type ProxyCall } from '../FaultyProxy.ts';
import { MariaDb, textOfHex } from './MariaDb.ts';
import { makeFolder, removeFolder, run, Server } from './process.ts';
import { cookiesOf, PASSWORD, RealSite, type StoredPost, shownTextOf, USERNAMES } from './RealSite.ts';
import { wordPressByHand } from './wordPressByHand.ts';

const SOURCE = '/usr/share/wordpress';

const config = (socket: string) => `<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', ''); define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HTTP_BLOCK_EXTERNAL', true); define('WP_ACCESSIBLE_HOSTS', '127.0.0.1'); define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

/** The classic editor, which the plugin of that name turns on in the same way. */
const CLASSIC = "<?php add_filter('use_block_editor_for_post', '__return_false');\n";

type Editor = 'block' | 'classic';

/** Debian's WordPress as its installer leaves it: block editor, dated addresses. */
export class WordPress extends RealSite {
  private constructor(
    private readonly editor: Editor,
    proxy: FaultyProxy,
    private readonly folder: string,
    private readonly database: MariaDb,
    private readonly php: Server,
  ) {
    super(proxy);
  }

  static async start(editor: Editor): Promise<WordPress> {
    const folder = await makeFolder('wordpress');
    const site = path.join(folder, 'site');
    const database = await MariaDb.start(folder, 'wordpress');
    await cp(SOURCE, site, { recursive: true, dereference: true });
    await writeFile(path.join(site, 'wp-config.php'), config(database.socket));
    if (editor === 'classic') {
      await mkdir(path.join(site, 'wp-content/mu-plugins'), { recursive: true });
      await writeFile(path.join(site, 'wp-content/mu-plugins/classic.php'), CLASSIC);
    }
    const port = await freeLoopbackPort();
    const target = `http://127.0.0.1:${port}`;
    const php = Server.php(site, port);
    await php.start(() => fetch(`${target}/wp-admin/install.php`));
    const proxy = await FaultyProxy.start();
    proxy.passTo(target);
    const wordpress = new WordPress(editor, proxy, folder, database, php);
    await wordpress.install(USERNAMES);
    return wordpress;
  }

  get name(): string {
    return `WordPress (${this.editor} editor)`;
  }
  get byHand() {
    return wordPressByHand(this.editor, this.origin);
  }

  private async install([first = 'admin', ...others]: readonly string[]): Promise<void> {
    const form = new URLSearchParams({
      weblog_title: 'Flyers',
      user_name: first,
      admin_password: PASSWORD,
      admin_password2: PASSWORD,
      pw_weak: 'on',
      admin_email: 'admin@example.com',
      language: '',
    });
    const answer = await fetch(`${this.origin}/wp-admin/install.php?step=2`, { method: 'POST', body: form });
    if (!(await answer.text()).includes('Success!')) throw new Error('WordPress was not installed.');
    for (const name of others) {
      await run(
        'php',
        [
          '-r',
          `require 'wp-load.php'; wp_insert_user(['user_login' => $argv[1], 'user_pass' => $argv[2], 'role' => 'author', 'display_name' => $argv[1]]);`,
          name,
          PASSWORD,
        ],
        { cwd: path.join(this.folder, 'site') },
      );
    }
    for (const name of [first, ...others]) {
      const answer = await fetch(`${this.origin}/wp-login.php`, {
        method: 'POST',
        headers: { Cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
        body: new URLSearchParams({ log: name, pwd: PASSWORD, testcookie: '1' }),
        redirect: 'manual',
      });
      this.cookies.set(name, cookiesOf(answer, this.origin));
    }
  }

  async letAnHourPass(): Promise<void> {
    await this.database.query(`UPDATE wp_posts SET post_date = post_date - INTERVAL 1 HOUR,
      post_date_gmt = post_date_gmt - INTERVAL 1 HOUR WHERE post_type = 'post' AND post_status = 'publish'`);
  }

  async storedPosts(username: string): Promise<StoredPost[]> {
    const rows = await this.database.query(`SELECT HEX(p.post_content), HEX(COALESCE(image.guid, '')),
        DATE_FORMAT(p.post_date, '/%Y/%m/%d/'), p.post_name
      FROM wp_posts p JOIN wp_users u ON u.ID = p.post_author
      LEFT JOIN wp_postmeta m ON m.post_id = p.ID AND m.meta_key = '_thumbnail_id'
      LEFT JOIN wp_posts image ON image.ID = m.meta_value
      WHERE p.post_type = 'post' AND p.post_status IN ('publish', 'future') AND u.user_login = '${username}'
        AND p.post_name <> 'hello-world' ORDER BY p.ID`);
    return rows.map(([content = '', featured = '', date = '', name = '']) => {
      const html = textOfHex(content);
      const images = [
        textOfHex(featured),
        ...[...html.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src = '']) => src),
      ];
      return { text: shownTextOf(html), images: images.filter((one) => one !== ''), path: `${date}${name}/` };
    });
  }

  isPublish({ method, url, body }: ProxyCall): boolean {
    if (method !== 'POST') return false;
    return this.editor === 'block'
      ? /\/wp\/v2\/posts\/\d+(?!\d|\/)/.test(decodeURIComponent(url)) && body.includes('"status":"publish"')
      : url.endsWith('/wp-admin/post.php') && /&publish=/.test(body);
  }

  isUpload({ method, url }: ProxyCall): boolean {
    return method === 'POST' && /\/wp\/v2\/media|async-upload\.php/.test(decodeURIComponent(url));
  }

  isNewPost({ url }: ProxyCall): boolean {
    return url.startsWith('/wp-admin/post-new.php');
  }

  async killAndRestart(): Promise<void> {
    await this.php.stop('SIGKILL');
    await this.php.start(() => fetch(`${this.origin}/wp-login.php`));
  }

  protected async end(): Promise<void> {
    await this.php.stop();
    await this.database.stop();
    await removeFolder(this.folder);
  }
}
