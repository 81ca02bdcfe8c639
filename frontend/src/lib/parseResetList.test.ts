import { formatResetList, parseResetList } from './parseResetList.ts';

test.each([
  ['10,5,20', [10, 5, 20]],
  [' 10 , 5 ,', [10, 5]],
  ['10,x,-5,,7', [10, 7]],
  ['0', [0]],
  ['', []],
])('%j is parsed as %j', (text, lengths) => {
  expect(parseResetList(text)).toEqual(lengths);
});

test('a formatted list is parsed to the same list', () => {
  expect(parseResetList(formatResetList([10, 5, 20]))).toEqual([10, 5, 20]);
});
