import { changeColumn, clampWidth, columnsText, listColumns, moveColumn } from './tableColumns.ts';

const COLUMNS = ['id', 'name', 'status', 'date'].map((key) => ({ key, title: key, width: 100 }));

/** 'id name.150 (date)': the column date is hidden. */
const show = (list: ReturnType<typeof listColumns>) =>
  list
    .map(({ column: { key }, isShown, widthPx }) => {
      const text = widthPx === 100 ? key : `${key}.${widthPx}`;
      return isShown ? text : `(${text})`;
    })
    .join(' ');

test.each([
  [null, 'id name status date'],
  ['name,status,date', 'id name status date'],
  ['date,name', 'id date name (status)'],
  ['status', 'id (name) status (date)'],
  ['', 'id (name) (status) (date)'],
  ['id.150,date,name.90', 'id.150 date name.90 (status)'],
  ['date,unknown,date,constructor,name', 'id date name (status)'],
  ['name.5,status.801,date.1.5', 'id name status date'],
  ['date,id,name', 'id date name (status)'],
])('the parameter %j lists the columns %s', (text, expected) => {
  expect(show(listColumns(COLUMNS, text))).toBe(expected);
});

test.each([
  ['name,status,date', null],
  ['date,name', 'date,name'],
  ['', ''],
  ['id.150,name,status,date', 'id.150,name,status,date'],
  ['name.150,status,date', 'name.150,status,date'],
  ['id,name.100,status,date', null],
])('the columns of %j are written as %j', (text, expected) => {
  expect(columnsText(COLUMNS, listColumns(COLUMNS, text))).toBe(expected);
});

test.each([
  ['date', -1, null, 'name,date,status'],
  ['name', 1, null, 'status,name,date'],
  ['name', -1, null, null],
  ['date', 1, null, null],
  // The hidden column between them is passed over.
  ['date', -1, 'name,date', 'date,name'],
  ['status', 1, 'name,date', 'name,date'],
] as const)('%s is moved by %d in %j: %j', (key, by, text, expected) => {
  expect(columnsText(COLUMNS, moveColumn(listColumns(COLUMNS, text), key, by))).toBe(expected);
});

test('a column that is hidden and shown again is back in its place', () => {
  const hidden = columnsText(COLUMNS, changeColumn(listColumns(COLUMNS, null), 'status', { isShown: false }));
  expect(hidden).toBe('name,date');
  expect(columnsText(COLUMNS, changeColumn(listColumns(COLUMNS, hidden), 'status', { isShown: true }))).toBeNull();
});

test('a width is written into the parameter', () => {
  expect(columnsText(COLUMNS, changeColumn(listColumns(COLUMNS, 'name'), 'name', { widthPx: 240 }))).toBe('name.240');
});

test.each([
  [59, 60],
  [60.4, 60],
  [801, 800],
])('a width of %d px becomes %d px', (px, expected) => {
  expect(clampWidth(px)).toBe(expected);
});
