import { buildAdminUser } from '../../../../test/adminBuilders.ts';
import { alphabetical, PeopleIndex } from './PeopleIndex.ts';

const anna = buildAdminUser({ telegram_id: '10', username: 'annab', first_name: 'Anna', last_name: 'Bell' });
const emile = buildAdminUser({ telegram_id: '9', username: 'Zoro', first_name: 'Émile', last_name: '' });
const daria = buildAdminUser({ telegram_id: '100', username: '', first_name: 'Дарья', last_name: 'Белл' });
const nameless = buildAdminUser({ telegram_id: '7', username: '', first_name: '', last_name: '' });
const index = new PeopleIndex([anna, emile, daria, nameless]);
type Row = typeof anna;

const byId = (row: Row) => Number(row.telegram_id);
const found = (search: string, fits: ((row: Row) => boolean) | null = null) =>
  index.find(search, fits, 'telegram_id', 'asc', byId).map((row) => row.telegram_id);

test.each([
  ['', ['7', '9', '10', '100']],
  ['   ', ['7', '9', '10', '100']],
  ['10', ['10', '100']],
  ['NAB', ['10']],
  ['zoro', ['9']],
  ['émil', ['9']],
  ['белл', ['100']],
  [' bell ', ['10']],
  ['nobody', []],
])('%j is contained in a Telegram id, username, first or last name of %j', (search, ids) => {
  expect(found(search)).toEqual(ids);
});

test('a search does not run on from one field into the next', () => {
  expect(found('annaBell')).toEqual([]);
  expect(found('10annab')).toEqual([]);
});

test('a filter narrows what was found', () => {
  expect(found('e', (row) => row.first_name === 'Émile')).toEqual(['9']);
});

test('sorts by what is asked, both ways, and keeps the answer’s order among equals', () => {
  const names = (order: 'asc' | 'desc') =>
    index.find('', null, 'name', order, (row) => alphabetical(row.first_name)).map((row) => row.first_name);
  expect(names('asc')).toEqual(['', 'Anna', 'Émile', 'Дарья']);
  expect(names('desc')).toEqual(['Дарья', 'Émile', 'Anna', '']);
  const equal = index.find('', null, 'is_active', 'desc', (row) => row.is_active);
  expect(equal).toEqual([anna, emile, daria, nameless]);
});

test('sorts once a column, however often it is searched', () => {
  const sortValue = jest.fn(byId);
  const people = new PeopleIndex([anna, emile]);
  for (const search of ['a', 'an', 'ann']) people.find(search, null, 'telegram_id', 'asc', sortValue);
  expect(sortValue).toHaveBeenCalledTimes(2);
});
