import { getTrends } from '@flyerdeck/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildTrendDay } from '../../../../test/adminBuilders.ts';
import { answer, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import type { ChartSeries } from './ChartFigure.tsx';
import { ChartFigure } from './ChartFigure.tsx';
import { TrendsSection } from './TrendsSection.tsx';

useApiServer();

const SERIES: readonly ChartSeries[] = [
  { label: 'New users', color: '--fd-accent', valueOn: ({ new_users }) => new_users },
];
const answerDays = (new_users: number) =>
  answer(getTrends, { days: [buildTrendDay({ day: '2026-03-01' }), buildTrendDay({ day: '2026-03-02', new_users })] });

const show = (address = '/admin') =>
  renderScreen(
    <TrendsSection chartHeightPx={200}>
      {(days) => <ChartFigure title="New users" kind="bars" days={days} series={SERIES} heightPx={200} />}
    </TrendsSection>,
    { address },
  );
const row = (name: string) => screen.findByRole('row', { name });
const range = (name: string) => within(screen.getByRole('radiogroup', { name: 'Range' })).getByRole('radio', { name });

test.each([
  ['/admin', '30'],
  ['/admin?days=7', '7'],
  ['/admin?days=90', '90'],
  ['/admin?days=8', '30'],
  ['/admin?days=x', '30'],
])('%s shows the last %s days', async (address, days) => {
  const requests = answerDays(7);
  show(address);
  expect(await row('Mar 2 7')).toBeInTheDocument();
  expect(requests.map(({ url }) => url.searchParams.get('days'))).toEqual([days]);
  expect(screen.getByRole('heading', { name: `Last ${days} Days` })).toBeVisible();
  expect(range(`${days} days`)).toBeChecked();
  expect(screen.getByText('Days are counted in UTC.')).toBeVisible();
});

test('a chosen range is in the URL, and the default is left out', async () => {
  answerDays(7);
  const { address } = show('/admin?sort=a');
  await row('Mar 2 7');
  const requests = answerDays(8);
  await userEvent.click(range('90 days'));
  expect(await row('Mar 2 8')).toBeInTheDocument();
  expect(requests[0]?.url.searchParams.get('days')).toBe('90');
  expect(address()).toBe('/admin?sort=a&days=90');
  await userEvent.click(range('30 days'));
  expect(address()).toBe('/admin?sort=a');
});

test('when another range cannot be loaded, the charts of the previous range disappear', async () => {
  answerDays(7);
  show();
  await row('Mar 2 7');
  refuse(getTrends, 500, { error: 'No trends today.', code: 'internal' });
  await userEvent.click(range('7 days'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('No trends today.');
  expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  answerDays(9);
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await row('Mar 2 9')).toBeInTheDocument();
});
