import { expect, type Page } from '@playwright/test';
import {
  buildActivity,
  buildAdminUser,
  buildAuditEvent,
  buildCreditUser,
  buildLedgerEntry,
} from '../../test/adminBuilders.ts';
import { uuid } from '../../test/builders.ts';
import { admin, fullUser, type ScreenCase } from './screenCase.ts';

const NAMES = [
  ['Luna', 'Star'],
  ['Anastasia', 'Konstantinopolskaya-Alexandrova'],
  ['Скай', 'Лайт'],
  ['', ''],
] as const;
const people = Array.from({ length: 400 }, (_, index) => {
  const [first_name = '', last_name = ''] = NAMES[index % NAMES.length] ?? [];
  const username = first_name && `${first_name.toLowerCase()}_${index}`;
  return { telegram_id: String(700_000_000 + index * 7919), username, first_name, last_name };
});

const USERS = people.map((person, index) =>
  buildAdminUser({ ...person, is_active: index % 9 !== 4, is_admin: index % 50 === 0 }),
);
const CREDIT_USERS = people.map((person, index) =>
  buildCreditUser({
    ...person,
    credits_balance: (index * 37) % 16_500,
    total_credits_purchased: index % 3 === 0 ? 3_000 : 0,
    total_credits_spent: (index * 10) % 900,
    last_login: index % 5 === 0 ? null : '2026-03-01T12:00:00Z',
  }),
);
const ACTIVITY = buildActivity({
  pages_count: 14,
  tasks_count: 1_240,
  assistants_count: 3,
  page_postings_count: 18_200,
  pages: Array.from({ length: 14 }, (_, i) => ({
    guid: uuid(i),
    username: i % 5 === 3 ? '' : `luna.star.${i}`,
    runner:
      i % 2 === 1 ? null : { host_name: 'studio-1', state: 'asleep', last_contact_at: '2026-03-01T12:00:00.000Z' },
  })),
  tasks: (['posting', 'completed', 'failed', 'partially_completed'] as const).map((status, i) => ({
    id: uuid(100 + i),
    status,
    created_at: '2026-03-01T12:00:00Z',
  })),
  assistants: [
    { id: uuid(200), name: 'Summer drop', status: 'posting' },
    { id: uuid(201), name: '', status: 'paused' },
  ],
});
const EVENTS = [
  buildAuditEvent({
    id: uuid(1),
    act: 'credits_adjusted',
    summary: 'Refund, −50 credits, balance 1,100, “Late post”',
  }),
  buildAuditEvent({ id: uuid(2), act: 'sessions_ended', summary: '3 sessions' }),
  buildAuditEvent({ id: uuid(3), act: 'promoted' }),
];

const LEDGER = Array.from({ length: 20 }, (_, index) =>
  buildLedgerEntry({
    id: uuid(300 + index),
    balance_after: 1_000 + 10 * index,
    ...(index % 6 === 0
      ? {
          ...{ transaction_type: 'purchase', description: 'Basic package, $49.99', amount: 3_000 },
          ...{ admin_telegram_id: '100000009', admin_name: 'Anna' },
        }
      : {
          ...{ transaction_type: 'spending', description: 'Posting fee for Luna Star, 24 hours', amount: -10 },
          ...{ page_guid: uuid(1), page_name: 'Luna Star' },
          posting: { id: uuid(400), task_id: uuid(401), flyer: 'New set tonight, come and see it before it is gone' },
          ...(index % 6 === 1 && { refunded_at: '2026-03-01T12:00:00.000Z' }),
        }),
  }),
);
const answerWith = (page: Page, address: string | RegExp, json: unknown) =>
  page.route(address, (route) => route.fulfill({ json }));
const USERS_ADDRESS = '**/api/admin/users';
const CREDITS_ADDRESS = '**/api/credits/admin/users-credits';

const openUser = async (page: Page) => {
  await answerWith(page, /\/api\/admin\/users\/\d+$/, { ...USERS[1], ...CREDIT_USERS[1] });
  await answerWith(page, /\/api\/admin\/user\/\d+\/activity$/, ACTIVITY);
  await answerWith(page, /\/api\/admin\/audit\?/, { events: EVENTS, total: EVENTS.length });
  await answerWith(page, /\/api\/credits\/admin\/users-credits\/\d+\/ledger\?/, { entries: LEDGER, total: 18_204 });
  await page.goto(`/admin/users/${USERS[1]?.telegram_id}`);
  await page.getByRole('table', { name: 'Admin History' }).waitFor();
};
const openCredits = async (page: Page) => {
  await answerWith(page, CREDITS_ADDRESS, CREDIT_USERS);
  await answerWith(page, /\/api\/admin\/users\/\d+$/, { ...USERS[1], ...CREDIT_USERS[1] });
  await page.goto('/admin/credits');
  await page.getByText('400 users').waitFor();
};
/** The dialog of the first user, after the server has answered with the balance. */
const openAdjusting = async (page: Page) => {
  await openCredits(page);
  await page
    .getByRole('button', { name: /^Adjust Credits of/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByText(/^\d+ credits$/)
    .waitFor();
};

/** The admin's dashboard, users, credits and task screens. */
export const PEOPLE_SCREENS: readonly ScreenCase[] = [
  admin('admin dashboard', async (page) => {
    await page.goto('/admin');
    await page.getByRole('region', { name: 'System Statistics' }).waitFor();
    await page.getByRole('heading', { name: 'Last 30 Days' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('figure')).toHaveCount(2);
  }),
  admin('admin users', async (page) => {
    await answerWith(page, USERS_ADDRESS, USERS);
    await page.goto('/admin/users');
    await page.getByText('400 users').waitFor();
  }),
  admin('admin user, lists open', async (page) => {
    await openUser(page);
    for (const name of ['Linked Pages', 'Tasks', 'Assistants']) {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    }
  }),
  admin('admin credits, booking a purchase', async (page) => {
    await openAdjusting(page);
    await page.getByText('Purchase', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Package' }).click();
    await page.getByText(/^Basic: /).click();
  }),
  fullUser('task', async (page) => {
    await page.goto('/?view=queue');
    const listed = await page.waitForResponse(/\/api\/tasks\?status=in_queue/);
    const [task] = (await listed.json()) as { _id: string }[];
    await page.goto(`/tasks/${task?._id}`);
    await page
      .getByRole('region', { name: /^Pages/ })
      .getByRole('button', { expanded: false })
      .first()
      .click();
    await page.getByRole('list', { name: 'Timeline' }).waitFor();
  }),
];
