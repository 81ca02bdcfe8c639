import { reportedSession } from '../../../test/reportedSession.tsx';

test('the Failed tab of the queue, from which a problem was reported, is shown again', async () => {
  const { text, state } = await reportedSession('inner-tab-of-the-queue').showAt(35);
  expect(text).not.toContain('Something went wrong.');
  expect(text).toContain('Failed (0)');
  expect(text).toContain('No failed tasks.');
  expect(state.ui.queueTab === 'failed').toBe(true);
});
