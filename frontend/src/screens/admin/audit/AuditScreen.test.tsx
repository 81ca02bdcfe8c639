import { listAuditEvents, requestExport } from '@flyerdeck/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAuditEvent } from '../../../../test/adminBuilders.ts';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { choose } from '../../../../test/choose.ts';
import { renderCells } from '../../../../test/renderCells.tsx';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import { tableViewOf } from '../table/tableView.ts';
import AuditScreen, { AUDIT_COLUMNS, AUDIT_VIEW, selectionOf } from './AuditScreen.tsx';

useApiServer();

/** In the local time zone. */
const localTime = (day: number, hour = 0, minute = 0, second = 0) =>
  new Date(2026, 2, day, hour, minute, second).toISOString();
const purchase = buildAuditEvent({
  id: uuid(1),
  at: localTime(1, 14, 5, 9),
  act: 'purchase_booked',
  summary: 'Purchase, +500 credits',
});
const exported = buildAuditEvent({
  ...{ id: uuid(2), at: localTime(1, 14), act: 'exported', summary: 'users, search: ann' },
  ...{ admin_name: 'Zoe', admin_telegram_id: '7', target_telegram_id: null, target_name: '' },
});
const promoted = buildAuditEvent({
  ...{ id: uuid(3), at: localTime(1, 13), act: 'promoted' },
  ...{ admin_name: 'Product settings', admin_telegram_id: null, target_telegram_id: '42', target_name: '' },
});
const events = [purchase, exported, promoted];

const show = (search = '') => renderScreen(<AuditScreen />, { address: `/admin/audit${search}` });
const addressOf = ({ url }: { url: URL }) => decodeURIComponent(url.pathname + url.search);
const selectionIn = (search: string) => selectionOf(tableViewOf(AUDIT_VIEW, new URLSearchParams(search)));

test.each([
  [
    purchase,
    [
      'Mar 1, 2026 14:05:09',
      'Demo AdminID: 100000001',
      'Purchase booked',
      'Anna BellID: 700000001',
      'Purchase, +500 credits',
    ],
  ],
  [exported, ['Mar 1, 2026 14:00:00', 'ZoeID: 7', 'List exported', '–', 'users, search: ann']],
  [promoted, ['Mar 1, 2026 13:00:00', 'Product settings', 'Made admin', '42ID: 42', '']],
])('the columns show when, who, what, to whom and the details of $act', (event, texts) => {
  expect(Object.values(renderCells(AUDIT_COLUMNS, event).texts)).toEqual(texts);
});

test('filters and order are read from the URL, and values that are not valid are ignored', () => {
  expect(
    selectionIn('actor=zoe&target=anna+bell&act=promoted&user=20&from=2026-03-01&to=2026-03-02&order=asc'),
  ).toEqual({
    actor: 'zoe',
    target: 'anna bell',
    act: 'promoted',
    user_id: '20',
    from: localTime(1),
    before: localTime(3),
    sort_order: 1,
  });
  expect(selectionIn('act=deleted&from=yesterday&to=2026-02-30&sort=who')).toEqual({ sort_order: -1 });
});

test('lists the events of the page in the URL, writes each filter to it and returns to the first page', async () => {
  const requests = answer(listAuditEvents, { events, total: 1204 });
  const { address } = show('?page=2&user=20');
  expect(await screen.findByRole('heading', { name: 'Events (1,204)' })).toBeInTheDocument();
  expect(await screen.findAllByLabelText(/^details of (Purchase booked|List exported|Made admin) by /)).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Only user 20' }));
  await choose('What', 'List exported');
  // The filters are parts of one address, so each waits until the one before is in it.
  await waitFor(() => expect(address()).toBe('/admin/audit?act=exported'));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
  await waitFor(() => expect(address()).toBe('/admin/audit?act=exported&from=2026-03-01'));
  fireEvent.change(screen.getByLabelText(/^Who/), { target: { value: 'zoe' } });
  await waitFor(() => expect(address()).toBe('/admin/audit?act=exported&from=2026-03-01&actor=zoe'));
  await waitFor(() =>
    expect(addressOf(requests.at(-1) as (typeof requests)[number])).toBe(
      `/api/admin/audit?page=1&limit=50&actor=zoe&act=exported&from=${localTime(1)}&sort_order=-1`,
    ),
  );
  expect(requests[0] && addressOf(requests[0])).toBe('/api/admin/audit?page=2&limit=50&user_id=20&sort_order=-1');
  const exports = answer(requestExport, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
  fireEvent.click(screen.getByText('Export CSV'));
  await waitFor(() =>
    expect(exports.map(({ body }) => body)).toEqual([
      { list: 'audit', ...selectionIn('actor=zoe&act=exported&from=2026-03-01'), time_zone: expect.any(String) },
    ]),
  );
});
