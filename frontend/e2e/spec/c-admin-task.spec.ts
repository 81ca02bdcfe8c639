import type { TaskDetail } from '@flyerdeck/contracts';
import { linkPage, makeAssistant, tasksOf } from '../sampleAccount.ts';
import { expect, test } from './personTest.ts';

test('The owner sees the picture of a flyer and the timeline of a posting that failed, and retries it. [2.1-20, 2.1-22, 4.6-09]', async ({
  page,
  person,
  product: { baseUrl },
}) => {
  const mila = await linkPage(person, baseUrl, 'Mila Rose', null, []);
  const rules = { target_pages: [mila.guid] };
  const { _id } = await makeAssistant(person, { name: 'Evening', texts: ['Live at nine'], rules, hue: 40 });
  await person.call('POST', `/assistants/${_id}/add-to-queue`);
  await person.call('POST', '/queue/start');
  await mila.device.fail('The site asked for a captcha.');
  const [task] = await tasksOf(person, _id);
  const address = `/tasks/${task?._id}`;

  await page.goto(address);
  const flyer = page.getByRole('region', { name: 'Flyer', exact: true });
  await expect(flyer.getByText('Live at nine')).toBeVisible();
  const picture = flyer.getByRole('img');
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

  const posting = page.getByRole('row').filter({ hasText: 'Mila Rose' });
  await expect(posting).toContainText('The site asked for a captcha.');
  await page.getByRole('button', { name: 'Mila Rose', exact: true }).click();
  const steps = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await expect(steps).toHaveText([/^Pending/, /^Posting.*after/, /^Failed.*after/]);

  await page.getByRole('button', { name: 'Retry Mila Rose' }).click();
  await expect(posting).not.toContainText('The site asked for a captcha.');
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  const { page_postings } = await person.call<TaskDetail>('GET', address);
  expect(page_postings.map(({ status }) => status)).toEqual(['pending']);
});
