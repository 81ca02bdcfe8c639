import type { Page as LinkedPage, Task, TaskDetail } from '@flyerdeck/contracts';
import { COHORT_SHARE } from './creatorSite/hostile/app/design.ts';
import type { Settings } from './creatorSite/hostile/settings.ts';
import type { SwitchName } from './creatorSite/hostile/switches.ts';
import { accountsOf, type NewPost, sha256, shareOf } from './creatorSite/SiteRecords.ts';
import { queueFlyers } from './extensionStory.ts';
import { type Flyer, flyersOf } from './hostileFlyers.ts';
import { HostileStory } from './hostileStory.ts';
import { endLease, passDelay, passDoubt, type Row } from './hostileTimes.ts';
import { expect, type Product } from './product.ts';

const PATIENCE_MS = 90_000;
/** A site may lose a press, ask for a captcha at the next one and answer the third with an error: each costs a look at the feed. */
const PATIENCE_FOR_EACH_MS = 150_000;

/** What happened with a set of switches: the product's verdicts compared with the site. */
export interface SetResult {
  readonly switches: readonly SwitchName[];
  readonly postings: number;
  /** Postings that are on the site. */
  readonly taken: number;
  /** Postings that the site itself does not take: a text that is not allowed, no scheduler. */
  readonly refused: number;
  readonly twice: string[];
  readonly wrong: string[];
  /** Failures of postings that the site would have taken. */
  readonly failedThoughTaken: string[];
  readonly pauses: string[];
  readonly doubts: number;
  readonly retries: number;
  /** Why nothing can be posted: the pack says that the site takes only real clicks. */
  readonly isImpossible: boolean;
  readonly seconds: number;
}

/** The first account that the experiments of `ab-markup` and `cohort-30-70` give another markup. */
const REDESIGNED = accountsOf(100).findIndex(
  ({ username: name }) => shareOf(name) < COHORT_SHARE && shareOf(name) % 2 === 1,
);

/** Posts with the real extension, does what the person in front of the browser would do, and compares what is on the site. */
export async function runSet(
  product: Product,
  switches: readonly SwitchName[],
  { postings, settings = {} }: { postings: number; settings?: Partial<Settings> },
): Promise<SetResult> {
  const startedAt = performance.now();
  const isExperiment = switches.some((name) => name === 'ab-markup' || name === 'cohort-30-70');
  const story = await HostileStory.begin(product, switches, settings, isExperiment ? REDESIGNED : 0);
  try {
    const set = new HostileSet(story, await flyersOf(postings));
    await set.post();
    return {
      switches,
      postings,
      ...(await set.result()),
      seconds: Math.round((performance.now() - startedAt) / 1000),
    };
  } finally {
    await story.end();
  }
}

class HostileSet {
  private readonly pauses: string[] = [];
  private readonly failedThoughTaken: string[] = [];
  private readonly wrong: string[] = [];
  private readonly doubts = new Set<string>();
  private guid = '';
  private retries = 0;
  private health = '';
  private readonly refused = new Set<string>();

  constructor(
    private readonly story: HostileStory,
    private readonly flyers: readonly Flyer[],
  ) {}

  private get isImpossible(): boolean {
    return this.story.site.isOn('trusted-only');
  }

  async post(): Promise<void> {
    const { story } = this;
    this.guid = (await story.linkPage()).guid;
    await this.queue();
    await story.person.call('POST', '/queue/start');
    const timeout = PATIENCE_MS + this.flyers.length * PATIENCE_FOR_EACH_MS;
    if (this.isImpossible) {
      await expect.poll(() => this.waitReasons(), { timeout }).toEqual(this.flyers.map(() => 'site_changed'));
      return;
    }
    await expect
      .poll(() => this.step(), { timeout, intervals: [300] })
      .toEqual([])
      .catch(async () => {
        const left = [...(await this.step()), ...(await this.waitReasons())];
        this.wrong.push(`not finished: ${left.join('; ')}`);
      });
  }

  private async queue(): Promise<void> {
    const { story, flyers } = this;
    for (const delay of new Set(flyers.map(({ delayHours }) => delayHours))) {
      const own = flyers.filter(({ delayHours }) => delayHours === delay);
      const rules = { start_delay_hours: delay };
      await queueFlyers(story.person, this.guid, own, rules);
    }
    const texts = flyers.filter(({ hasImage }) => !hasImage).map(({ text }) => text);
    await story.database.query(
      `UPDATE tasks SET file_id = NULL WHERE replace(description, E'\\r', '') = ANY ($1)
       AND id IN (SELECT task_id FROM page_postings WHERE page_guid = $2)`,
      [texts, this.guid],
    );
  }

  private async rows(): Promise<Row[]> {
    const { rows } = await this.story.database.query<Row>(
      `SELECT p.id, p.task_id, replace(t.description, E'\\r', '') AS text, p.status, p.error_code, p.error_message,
         p.scheduled_for, f.submitting_at IS NOT NULL AS is_submitting,
         p.status_since < now() - interval '2 minutes' AS is_in_doubt_since_long
       FROM page_postings p JOIN tasks t ON t.id = p.task_id LEFT JOIN in_flight f ON f.posting_id = p.id
       WHERE p.page_guid = $1`,
      [this.guid],
    );
    return rows;
  }

  private async waitReasons(): Promise<(string | null)[]> {
    const tasks = await this.story.person.call<Task[]>('GET', '/tasks');
    const details = await Promise.all(
      tasks.map(({ _id }) => this.story.person.call<TaskDetail>('GET', `/tasks/${_id}`)),
    );
    return details.flatMap(({ page_postings }) =>
      page_postings.map(({ wait_reason, error_code }) => wait_reason ?? error_code),
    );
  }

  /** Does what is to be done now. Answers what is not settled yet. */
  private async step(): Promise<string[]> {
    const { story } = this;
    // Asked first: a posting that is then still in flight was dropped, not finished.
    const isWorking = await story.hasJob();
    const rows = await this.rows();
    await this.answerSite(isWorking);
    await this.endPause();
    if (!isWorking) await passDelay(story, this.guid);
    const open: string[] = [];
    let isInDoubt = false;
    for (const row of rows) {
      if (row.status === 'completed' || row.status === 'posted') continue;
      if (row.error_code === 'unconfirmed') {
        isInDoubt = true;
        this.doubts.add(row.id);
        await passDoubt(story, row);
      } else if (row.status === 'failed') {
        if (await this.settleFailure(row)) continue;
      } else if (row.is_submitting && !isWorking) {
        this.doubts.add(row.id);
        await endLease(story, row);
      }
      open.push(`${row.text.split('\n')[0]}: ${row.status} ${row.error_code ?? ''}`);
    }
    if (isInDoubt && (await story.isIdle())) await story.wake();
    return open;
  }

  /** The user retries what failed, unless the site will never take it. False: it is tried again. */
  private async settleFailure(row: Row): Promise<boolean> {
    const { site, username, person } = this.story;
    const why = site.refusalOf(username, this.newPostOf(row));
    if (why && ['invalid', 'content'].includes(why.kind)) {
      this.refused.add(row.id);
      return true;
    }
    const onSite = site.accepted.filter(({ text }) => text === row.text).length;
    const problem = `${row.text.split('\n')[0]}: ${row.error_code} (${row.error_message})`;
    if (onSite > 0) {
      this.wrong.push(`failed, but on the site: ${problem}`);
      return true;
    }
    // `not_posted` is right: the site lost the press, and said so after it.
    if (row.error_code !== 'not_posted' && row.error_code !== 'logged_out') this.failedThoughTaken.push(problem);
    if (this.retries > 3 * this.flyers.length) return true;
    this.retries += 1;
    await person.call('POST', `/tasks/${row.task_id}/retry`, {});
    return false;
  }

  private newPostOf({ text, scheduled_for: at }: Row): Partial<NewPost> {
    const { site } = this.story;
    return {
      text,
      // The time for which it would be published if it were queued now.
      scheduledFor: at && at.getTime() > Date.now() ? at.toISOString() : null,
      expiresInDays: site.isOn('no-expiry') ? null : 1,
    };
  }

  /** When the product says that the page cannot post, the user logs in or passes a captcha, and opens the product, which tries again. */
  private async answerSite(isWorking: boolean): Promise<void> {
    const { site, username } = this.story;
    const kind = site.refusalOf(username, { text: 'A' })?.kind;
    const isAsked = kind === 'logged_out' || kind === 'captcha';
    if (isWorking) return;
    const { rows } = await this.story.database.query<{ health: string }>('SELECT health FROM pages WHERE guid = $1', [
      this.guid,
    ]);
    const health = rows[0]?.health ?? '';
    const isNews = health !== this.health;
    this.health = health;
    if (health === 'ok') {
      if (isAsked && (await this.story.isIdle())) await this.story.wake();
      return;
    }
    if (isNews) this.pauses.push(`${isAsked ? kind : 'nothing asked'}: ${health}`);
    if (kind === 'logged_out') site.logInAgain(username);
    else if (kind === 'captcha') site.passCaptcha(username);
    await this.story.wake();
  }

  /** The site takes as many posts again, and the user presses Resume. */
  private async endPause(): Promise<void> {
    const { site, person, username } = this.story;
    const { pages } = await person.call<{ pages: LinkedPage[] }>('GET', '/get_user_pages');
    const pause = pages[0]?.pause;
    if (!pause) return;
    const asked = site.refusalOf(username, { text: 'A' });
    if (pause.kind === 'rate_limited' && asked?.until) {
      const apartMs = Math.abs(Date.parse(pause.until) - asked.until.getTime());
      if (apartMs > 150_000)
        this.wrong.push(`paused until ${pause.until}, the site asked for ${asked.until.toISOString()}`);
      const reasons = new Set(await this.waitReasons());
      if (!reasons.has('rate_limited')) this.wrong.push(`paused, but the tasks say ${[...reasons].join()}`);
    }
    this.pauses.push(pause.kind);
    site.settings.rate = { ...site.settings.rate, posts: site.settings.rate.posts + 3 };
    await person.call('POST', `/pages/${this.guid}/resume`);
  }

  async result() {
    const { site } = this.story;
    const twice: string[] = [];
    let taken = 0;
    const rows = new Map((await this.rows()).map((row) => [row.text, row]));
    for (const { text, hasImage, image } of this.flyers) {
      const row = rows.get(text);
      const posts = site.accepted.filter((post) => post.text === text);
      const [post] = posts;
      const name = text.split('\n')[0];
      if (posts.length > 1) twice.push(`${name}: ${posts.length} times`);
      if (!row) this.wrong.push(`${name}: the product has no such posting`);
      const isPosted = row?.status === 'completed' || row?.status === 'posted';
      if (isPosted !== (post !== undefined))
        this.wrong.push(`${name}: ${row?.status} ${row?.error_code ?? ''}, on the site ${posts.length} times`);
      if (!post || !row) continue;
      taken += 1;
      const pictures = hasImage ? [sha256(image)] : [];
      const toTheMinute = (time: Date) => new Date(Math.floor(time.getTime() / 60_000) * 60_000).toISOString();
      const { scheduled_for: at } = row;
      const isForNow = !at || at.getTime() < Date.parse(post.postedAt) + 2 * 60_000;
      const expected = {
        pictures,
        audience: 'everyone',
        price: 0,
        expiresInDays: site.isOn('no-expiry') ? null : 1,
        scheduledFor: isForNow && post.scheduledFor === null ? null : at && toTheMinute(at),
      };
      const { audience, price, expiresInDays, scheduledFor } = post;
      const is = JSON.stringify({ pictures: post.pictures, audience, price, expiresInDays, scheduledFor });
      if (is !== JSON.stringify(expected)) this.wrong.push(`${name}: ${is} instead of ${JSON.stringify(expected)}`);
    }
    const strange = site.accepted.filter(({ text }) => !rows.has(text));
    if (strange.length > 0) this.wrong.push(`${strange.length} posts of nobody, such as ${strange[0]?.text}`);
    const isPausing = (['rate-toast', 'rate-dialog', 'rate-429'] as const).some((name) => site.isOn(name));
    const { posts } = site.settings.rate;
    if (isPausing && !this.isImpossible && taken > posts && !this.pauses.includes('rate_limited'))
      this.wrong.push('no pause');
    return {
      taken,
      refused: this.refused.size,
      twice,
      wrong: this.wrong,
      failedThoughTaken: this.failedThoughTaken,
      pauses: this.pauses,
      doubts: this.doubts.size,
      retries: this.retries,
      isImpossible: this.isImpossible,
    };
  }
}
