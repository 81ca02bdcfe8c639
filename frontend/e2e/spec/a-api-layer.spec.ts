import type { Request } from '@playwright/test';
import { linkPage } from '../sampleAccount.ts';
import { expect, test } from './personTest.ts';

test("every call of the five tabs goes to the product's own /api, with the JSON content type and both auth headers [7-01, 7-05]", async ({
  page,
  person,
  product,
}) => {
  await linkPage(person, product.baseUrl, 'Luna Star', null, []);
  const origins = new Set<string>();
  const calls: Request[] = [];
  page.on('request', (request) => {
    origins.add(new URL(request.url()).origin);
    // The call for the packages is public.
    if (/\/api\/(?!credits\/packages)/.test(request.url())) calls.push(request);
  });
  for (const [view, shown] of [
    ['pages', 'Luna Star'],
    ['assistants', 'No assistants found.'],
    ['queue', 'No tasks in queue.'],
    ['presets', 'No presets found. Create your first preset!'],
    ['credits', 'Transaction History'],
  ]) {
    await page.goto(`/?view=${view}`);
    await expect(page.getByText(shown ?? '', { exact: true })).toBeVisible();
  }
  expect([...origins]).toEqual([product.baseUrl]);
  const requestedPaths = new Set(calls.map((call) => new URL(call.url()).pathname));
  for (const name of ['get_user_pages', 'assistants', 'tasks', 'queue/info', 'queue/status', 'presets']) {
    expect([...requestedPaths]).toContain(`/api/${name}`);
  }
  for (const call of calls) {
    expect(await call.allHeaders(), call.url()).toMatchObject({
      'content-type': 'application/json',
      'x-session-token': person.session.session_token,
      'x-telegram-id': person.session.telegram_id,
    });
  }
});
