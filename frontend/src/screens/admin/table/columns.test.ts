import { columnsIn } from './columns.tsx';

const COLUMNS = ['id', 'name', 'status', 'date'].map((key) => ({ key }));
const show = (text: string | null) => columnsIn(COLUMNS, text).map(({ key }) => key);

test.each([
  [null, 'id name status date'],
  ['date,name', 'id name date'],
  ['', 'id'],
  ['id,unknown,constructor,status', 'id status'],
])('the parameter %j shows the columns %s', (text, expected) => {
  expect(show(text)).toEqual(expected.split(' '));
});
