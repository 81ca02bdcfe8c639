import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort, makeFolder, type RealSite, removeFolder, run, Server, type StoredPost } from './process.ts';

const SOURCE = '/usr/share/wordpress';
const PASSWORD = 'moon-1234567890';
/** PHP's own server answers one request at a time for each of its processes. */
const PHP_PROCESSES = '4';

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

/** Debian's WordPress as its installer leaves it: block editor, dated addresses. */
export class WordPress implements RealSite {
  private constructor(
    readonly name: string,
    readonly origin: string,
    private readonly folder: string,
    private readonly database: Server,
    private readonly php: Server,
  ) {}

  static async start(
    users: readonly string[],
    { editor }: { readonly editor: 'block' | 'classic' },
  ): Promise<WordPress> {
    const folder = await makeFolder('wordpress');
    const [data, socket, site] = ['data', 'mariadb.sock', 'site'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    await run('mariadb-install-db', [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--user=root',
      '--skip-test-db',
    ]);
    const database = new Server('mariadbd', [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      '--skip-networking',
      '--user=root',
      `--pid-file=${data}/pid`,
      '--innodb-flush-log-at-trx-commit=0',
    ]);
    await database.start(() =>
      run('mariadb', ['--no-defaults', `--socket=${socket}`, '-e', 'CREATE DATABASE IF NOT EXISTS wordpress']),
    );
    await cp(SOURCE, site, { recursive: true, dereference: true });
    await writeFile(path.join(site, 'wp-config.php'), config(socket));
    if (editor === 'classic') {
      await mkdir(path.join(site, 'wp-content/mu-plugins'), { recursive: true });
      await writeFile(path.join(site, 'wp-content/mu-plugins/classic.php'), CLASSIC);
    }
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const php = new Server(
      'php',
      ['-d', 'upload_max_filesize=20M', '-d', 'post_max_size=24M', '-S', `127.0.0.1:${port}`, '-t', site],
      { cwd: site, env: { PHP_CLI_SERVER_WORKERS: PHP_PROCESSES } },
    );
    await php.start(() => fetch(`${origin}/wp-admin/install.php`));
    const wordpress = new WordPress(`WordPress (${editor} editor)`, origin, folder, database, php);
    await wordpress.install(users);
    return wordpress;
  }

  readonly password = PASSWORD;

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
  }

  async query(sql: string): Promise<string[][]> {
    const { stdout } = await run('mariadb', [
      '--no-defaults',
      `--socket=${path.join(this.folder, 'mariadb.sock')}`,
      '--batch',
      '--raw',
      '--skip-column-names',
      'wordpress',
      '-e',
      sql,
    ]);
    return stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'));
  }

  async storedPosts(username: string): Promise<StoredPost[]> {
    const rows =
      await this.query(`SELECT HEX(p.post_content), DATE_FORMAT(p.post_date, '/%Y/%m/%d/'), p.post_name FROM wp_posts p JOIN wp_users u ON u.ID = p.post_author
      WHERE p.post_type = 'post' AND p.post_status IN ('publish', 'future') AND u.user_login = '${username}' AND p.post_name <> 'hello-world' ORDER BY p.ID`);
    return rows.map(([hex = '', date = '', name = '']) => {
      const content = Buffer.from(hex, 'hex').toString('utf8');
      return { text: content, imageCount: content.match(/<img /g)?.length ?? 0, path: `${date}${name}/` };
    });
  }

  async killAndRestart(): Promise<void> {
    await this.php.stop('SIGKILL');
    await this.php.start(() => fetch(`${this.origin}/wp-login.php`));
  }

  async stop(): Promise<void> {
    await this.php.stop();
    await this.database.stop();
    await removeFolder(this.folder);
  }
}
