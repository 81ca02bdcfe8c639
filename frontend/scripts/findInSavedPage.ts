import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { computeAccessibleName } from 'dom-accessibility-api';
import { Composer } from '../extension/sites/Composer.ts';
import { findAll, findOne } from '../extension/sites/findElements.ts';
import { pageNow } from '../extension/sites/readAccount.ts';
import { feedOrProblem } from '../extension/sites/readFeed.ts';

/** The ways of each element of a pack, by its path. */
function* elementsOf(part: object, path: string): Generator<[string, SitePackWays]> {
  for (const [key, value] of Object.entries(part)) {
    const isWays =
      Array.isArray(value) && value.every((one) => ['css', 'testId', 'role'].some((way) => way in Object(one)));
    if (isWays) yield [`${path}.${key}`, value];
    else if (typeof value === 'object') yield* elementsOf(value, `${path}.${key}`);
  }
}

const tagAndName = (element: Element) =>
  `${element.localName} ${JSON.stringify(computeAccessibleName(element) || (element.textContent ?? '').trim().slice(0, 40))}`;

function accountLine(pack: SitePack): string {
  try {
    const { username, name, creatorId } = pageNow(pack);
    return `@${username} ${JSON.stringify(name)}, id ${creatorId}`;
  } catch (error) {
    return (error as Error).message;
  }
}

function composerLine(pack: SitePack): string {
  const composer = new Composer(pack);
  if (composer.root()) return composer.postButton() ? 'The new post is read.' : composer.postButtonProblem().message;
  const [first] = findAll(pack.composer.root, document);
  const why = first && composer.whyImplausible(first);
  return `The new post is not on this page${why ? `: what the pack means ${why}` : ''}.`;
}

function feedLines(pack: SitePack): string[] {
  const feed = feedOrProblem(pack);
  if (typeof feed === 'string') return [feed];
  return feed.isEmpty
    ? ['The feed is empty.']
    : feed.posts.map((post) => {
        const time = Number.isFinite(post.latestMs) ? new Date(post.latestMs).toISOString() : 'an unknown time';
        if (post.id === null) return `A post of ${time} can not be read.`;
        const text = `${JSON.stringify(post.text.slice(0, 40))}${post.isCut ? ' (cut)' : ''}`;
        return `Post ${post.id} of ${time}: ${text}${post.hasImage ? ', with a picture' : ''}`;
      });
}

/**
 * What the extension's readers make of the page, then a line per element of the pack: how many there are in the form and on the page,
 * and the first one. Nothing is pressed.
 */
function findInPage(pack: SitePack): string[] {
  const form = findOne(pack.composer.root, document);
  const { account, composer, feed, dismiss = [], wait = {} } = pack;
  const found = [...elementsOf({ dismiss, wait, account, composer, feed }, '')].map(([path, ways]) => {
    const all = findAll(ways, document);
    const name = path.slice(1);
    const inForm =
      name.startsWith('composer.') && form && ways !== composer.root
        ? ` (${findAll(ways, form).length} in the form)`
        : '';
    return `${name.padEnd(30)} ${all.length}${inForm} ${all[0] ? tagAndName(all[0]) : ''}`;
  });
  return [
    `Account: ${accountLine(pack)}`,
    `Composer: ${composerLine(pack)}`,
    ...feedLines(pack).map((line) => `Feed: ${line}`),
    ...found,
  ];
}

Object.assign(globalThis, { findInPage });
