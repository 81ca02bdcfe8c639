import { uuid } from '../../../../test/builders.ts';
import { tableViewOf } from '../table/tableView.ts';
import { listQueryOf, POSTINGS_VIEW } from './postingsView.ts';

const viewOf = (params: string) => tableViewOf(POSTINGS_VIEW, new URLSearchParams(params));

test('by default the list has 50 postings with the latest update, without archived postings [2.16-24, 7.6-04, 9-28]', () => {
  expect(listQueryOf(viewOf(''))).toEqual({
    page: 1,
    limit: 50,
    sort_by: 'updatedAt',
    sort_order: -1,
    archived: false,
  });
});

test('the list has the page, order, search and archive of the URL; its status filters the loaded page [7.6-04]', () => {
  expect(listQueryOf(viewOf('sort=retries&order=asc&page=4&search=luna&archived=yes&status=failed'))).toEqual({
    page: 4,
    limit: 50,
    search: 'luna',
    sort_by: 'retries',
    sort_order: 1,
    archived: true,
  });
  expect(listQueryOf(viewOf('status=failed&scope=all'))).toMatchObject({ status: 'failed' });
});

test('the list has the filters of the server', () => {
  const filters = `owner=@luna&guid=${uuid(7)}&assistant=${uuid(8)}&from=2026-03-01&to=2026-03-02&stuck=claimed&minutes=30&size=100`;
  expect(listQueryOf(viewOf(filters))).toMatchObject({
    owner: '@luna',
    guid: uuid(7),
    assistant: uuid(8),
    created_from: new Date(2026, 2, 1).toISOString(),
    created_to: new Date(2026, 2, 3).toISOString(),
    stuck: 'claimed',
    stuck_minutes: 30,
    limit: 100,
  });
  expect(listQueryOf(viewOf('owner=luna&guid=7&from=today&stuck=x&size=7'))).toEqual(listQueryOf(viewOf('')));
});
