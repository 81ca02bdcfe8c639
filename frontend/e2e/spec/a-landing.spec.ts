import { expect, type SpecRow, specRows } from './specRow.ts';

const landingRow = (says: string, card: string, facts: readonly string[]): SpecRow => ({
  says,
  look: async ({ page }) => {
    const offers = page.getByRole('list', { name: 'Credit packages' });
    const offer = offers.getByRole('listitem').filter({ has: page.getByRole('heading', { name: card, exact: true }) });
    for (const fact of facts) await expect(offer.getByText(fact, { exact: true })).toBeVisible();
  },
});
const termRow = (says: string, term: string): SpecRow => ({
  says,
  look: async ({ page }) =>
    expect(page.getByRole('list', { name: 'Terms' }).getByText(term, { exact: true })).toBeVisible(),
});

specRows('1 Landing page', { visitor: 'nobody', open: async ({ page }) => void (await page.goto('/auth')) }, [
  landingRow('A free start of 150 credits …', 'Free start', ['150 credits', 'About 15 pages for 1 day']),
  landingRow('A Basic Pack at $49.99 (3000 credits, 10 pages for 30 days, marked most popular) …', 'Basic Pack', [
    '$49.99',
    '3000 credits',
    '10 pages for 30 days',
    'Most popular',
  ]),
  landingRow(
    'An Enterprise pack at $199.99 (16,500 credits, 50+ pages for 30 days, with a 1500 bonus).',
    'Enterprise',
    ['$199.99', '16,500 credits', '50+ pages for 30 days', 'With a 1500 bonus'],
  ),
  termRow('Terms stated: credits do not expire, …', 'Credits do not expire'),
  termRow('… purchases are non-refundable, …', 'Purchases are non-refundable'),
  termRow('… support answers within 24-48 hours.', 'Support answers within 24-48 hours'),
  {
    says: '10 credits buy 24 hours of unlimited posting to one page.',
    look: async ({ page }) =>
      expect(page.getByText('10 credits buy 24 hours of unlimited posting to one page.')).toBeVisible(),
  },
]);
