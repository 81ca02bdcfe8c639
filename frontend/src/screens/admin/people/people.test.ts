import { buildAdminUser } from '../../../../test/adminBuilders.ts';
import { searchPeople, sortPeople } from './people.ts';

const anna = buildAdminUser({ telegram_id: '10', username: 'annab', first_name: 'Anna', last_name: 'Bell' });
const emile = buildAdminUser({ telegram_id: '9', username: 'Zoro', first_name: 'Émile', last_name: '' });
const daria = buildAdminUser({ telegram_id: '100', username: '', first_name: 'Дарья', last_name: 'Белл' });
const nameless = buildAdminUser({ telegram_id: '7', username: '', first_name: '', last_name: '' });
const people = [anna, emile, daria, nameless];

const foundIds = (search: string) =>
  searchPeople(
    sortPeople(people, (row) => Number(row.telegram_id), 'asc'),
    search,
  ).map((row) => row.telegram_id);

test.each([
  ['', ['7', '9', '10', '100']],
  ['10', ['10', '100']],
  ['NAB', ['10']],
  ['émil', ['9']],
  [' bell ', ['10']],
  ['дарья белл', ['100']],
  ['@AnnaB', ['10']],
  ['nobody', []],
])(
  'a search for %j in Telegram ids, usernames and names finds the users %j [2.13-02, 2.13-03, 2.13-04, 2.13-05]',
  (search, ids) => {
    expect(foundIds(search)).toEqual(ids);
  },
);
