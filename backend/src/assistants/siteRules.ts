import type { BrokenRule, SiteRule } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import type { Assistant } from './assistant.entity.ts';
import { HOUR } from './plan/permittedTime.ts';
import { findFlyersLike, findPublishedRules, listRecentPosts } from './siteRules.query.ts';
import { escaped } from './wordMatcher.ts';

interface Post {
  readonly taskId: string | null;
  /** In microseconds. */
  readonly at: number;
  /** It would be added to the queue. */
  readonly isNew: boolean;
}

/** A rule that concerns flyers of the assistant, and the flyers that it counts: null for all. */
interface CheckedRule {
  readonly rule: SiteRule;
  readonly taskIds: ReadonlySet<string> | null;
}

/** The words as whole words: '#ad' is not in '#advice'. */
const patternOf = (words: readonly string[]) => {
  const edge = (character: string, around: string) => (/[\p{L}\p{N}]/u.test(character) ? around : '');
  const whole = (word: string) =>
    `${edge(word.at(0) ?? '', '(?<![[:alnum:]])')}${escaped(word)}${edge(word.at(-1) ?? '', '(?![[:alnum:]])')}`;
  return words.map(whole).join('|');
};

async function checkedRule(db: Db, { id, ownerId }: Assistant, rule: SiteRule): Promise<CheckedRule | null> {
  if (!rule.words) return { rule, taskIds: null };
  const flyers = await findFlyersLike(db, [ownerId, id, patternOf(rule.words)]);
  return flyers.some(({ is_new }) => is_new) ? { rule, taskIds: new Set(flyers.map((flyer) => flyer.id)) } : null;
}

/** Whether some of the rule's hours have more of the posts than it permits, with a new one among them. */
function breaks({ rule: { count, hours }, taskIds }: CheckedRule, posts: readonly Post[]): boolean {
  const counted = posts
    .filter(({ taskId }) => taskIds === null || (taskId !== null && taskIds.has(taskId)))
    .sort((a, b) => a.at - b.at);
  return counted.some(({ at }, first) => {
    const last = counted[first + count];
    return (
      last !== undefined &&
      last.at - at < hours * HOUR &&
      counted.slice(first, first + count + 1).some((post) => post.isNew)
    );
  });
}

/** The posts of the pages that an assistant's rules match: the latest ones, and those that are planned. */
export class PostsUnderRules {
  private constructor(
    private readonly rules: readonly CheckedRule[],
    private readonly posts: ReadonlyMap<string, Post[]>,
  ) {}

  /** Null if the site has no rule about flyers of the assistant. */
  static async read(db: Db, assistant: Assistant): Promise<PostsUnderRules | null> {
    const [published] = await findPublishedRules(db, [assistant.ownerId]);
    const rules: CheckedRule[] = [];
    for (const rule of published?.rules ?? []) {
      const checked = await checkedRule(db, assistant, rule);
      if (checked) rules.push(checked);
    }
    if (rules.length === 0) return null;
    const { target_pages, target_tags } = assistant.postingRules;
    const hours = Math.max(...rules.map(({ rule }) => rule.hours));
    const pages = await listRecentPosts(db, [assistant.ownerId, target_pages, target_tags, hours]);
    const postsOf = (posts: (typeof pages)[number]['posts']) =>
      (posts ?? []).map(([taskId, at]) => ({ taskId, at, isNew: false }));
    return new PostsUnderRules(rules, new Map(pages.map(({ guid, posts }) => [guid, postsOf(posts)])));
  }

  get pageGuids(): string[] {
    return [...this.posts.keys()];
  }

  add(pageGuid: string, post: Post): void {
    this.posts.get(pageGuid)?.push(post);
  }

  broken(): BrokenRule[] {
    return this.rules
      .map((checked) => {
        const pages = [...this.posts.values()].filter((posts) => breaks(checked, posts)).length;
        return { ...checked.rule, pages };
      })
      .filter(({ pages }) => pages > 0);
  }
}
