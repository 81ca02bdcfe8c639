import type { UserActivity } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildActivity, buildAdminUser } from '../../test/adminBuilders.ts';
import { uuid } from '../../test/builders.ts';
import { makeAssistant, tasksOf } from '../believableData.ts';
import { refuse } from './changedAnswer.ts';
import { Person } from './Person.ts';
import { expect, type SceneSetting, type SpecRow, specRows } from './specRow.ts';

const USER = /\/api\/admin\/users\/\d+$/;
const ACTIVITY = /\/api\/admin\/user\/\d+\/activity$/;
const ADDRESS = '/admin/users/700000001';

const ACTIVITY_OF_ALL: UserActivity = buildActivity({
  pages_count: 2,
  tasks_count: 1,
  assistants_count: 2,
  page_postings_count: 41,
  pages: [
    { guid: uuid(1), username: 'luna' },
    { guid: uuid(2), username: '' },
  ],
  tasks: [{ id: uuid(3), status: 'partially_completed', created_at: '2026-03-01T12:00:00Z' }],
  assistants: [
    { id: uuid(4), name: 'Evening', status: 'waiting' },
    { id: uuid(5), name: '', status: 'posting' },
  ],
});

const theSwitch = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rowsOf = async (page: Page, name: string) => {
  const toggle = section(page, name).getByRole('button', { expanded: false });
  if ((await toggle.count()) > 0) await toggle.click();
  return section(page, name).getByRole('listitem');
};
async function openMadeUp(page: Page, user = buildAdminUser(), activity = ACTIVITY_OF_ALL) {
  await page.route(USER, (route) => route.fulfill({ json: user }));
  await page.route(ACTIVITY, (route) => route.fulfill({ json: activity }));
  await page.goto(ADDRESS);
  await expect(section(page, 'Activity Summary')).toBeVisible();
}

const MADE_UP: SceneSetting<undefined> = { visitor: 'admin', open: ({ page }) => openMadeUp(page) };

const says = (sentence: string, text: string | RegExp): SpecRow => ({
  says: sentence,
  look: ({ page }) =>
    expect(page.getByText(text, typeof text === 'string' ? { exact: true } : {}).first()).toBeVisible(),
});
const fact = (sentence: string, name: string, text: RegExp): SpecRow => ({
  says: sentence,
  look: ({ page }) =>
    expect(page.getByRole('term').filter({ hasText: name }).first().locator('xpath=following-sibling::dd')).toHaveText(
      text,
    ),
});
const seenOf = (sentence: string, changes: Parameters<typeof buildAdminUser>[0], text: string): SpecRow => ({
  says: sentence,
  see: async ({ page }) => {
    await openMadeUp(page, buildAdminUser(changes));
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  },
});
const summary = (name: string, count: number): SpecRow => ({
  says: `Activity Summary counts: … ${name} …`,
  look: ({ page }) =>
    expect(section(page, 'Activity Summary').getByText(name, { exact: true }).locator('..')).toHaveText(
      new RegExp(`^${name}\\s*${count}$`),
    ),
});
const emptyList = (name: string, text: string): SpecRow => ({
  says: `Empty texts: … '${text}' …`,
  see: async ({ page }) => {
    await openMadeUp(page, buildAdminUser(), buildActivity());
    await section(page, name).getByRole('button').click();
    await expect(section(page, name).getByText(text, { exact: true })).toBeVisible();
  },
});

specRows('2 Admin user detail', MADE_UP, [
  says('Profile: name …', 'Anna Bell'),
  seenOf("… or 'Unnamed User', …", { first_name: '', last_name: '' }, 'Unnamed User'),
  says('… @username …', '@annab'),
  seenOf("… or 'No username', …", { username: '' }, 'No username'),
  fact('… Telegram ID, …', 'Telegram ID', /^700000001$/),
  fact('… Registered (MMM d, yyyy HH:mm), …', 'Registered', /^Mar 1, 2026 \d\d:\d\d$/),
  fact('… Status, …', 'Status', /^Active$/),
  fact('… Role.', 'Role', /^User$/),
  {
    says: "Switches 'Active Status' …",
    look: ({ page }) => expect(theSwitch(page, 'Active Status')).toBeChecked(),
  },
  {
    says: "… and 'Admin Privileges'.",
    look: ({ page }) => expect(theSwitch(page, 'Admin Privileges')).not.toBeChecked(),
  },
  summary('Pages', 2),
  summary('Tasks', 1),
  summary('Assistants', 2),
  summary('Page Postings', 41),
  {
    says: "Expandable lists: Linked Pages (username or 'Unnamed Page', GUID); …",
    look: async ({ page }) =>
      expect(await rowsOf(page, 'Linked Pages')).toHaveText([`luna${uuid(1)}`, `Unnamed Page${uuid(2)}`]),
  },
  {
    says: '… Tasks (ID, status, created date; …',
    look: async ({ page }) =>
      expect(await rowsOf(page, 'Tasks')).toHaveText([new RegExp(`^${uuid(3)}Partially Completed\\s*Mar 1, 2026`)]),
  },
  {
    says: "… Assistants (name or 'Unnamed Assistant', status).",
    look: async ({ page }) =>
      expect(await rowsOf(page, 'Assistants')).toHaveText([
        'EveningWaiting to Start',
        'Unnamed AssistantPosting Tasks',
      ]),
  },
  emptyList('Linked Pages', 'No pages found'),
  emptyList('Tasks', 'No tasks found'),
  emptyList('Assistants', 'No assistants found'),
  {
    says: "Loading text 'Loading activity data...'.",
    see: async ({ page }) => {
      await page.route(ACTIVITY, () => {});
      await page.goto(ADDRESS);
      await expect(page.getByText('Loading activity data...', { exact: true })).toBeVisible();
    },
  },
]);

interface Target {
  readonly target: Person;
  readonly address: string;
  readonly taskId: string;
}
const REAL: SceneSetting<Target> = {
  visitor: 'admin',
  async given(_admin, product) {
    const target = await Person.signUp(product.baseUrl);
    const batch = { name: 'Evening', texts: ['Live at nine'], rules: {}, hue: 40 };
    const { _id } = await makeAssistant(target, batch);
    const [task] = await tasksOf(target, _id);
    if (!task) throw new Error('The target has no task.');
    return { target, taskId: task._id, address: `/admin/users/${target.session.telegram_id}` };
  },
};

const turns = (sentence: string, name: string): SpecRow<Target> => ({
  says: sentence,
  see: async ({ page, given }) => {
    await page.goto(given.address);
    const wasOn = await theSwitch(page, name).isChecked();
    for (const isOn of [!wasOn, wasOn]) {
      const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await theSwitch(page, name).click();
      expect((await answered).status()).toBe(200);
      await expect(theSwitch(page, name)).toBeChecked({ checked: isOn });
      await page.reload();
      await expect(theSwitch(page, name)).toBeChecked({ checked: isOn });
    }
  },
});
const failsToTurn = (name: string, sentence: string): SpecRow<Target> => ({
  says: `… '${sentence}', …`,
  see: async ({ page, given }) => {
    await refuse(page, USER, { method: 'PATCH', sentence: 'The register rests.' });
    await page.goto(given.address);
    const wasOn = await theSwitch(page, name).isChecked();
    await theSwitch(page, name).click();
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(theSwitch(page, name)).toBeChecked({ checked: wasOn });
  },
});

specRows('2 Admin user detail, of a real user', REAL, [
  {
    says: 'A click on a task in the user detail opens /tasks/{id}; …',
    see: async ({ page, given }) => {
      await page.goto(given.address);
      await section(page, 'Tasks').getByRole('button').click();
      await section(page, 'Tasks').getByRole('link', { name: given.taskId }).click();
      await expect(page).toHaveURL(`/tasks/${given.taskId}`);
      await expect(page.getByText('Live at nine')).toBeVisible();
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect(page).toHaveURL(given.address);
    },
  },
  turns('4 Posting statuses: Admins toggle the user flags is_active …', 'Active Status'),
  turns('4 Posting statuses: … and is_admin.', 'Admin Privileges'),
  {
    says: '6 Roles: Admins can … activate or deactivate users; grant or revoke admin (not their own) …: every act is listed with who did it.',
    see: async ({ page, given }) => {
      const admin = 'Anna';
      await page.goto(given.address);
      await theSwitch(page, 'Active Status').click();
      const acts = page.getByRole('list', { name: 'Admin History' }).getByRole('listitem');
      await expect(acts.first()).toContainText('Deactivated');
      await expect(acts.first()).toContainText(admin);
      await theSwitch(page, 'Active Status').click();
      await expect(acts.first()).toContainText('Activated');
    },
  },
  {
    says: 'An admin ends the sessions of a user, who is asked to sign in again.',
    see: async ({ page, product }) => {
      const target = await Person.signUp(product.baseUrl);
      await page.goto(`/admin/users/${target.session.telegram_id}`);
      await page.getByRole('button', { name: 'End Sessions' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End Sessions' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('list', { name: 'Admin History' })).toContainText('Sessions ended');
      await expect(target.call('GET', '/auth/me')).rejects.toThrow('answered 401');
    },
  },
]);

specRows('5 Validation: admins', REAL, [
  {
    says: "An admin cannot remove their own admin privileges: 'You cannot remove your own admin privileges'; …",
    see: async ({ page, person }) => {
      await page.goto(`/admin/users/${person.session.telegram_id}`);
      await expect(page.getByText('You cannot remove your own admin privileges', { exact: true })).toBeVisible();
    },
  },
  {
    says: '… the switch is disabled and a caption is shown.',
    see: async ({ page, person }) => {
      await page.goto(`/admin/users/${person.session.telegram_id}`);
      await expect(theSwitch(page, 'Admin Privileges')).toBeDisabled();
      await expect(theSwitch(page, 'Admin Privileges')).toHaveAccessibleDescription(
        'You cannot remove your own admin privileges',
      );
    },
  },
  {
    says: 'Admin toggles are blocked while another update is in progress.',
    see: async ({ page, given }) => {
      await page.goto(given.address);
      await expect(theSwitch(page, 'Active Status')).toBeEnabled();
      let letGo = () => {};
      await page.route(USER, async (route) => {
        if (route.request().method() !== 'PATCH') return route.fallback();
        await new Promise<void>((resolve) => {
          letGo = resolve;
        });
        await route.fulfill({ json: buildAdminUser({ telegram_id: given.target.session.telegram_id }) });
      });
      await theSwitch(page, 'Active Status').click();
      await expect(theSwitch(page, 'Active Status')).toBeDisabled();
      await expect(theSwitch(page, 'Admin Privileges')).toBeDisabled();
      letGo();
      await expect(theSwitch(page, 'Active Status')).toBeEnabled();
      await expect(theSwitch(page, 'Admin Privileges')).toBeEnabled();
    },
  },
]);

specRows('8 Admin and preview: user detail', REAL, [
  ...[USER, ACTIVITY].map((call) => ({
    says: `… 'Failed to load user details', … (${call === USER ? 'the user' : 'the activity'})`,
    see: async ({ page, given }: { page: Page; given: Target }) => {
      await refuse(page, call, { sentence: 'The register rests.' });
      await page.goto(given.address);
      const alert = page.getByRole('alert').filter({ hasText: 'Failed to load user details' });
      await expect(alert).toBeVisible();
      await page.unroute(call);
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(alert).toBeHidden();
      await expect(section(page, 'Activity Summary')).toBeVisible();
    },
  })),
  failsToTurn('Active Status', 'Failed to update user status'),
  failsToTurn('Admin Privileges', 'Failed to update admin status'),
  {
    says: "… 'You cannot remove your own admin privileges', … (said by the server)",
    see: async ({ page, given, person }) => {
      const own = `/admin/users/${person.session.telegram_id}`;
      await expect(person.call('PATCH', own, { is_admin: false })).rejects.toThrow(
        'You cannot remove your own admin privileges',
      );
      await page.route(USER, (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({
              status: 409,
              json: { error: 'You cannot remove your own admin privileges', code: 'admin.own_privileges' },
            })
          : route.fallback(),
      );
      await page.goto(given.address);
      await theSwitch(page, 'Admin Privileges').click();
      await expect(page.getByRole('alert')).toHaveText('You cannot remove your own admin privileges');
    },
  },
]);
