import { createHash } from 'node:crypto';
import { appendFile, cp } from 'node:fs/promises';
import path from 'node:path';
import { freeLoopbackPort } from '../../../backend/src/database/embedded/loopbackPort.ts';
import { TIME_ZONE } from '../ExtensionBrowser.ts';
import { FaultyProxy, type ProxyCall } from '../FaultyProxy.ts';
import { makeFolder, removeFolder, run, Server } from './process.ts';
import { type ByHand, cookiesOf, linesOf, PASSWORD, RealSite, type StoredPost, USERNAMES } from './RealSite.ts';

const SOURCE = '/usr/share/mediawiki';
/** Small images are copies, because not every system has what makes them of a WebP. Its lists show times without a zone, so the wiki has the zone of the browser, as a person would set it in the preferences. */
const SETTINGS = `
$wgEnableUploads = true;
$wgCustomConvertCommand = 'cp %s %d';
$wgLocaltimezone = '${TIME_ZONE}';
`;
const POSTS = `SELECT img_name AS name, old_text AS text FROM image JOIN actor ON actor_id = img_actor
  JOIN page ON page_namespace = 6 AND page_title = img_name JOIN slots ON slot_revision_id = page_latest
  JOIN content ON content_id = slot_content_id JOIN text ON content_address = 'tt:' || old_id
  WHERE actor_name = ? ORDER BY img_timestamp`;
const AGE = `UPDATE image SET img_timestamp = strftime('%Y%m%d%H%M%S',
  substr(img_timestamp, 1, 4) || '-' || substr(img_timestamp, 5, 2) || '-' || substr(img_timestamp, 7, 2) || ' ' ||
  substr(img_timestamp, 9, 2) || ':' || substr(img_timestamp, 11, 2) || ':' || substr(img_timestamp, 13, 2), '-1 hour')
  WHERE img_timestamp > ?`;
const QUERY = `$db = new PDO('sqlite:' . $argv[1]); $rows = $db->prepare($argv[2]); $rows->execute([$argv[3]]);
  echo json_encode($rows->fetchAll(PDO::FETCH_ASSOC));`;

/** Usernames begin with a capital letter there. */
const wikiName = (username: string) => username.replace(/^./, (letter) => letter.toUpperCase());

/** Debian's MediaWiki with SQLite. A post is a file with a description, and the feed is the list of the account's files. */
export class MediaWiki extends RealSite {
  readonly name = 'MediaWiki';

  private constructor(
    proxy: FaultyProxy,
    private readonly folder: string,
    private readonly php: Server,
    private readonly target: string,
  ) {
    super(proxy);
  }

  static async start(): Promise<MediaWiki> {
    const folder = await makeFolder('mediawiki');
    const site = path.join(folder, 'site');
    await cp(SOURCE, site, {
      recursive: true,
      dereference: true,
      filter: (from) => !from.endsWith('LocalSettings.php'),
    });
    const proxy = await FaultyProxy.start();
    const [first, ...others] = USERNAMES.map(wikiName) as [string, ...string[]];
    const options = {
      dbtype: 'sqlite',
      dbname: 'wiki',
      dbpath: folder,
      server: proxy.url,
      scriptpath: '',
      pass: PASSWORD,
    };
    await run(
      'php',
      [
        'maintenance/install.php',
        ...Object.entries({ ...options, skins: 'Vector', confpath: site }).flatMap(([name, value]) => [
          `--${name}`,
          value,
        ]),
        'Flyers',
        first,
      ],
      { cwd: site },
    );
    await appendFile(path.join(site, 'LocalSettings.php'), SETTINGS);
    for (const name of others) await run('php', ['maintenance/createAndPromote.php', name, PASSWORD], { cwd: site });
    const port = await freeLoopbackPort();
    const target = `http://127.0.0.1:${port}`;
    const php = Server.php(site, port);
    await php.start(() => fetch(`${target}/index.php/Special:Version`));
    proxy.passTo(target);
    const wiki = new MediaWiki(proxy, folder, php, target);
    for (const username of USERNAMES) await wiki.logIn(username);
    return wiki;
  }

  private async logIn(username: string): Promise<void> {
    const api = `${this.origin}/api.php?format=json&action=`;
    const asked = await fetch(`${api}query&meta=tokens&type=login`);
    const session = cookiesOf(asked, this.origin);
    const { query } = await asked.json();
    const answer = await fetch(`${api}clientlogin`, {
      method: 'POST',
      headers: { Cookie: session.map(({ name, value }) => `${name}=${value}`).join('; ') },
      body: new URLSearchParams({
        username: wikiName(username),
        password: PASSWORD,
        rememberMe: '1',
        loginreturnurl: this.origin,
        logintoken: query.tokens.logintoken,
      }),
    });
    const { clientlogin } = await answer.json();
    if (clientlogin?.status !== 'PASS') throw new Error(`${username} could not log in.`);
    // The login replaces the session.
    const cookies = [...session, ...cookiesOf(answer, this.origin)];
    this.cookies.set(username, [...new Map(cookies.map((cookie) => [cookie.name, cookie])).values()]);
  }

  get byHand(): ByHand {
    const { origin } = this;
    return {
      async write(page, { text, image, imageSeen }) {
        await page.goto(`${origin}/index.php/Special:Upload`);
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#wpUploadFile').click()]);
        await chooser.setFiles(image);
        await imageSeen();
        await page.getByLabel('Summary:').fill(text);
        await page.getByRole('button', { name: 'Upload file' }).click();
        await page.getByRole('heading', { name: /^File:/ }).waitFor();
      },
      async clickName(page) {
        await page.goto(origin);
        await page.locator('#pt-userpage a').click();
      },
      async clickPost(page, { text }) {
        await page.goto(`${origin}/index.php/Special:ListFiles/Nova`);
        await page.getByText(text).first().click();
      },
    };
  }

  private async query(statement: string, parameter: string): Promise<string> {
    const { stdout } = await run('php', ['-r', QUERY, path.join(this.folder, 'wiki.sqlite'), statement, parameter]);
    return stdout;
  }

  async letAnHourPass(): Promise<void> {
    await this.query(AGE, '');
  }

  async storedPosts(username: string): Promise<StoredPost[]> {
    const stdout = await this.query(POSTS, wikiName(username));
    return (JSON.parse(stdout) as { name: string; text: string }[]).map(({ name, text }) => {
      const hash = createHash('md5').update(name).digest('hex');
      return {
        text: linesOf(text.replace(/^== Summary ==\n/, '')),
        images: [`${this.origin}/images/${hash[0]}/${hash.slice(0, 2)}/${name}`],
        path: `/index.php/File:${name}`,
      };
    });
  }

  isPublish({ method, url }: ProxyCall): boolean {
    return method === 'POST' && url.startsWith('/index.php/Special:Upload');
  }

  /** The image is sent with the post. */
  isUpload(call: ProxyCall): boolean {
    return this.isNewPost(call);
  }

  isNewPost({ method, url }: ProxyCall): boolean {
    return method === 'GET' && url.startsWith('/index.php/Special:Upload');
  }

  async killAndRestart(): Promise<void> {
    await this.php.stop('SIGKILL');
    await this.php.start(() => fetch(`${this.target}/index.php/Special:Version`));
  }

  protected async end(): Promise<void> {
    await this.php.stop();
    await removeFolder(this.folder);
  }
}
