import { expect, test } from '@playwright/test';
import { COMPOSER_CHECKS } from './creatorSite/hostile/checks/composerChecks.ts';
import { MARKUP_CHECKS } from './creatorSite/hostile/checks/markupChecks.ts';
import { type Check, expectPosted, type OnSite, postWithPatience } from './creatorSite/hostile/checks/onSite.ts';
import { PAGE_CHECKS } from './creatorSite/hostile/checks/pageChecks.ts';
import { PRESS_CHECKS } from './creatorSite/hostile/checks/pressChecks.ts';
import { HostileSite } from './creatorSite/hostile/HostileSite.ts';
import { HostileVisitor } from './creatorSite/hostile/HostileVisitor.ts';
import { randomSwitches, SWITCH_NAMES, type SwitchName } from './creatorSite/hostile/switches.ts';
import { accountsOf } from './creatorSite/SiteRecords.ts';

const ACCOUNTS = accountsOf(100);
/** Short, but for messages: a busy machine should not miss one. */
const SETTINGS = { hydrationMs: 0, lateHydrationMs: 1, uploadMs: 1, lateAnswerMs: 1, toastMs: 60_000 };
const RANDOM_SETS = 8;
const IMAGE = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');

const GROUPS: Readonly<Record<string, Readonly<Partial<Record<SwitchName, Check>>>>> = {
  'answers a press': PRESS_CHECKS,
  'has a composer': COMPOSER_CHECKS,
  'has pages': PAGE_CHECKS,
  'has a feed and labels': MARKUP_CHECKS,
};

/** A person at a site of its own, logged in as the first account. */
async function atSite(
  { page, context }: Pick<OnSite, 'page' | 'context'>,
  switches: readonly SwitchName[],
  work: Check,
): Promise<void> {
  const site = await HostileSite.start(ACCOUNTS, switches, SETTINGS);
  try {
    const { username } = ACCOUNTS[0] as (typeof ACCOUNTS)[0];
    await context.addCookies(site.cookiesFor(username));
    await work({ site, page, context, visitor: new HostileVisitor(page, site, username), image: IMAGE });
  } finally {
    await site.stop();
  }
}

for (const [title, checks] of Object.entries(GROUPS)) {
  test(`the hostile site ${title} as each switch says`, async ({ page, context }) => {
    for (const [name, check] of Object.entries(checks)) {
      await test.step(name, () => atSite({ page, context }, [name as SwitchName], check));
    }
  });
}

test('a person posts on the hostile site with random sets of switches, and once without any', async ({
  page,
  context,
}) => {
  const sets = Array.from({ length: RANDOM_SETS }, (_, seed) => randomSwitches(seed, 5));
  const now = new Date();
  const later = new Date(now.getFullYear(), now.getMonth() + 1, 9, 3, 7);
  for (const [index, switches] of [[], ...sets].entries()) {
    await test.step(switches.join(', '), () =>
      atSite({ page, context }, switches, async (on) => {
        const wish = {
          text: 'Friday\n\nSee you #there',
          image: on.image,
          ...(on.site.isOn('no-expiry') ? {} : { expiresInDays: 1 }),
          ...(on.site.isOn('no-scheduler') || index % 2 === 1 ? {} : { scheduledFor: later }),
        };
        await on.visitor.open();
        await postWithPatience(on, wish);
        await expectPosted(on, wish);
      }),
    );
  }
});

test('each switch of the hostile site has a check', () => {
  expect(
    Object.values(GROUPS)
      .flatMap((checks) => Object.keys(checks))
      .sort(),
  ).toEqual([...SWITCH_NAMES].sort());
});
