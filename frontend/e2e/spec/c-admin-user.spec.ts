import { makeAssistant, tasksOf } from '../sampleAccount.ts';
import { Person } from './Person.ts';
import { expect, test } from './personTest.ts';

test.use({ visitor: 'admin' });

test('An admin changes the switches of a user, sees the audit events, ends the sessions and opens a task. [2.1-23, 2.14-22, 2.14-23, 4.11-08, 4.11-09, 6-10]', async ({
  page,
  product,
}) => {
  const target = await Person.signUp(product.baseUrl);
  const batch = { name: 'Evening', texts: ['Live at nine'], rules: {}, hue: 40 };
  const { _id } = await makeAssistant(target, batch);
  const [task] = await tasksOf(target, _id);
  const address = `/admin/users/${target.session.telegram_id}`;
  const acts = page.getByRole('table', { name: 'Admin History' }).getByRole('row');

  await page.goto(address);
  for (const [name, isOn, confirm, act] of [
    ['Active Status', false, 'Deactivate', 'Deactivated'],
    ['Active Status', true, 'Activate', 'Activated'],
    ['Admin Privileges', true, 'Make Admin', 'Made admin'],
  ] as const) {
    await page.getByRole('switch', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
    await expect(acts.first()).toContainText(act);
    await expect(acts.first()).toContainText('Anna');
    await page.reload();
    await expect(page.getByRole('switch', { name, exact: true })).toBeChecked({ checked: isOn });
  }

  const signedInAgain = await target.again();
  await page.getByRole('button', { name: 'End Sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End Sessions' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(acts.first()).toContainText('Sessions ended');
  await expect(signedInAgain.call('GET', '/auth/me')).rejects.toThrow('answered 401');

  await page.getByRole('button', { name: /^Tasks/ }).click();
  await page.getByRole('link', { name: task?._id ?? '' }).click();
  await expect(page).toHaveURL(`/tasks/${task?._id}`);
  await expect(page.getByText('Live at nine')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Anna' })).toHaveAttribute('href', address);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(address);
});
