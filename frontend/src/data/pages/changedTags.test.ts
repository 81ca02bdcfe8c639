import { changedTags } from './changedTags.ts';

test.each([
  ['adds new tags', ['a'], { add: ['b', 'c'], remove: [] }, ['a', 'b', 'c']],
  ['adds no tag twice, ignoring case', ['Vip'], { add: ['VIP', ' new ', 'New'], remove: [] }, ['Vip', 'new']],
  ['removes tags, ignoring case', ['Vip', 'b'], { add: [], remove: ['vIP'] }, ['b']],
  ['keeps a tag that is both added and removed', ['Vip'], { add: ['vip'], remove: ['VIP'] }, ['Vip']],
  ['adds no blank tag', [], { add: [' '], remove: [] }, []],
])('%s', (_title, tags, change, expected) => {
  expect(changedTags(tags, change)).toEqual(expected);
});
