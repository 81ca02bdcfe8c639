import type { Assistant, Task } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import type { Product } from '../product.ts';
import { linkPage, makeAssistant } from '../sampleAccount.ts';
import { changeAnswer } from './changedAnswer.ts';
import type { Person } from './Person.ts';
import { expect, test } from './personTest.ts';

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const open = async (page: Page, view: 'assistants' | 'presets') => {
  await page.goto(`/?view=${view}`);
};

/** Creates a waiting assistant 'Evening' with a flyer and a target, and a preset 'Weekend push'. */
async function createEveningAssistant(person: Person, { baseUrl }: Product): Promise<void> {
  const { guid } = await linkPage(person, baseUrl, 'Luna Star', null, ['promo']);
  const rules = { target_pages: [guid] };
  const evening = await makeAssistant(person, { name: 'Evening', texts: ['Tonight at nine'], rules, hue: 20 });
  await person.call('POST', '/presets', { name: 'Weekend push', rules: evening.posting_rules });
}

test('The errors of a task are a list of at most 100 px that scrolls. [2.7-19, 9-45]', async ({
  page,
  person,
  product,
}) => {
  await createEveningAssistant(person, product);
  const errors = Array.from({ length: 30 }, (_, n) => ({ message: `Reason ${n}`, page_name: `Page ${n}` }));
  await changeAnswer<Assistant[]>(page, /\/api\/assistants$/, (assistants) =>
    assistants.map((one) => ({ ...one, status: 'failed' })),
  );
  await changeAnswer<Task[]>(page, /\/api\/assistants\/[^/]+\/tasks\?status=active$/, (tasks) =>
    tasks.map((task) => ({ ...task, errors })),
  );
  await open(page, 'assistants');
  await card(page, 'Evening').getByRole('button', { name: 'Evening', exact: true }).click();
  const list = page.getByRole('list', { name: 'Errors' });
  await expect(list.getByRole('listitem')).toHaveCount(30);
  const last = list.getByRole('listitem').last();
  await expect(last).not.toBeInViewport();
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(100);
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(last).toBeInViewport();
});
