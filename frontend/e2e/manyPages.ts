import type { Page as LinkedPage } from '@flyerdeck/contracts';
import { EXTENSION_VERSION } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildPage, uuid } from '../test/builders.ts';

const NAMES = ['Luna Star', 'Mila Rose', 'Vera Moon', 'Nora Lake', 'Ivy Snow'] as const;

/** Every third page is inactive, and the first fifth has the tag `first`. */
export const manyPages = (count: number): LinkedPage[] =>
  Array.from({ length: count }, (_, n) =>
    buildPage({
      guid: uuid(n),
      name: `${NAMES[n % NAMES.length]} ${n}`,
      username: `page_${n}`,
      creator_id: String(8_812_300 + n),
      extension_version: EXTENSION_VERSION,
      is_active: n % 3 > 0,
      is_paid: n % 4 > 0,
      paid_until: n % 4 > 0 ? '2099-03-02T12:00:00Z' : null,
      credits_charged: n % 4 > 0 ? 10 : 0,
      health: n % 25 === 1 ? 'logged_out' : 'ok',
      tags: [
        ...(n < count / 5 ? ['first'] : []),
        'promo',
        ...(n % 2 === 0 ? ['even'] : []),
        ...(n % 9 === 0 ? ['vip'] : []),
      ],
    }),
  );

export const answerPages = (page: Page, pages: readonly LinkedPage[]) =>
  page.route('**/api/get_user_pages', (route) => route.fulfill({ json: { pages } }));
