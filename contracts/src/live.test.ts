import { endSession } from './auth.ts';
import { hintTagsOf } from './live.ts';
import { unlinkPage } from './pages.ts';
import { listPresets } from './presets.ts';

test('the hint of a call has the types that it changes and that the live channel knows, each once', () => {
  expect(hintTagsOf(unlinkPage)).toEqual(['Assistant', 'Task', 'Queue', 'Page']);
  expect(hintTagsOf(endSession)).toEqual([]);
  expect(hintTagsOf(listPresets)).toEqual([]);
});
