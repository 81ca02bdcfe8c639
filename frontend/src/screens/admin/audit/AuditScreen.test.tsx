import { exportAuditEvents, listAuditEvents } from '@flyerdeck/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAuditEvent } from '../../../../test/adminBuilders.ts';
import { answer, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { choose } from '../../../../test/choose.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import AuditScreen from './AuditScreen.tsx';

useApiServer();

/** In the local time zone. */
const localTime = (day: number, hour = 0, minute = 0, second = 0) =>
  new Date(2026, 2, day, hour, minute, second).toISOString();
const events = [
  buildAuditEvent({
    id: uuid(1),
    at: localTime(1, 14, 5, 9),
    act: 'purchase_booked',
    summary: 'Purchase, +500 credits',
  }),
  buildAuditEvent({
    ...{ id: uuid(2), at: localTime(1, 14), act: 'exported', summary: 'users, search: ann' },
    ...{ admin_name: 'Zoe', admin_telegram_id: '7', target_telegram_id: null, target_name: '' },
  }),
  buildAuditEvent({
    ...{ id: uuid(3), at: localTime(1, 13), act: 'promoted' },
    ...{ admin_name: 'Product settings', admin_telegram_id: null, target_telegram_id: '42', target_name: '' },
  }),
];

const show = (search = '') => renderScreen(<AuditScreen />, { address: `/admin/audit${search}` });
const addressOf = ({ url }: { url: URL }) => decodeURIComponent(url.pathname + url.search);

test('shows who did what to whom and when, and how many events there are', async () => {
  answer(listAuditEvents, { events, total: 1204 });
  show();
  expect(await screen.findByRole('heading', { name: 'Events (1,204)' })).toBeInTheDocument();
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('tr[data-row-key]')];
  expect(rows.map(({ cells }) => [...cells].slice(1).map(({ textContent }) => textContent))).toEqual([
    [
      'Mar 1, 2026 14:05:09',
      'Demo AdminID: 100000001',
      'Purchase booked',
      'Anna BellID: 700000001',
      'Purchase, +500 credits',
    ],
    ['Mar 1, 2026 14:00:00', 'ZoeID: 7', 'List exported', '–', 'users, search: ann'],
    ['Mar 1, 2026 13:00:00', 'Product settings', 'Made admin', '42ID: 42', ''],
  ]);
  expect(screen.getByRole('link', { name: 'Zoe' })).toHaveAttribute('href', '/admin/users/7');
  expect(screen.getByRole('link', { name: 'Anna Bell' })).toHaveAttribute('href', '/admin/users/700000001');
});

test('reads filters, order and page from the URL', async () => {
  const requests = answer(listAuditEvents, { events, total: 120 });
  show('?actor=zoe&target=anna+bell&act=promoted&from=2026-03-01&to=2026-03-02&order=asc&page=2');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(addressOf(requests[0] as (typeof requests)[number])).toBe(
    `/api/admin/audit?page=2&limit=50&actor=zoe&target=anna+bell&act=promoted&from=${localTime(1)}&before=${localTime(3)}&sort_order=1`,
  );
  expect(screen.getByRole('searchbox', { name: /^Who/ })).toHaveValue('zoe');
  expect(screen.getByRole('searchbox', { name: /^User/ })).toHaveValue('anna bell');
  expect(screen.getByLabelText('From')).toHaveValue('2026-03-01');
  expect(screen.getByLabelText('To')).toHaveValue('2026-03-02');
});

test('ignores values in the URL that are not valid', async () => {
  const requests = answer(listAuditEvents, { events, total: 3 });
  show('?act=deleted&from=yesterday&to=2026-02-30&sort=who&page=0');
  await waitFor(() => expect(requests.map(addressOf)).toEqual(['/api/admin/audit?page=1&limit=50&sort_order=-1']));
});

test('writes each filter to the URL and returns to the first page', async () => {
  const requests = answer(listAuditEvents, { events, total: 120 });
  const { address } = show('?page=2');
  await screen.findByRole('heading', { name: 'Events (120)' });
  await choose('What', 'List exported');
  await waitFor(() => expect(address()).toBe('/admin/audit?act=exported'));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
  await waitFor(() => expect(address()).toBe('/admin/audit?act=exported&from=2026-03-01'));
  await userEvent.type(screen.getByRole('searchbox', { name: /^Who/ }), 'zoe');
  await waitFor(() => expect(address()).toBe('/admin/audit?act=exported&from=2026-03-01&actor=zoe'), {
    timeout: 3_000,
  });
  await waitFor(() =>
    expect(addressOf(requests.at(-1) as (typeof requests)[number])).toBe(
      `/api/admin/audit?page=1&limit=50&actor=zoe&act=exported&from=${localTime(1)}&sort_order=-1`,
    ),
  );
});

test('a link from a user shows only the events of this user, until the filter is removed', async () => {
  const requests = answer(listAuditEvents, { events, total: 2 });
  const { address } = show('?user=20&page=2');
  await userEvent.click(await screen.findByRole('button', { name: 'Only user 20' }));
  await waitFor(() =>
    expect(requests.map(addressOf)).toEqual([
      '/api/admin/audit?page=2&limit=50&user_id=20&sort_order=-1',
      '/api/admin/audit?page=1&limit=50&sort_order=-1',
    ]),
  );
  expect(address()).toBe('/admin/audit');
});

test('keys move between rows, open the details and copy the id', async () => {
  answer(listAuditEvents, { events, total: 3 });
  const { address } = show();
  await screen.findByRole('heading', { name: 'Events (3)' });
  const user = userEvent.setup();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('button', { name: 'details of List exported by Zoe' })).toHaveFocus();
  await user.keyboard('c');
  expect(await screen.findByText(`Copied ${uuid(2)}`)).toBeInTheDocument();
  await user.keyboard('{ArrowUp}{Enter}');
  expect(address()).toBe(`/admin/audit?open=${uuid(1)}`);
  expect(await screen.findByRole('link', { name: 'View Postings' })).toHaveAttribute(
    'href',
    '/admin/postings?owner=700000001',
  );
  expect(screen.getByRole('link', { name: 'View Credits' })).toHaveAttribute('href', '/admin/credits?user=700000001');
  expect(screen.getByText(localTime(1, 14, 5, 9))).toBeVisible();
});

test('requests another page on a click', async () => {
  const requests = answer(listAuditEvents, { events, total: 101 });
  show();
  await screen.findByRole('heading', { name: 'Events (101)' });
  await userEvent.click(screen.getByTitle('3'));
  await waitFor(() => expect(requests.map(({ url }) => url.searchParams.get('page'))).toEqual(['1', '3']));
});

test('the export request contains the filters and the order of the table', async () => {
  answer(listAuditEvents, { events, total: 3 });
  const requests = answer(exportAuditEvents, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
  show('?actor=zoe&to=2026-03-02&page=2&order=asc');
  await screen.findByRole('heading', { name: 'Events (3)' });
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([
      { actor: 'zoe', before: localTime(3), sort_order: 1, time_zone: expect.any(String) },
    ]),
  );
});

test('says when nothing matches, and that nothing can be exported', async () => {
  answer(listAuditEvents, { events: [], total: 0 });
  show('?actor=nobody');
  expect(await screen.findByText('No events found')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

test('a failed request shows its sentence, and Retry sends the request again', async () => {
  refuse(listAuditEvents, 503, { error: 'Try again later.', code: 'unavailable' });
  show();
  expect(within(await screen.findByRole('alert')).getByText('Try again later.')).toBeVisible();
  answer(listAuditEvents, { events, total: 3 });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Events (3)' })).toBeInTheDocument();
});
