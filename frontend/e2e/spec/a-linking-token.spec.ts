import { Device } from '../device.ts';
import { expect, type SpecRow, specRows } from './specRow.ts';

const PUBLIC_LOOKUP = '**/api/get_linking_data/*';

const failing = (
  says: string,
  answer: { status: number; json?: object; body?: string } | 'nothing',
  shown: string,
): SpecRow => ({
  says,
  see: async ({ page }) => {
    await page.route(PUBLIC_LOOKUP, (route) => (answer === 'nothing' ? route.abort() : route.fulfill(answer)));
    await page.goto('/verify-link/abc');
    await expect(page.getByRole('alert').getByText(shown, { exact: true })).toBeVisible();
  },
});

specRows(
  '2 Linking-token page',
  {
    visitor: 'nobody',
    given: async (_person, { baseUrl }) => Device.askToBeLinked(baseUrl, 'Luna Star'),
    open: async ({ page, given }) => void (await page.goto(`/verify-link/${given.linkingToken}`)),
  },
  [
    {
      says: 'Shows the fields of the returned linking data, …',
      look: async ({ page }) => {
        const fields = page.getByRole('main').locator('dl').first();
        for (const [name, value] of [
          ['Token status', 'valid'],
          ['Expires at', /\d{4}/],
          ['Extension version', '1.0.0'],
        ] as const) {
          const field = fields.locator('div', { has: page.getByText(name, { exact: true }) });
          await expect(field.locator('dd')).toHaveText(value);
        }
      },
    },
    {
      says: '… including a nested pageData block, …',
      look: async ({ page }) => {
        const block = page.getByRole('region', { name: 'Page data' });
        await expect(block.getByText('Luna Star', { exact: true })).toBeVisible();
        await expect(block.getByText('luna_star', { exact: true })).toBeVisible();
        const creatorId = block.locator('dl > div', { has: page.getByText('Creator id', { exact: true }) });
        await expect(creatorId.locator('dd')).toHaveText(/^\d+$/);
      },
    },
    {
      says: '… and an info note that the token is valid and ready for linking.',
      look: async ({ page }) =>
        expect(page.getByRole('note')).toHaveText('This linking token is valid and ready for linking.'),
    },
    {
      says: 'A Back to Home button.',
      see: async ({ page, given }) => {
        await page.goto(`/verify-link/${given.linkingToken}`);
        await page.getByRole('button', { name: 'Back to Home' }).click();
        // Home is the landing page for somebody who is not signed in.
        await expect(page).toHaveURL('/auth');
      },
    },
    {
      says: "No token: 'No linking token provided in URL.'",
      see: async ({ page }) => {
        await page.goto('/verify-link');
        await expect(page.getByRole('alert')).toHaveText('No linking token provided in URL.');
      },
    },
  ],
);

specRows('3 and 8 Linking data', { visitor: 'nobody' }, [
  failing('Linking data … may carry an error field.', { status: 200, json: { error: 'Gone.' } }, 'Gone.'),
  failing("'Failed to fetch linking data' …", 'nothing', 'Failed to fetch linking data'),
  failing("'HTTP error! status: N'.", { status: 502, body: 'Bad gateway' }, 'HTTP error! status: 502'),
  {
    says: "The server's own error is shown …",
    see: async ({ page }) => {
      const answered = page.waitForResponse(PUBLIC_LOOKUP);
      await page.goto('/verify-link/no-such-token');
      const { error } = (await (await answered).json()) as { error: string };
      await expect(page.getByRole('alert').getByText(error, { exact: true })).toBeVisible();
    },
  },
]);
