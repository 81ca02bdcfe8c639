import { registry } from '@flyerdeck/contracts';
import { expect, test } from './product.ts';

test('the API reference shows all calls under the strict Content-Security-Policy [S3.4-3]', async ({
  page,
  product,
}) => {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text());
  });
  const externalUrls: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== product.baseUrl) externalUrls.push(request.url());
  });
  // Swagger UI renders only the calls that are in view.
  await page.setViewportSize({ width: 1280, height: 15_000 });
  const response = await page.goto('/api/docs');
  expect(response?.headers()['content-security-policy']).toMatch(/script-src 'self'( 'sha256-[^']+')?(;|$)/);
  await expect(page.getByRole('heading', { name: /^Flyerdeck/ })).toBeVisible();
  await expect(page.locator('.opblock')).toHaveCount(Object.keys(registry).length);
  await page
    .getByRole('button', { name: /\/api\/extension\/poll/ })
    .first()
    .click();
  await expect(page.getByText('next_poll_seconds').first()).toBeVisible();
  expect([failures, externalUrls]).toEqual([[], []]);
});
