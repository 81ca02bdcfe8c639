import { changedTags } from './changedTags.ts';

test.each([
  ['adds what is not there', ['a'], { add: ['b', 'c'], remove: [] }, ['a', 'b', 'c']],
  ['adds nothing twice, whatever its case', ['Vip'], { add: ['VIP', ' new ', 'New'], remove: [] }, ['Vip', 'new']],
  ['removes whatever the case', ['Vip', 'b'], { add: [], remove: ['vIP'] }, ['b']],
  ['keeps what is both added and removed', ['Vip'], { add: ['vip'], remove: ['VIP'] }, ['Vip']],
  ['adds no blank', [], { add: [' '], remove: [] }, []],
])('%s', (_title, tags, change, expected) => {
  expect(changedTags(tags, change)).toEqual(expected);
});
