import { setImmediate } from 'node:timers/promises';
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, screen } from '@testing-library/react';
import { buildTask, renderQueueTab, useQueueServer } from '../../../test/queueTab.tsx';

const { state, countOf } = useQueueServer();

/** Event loop turns after which a request of these tests is finished. */
const NETWORK_TURNS = 20;

describe('the polling of the queue', () => {
  const setVisibility = (visibility: DocumentVisibilityState) =>
    act(() => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
  /** Advances the fake clock and waits for requests sent meanwhile. */
  const advanceTime = (milliseconds: number) =>
    act(async () => {
      await jest.advanceTimersByTimeAsync(milliseconds);
      for (let turn = 0; turn < NETWORK_TURNS; turn++) await setImmediate();
    });

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('requests the queue status exactly every 5 seconds [4.4-02, 9-21]', async () => {
    renderQueueTab();
    await screen.findByText('No tasks in queue.');
    const polls = () => countOf('GET /api/queue/status');
    const before = polls();
    // The clock may have advanced since the first response.
    for (let passedMs = 0; polls() === before && passedMs < 5_000; passedMs += 50) await advanceTime(50);
    expect(polls()).toBe(before + 1);
    await advanceTime(4_900);
    expect(polls()).toBe(before + 1);
    await advanceTime(100);
    expect(polls()).toBe(before + 2);
    await advanceTime(5_000);
    expect(polls()).toBe(before + 3);
  });

  it('disables Start Posting when the queue becomes empty and enables it when a task is queued [4.5-02]', async () => {
    const task = buildTask({ page_counts: { posted: 0, pending: 0, failed: 0, total: 0 } });
    state.tasks = [task];
    renderQueueTab();
    await screen.findByText('1. New set tonight');
    expect(screen.getByRole('button', { name: 'Start Posting' })).toBeEnabled();
    state.tasks = [];
    await advanceTime(5_000);
    expect(screen.getByRole('tab', { name: 'Queue (0)' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start Posting' })).toBeDisabled();
    state.tasks = [task];
    await advanceTime(5_000);
    expect(screen.getByRole('button', { name: 'Start Posting' })).toBeEnabled();
  });

  it('stops while the document is hidden and continues when it is visible again', async () => {
    const { store } = renderQueueTab();
    const stopListening = setupListeners(store.dispatch);
    await screen.findByText('No tasks in queue.');
    setVisibility('hidden');
    const before = countOf('GET /api/queue/status');
    await advanceTime(20_000);
    expect(countOf('GET /api/queue/status')).toBe(before);
    setVisibility('visible');
    await advanceTime(5_000);
    expect(countOf('GET /api/queue/status')).toBeGreaterThan(before);
    stopListening();
  });

  it('reloads the tasks only when the count of the open tab changes [4.4-01]', async () => {
    state.tasks = [buildTask({ _id: '1', description: 'First' })];
    renderQueueTab();
    expect(await screen.findByText('1. First')).toBeVisible();
    const lists = () => countOf('GET /api/tasks?status=in_queue');
    const before = lists();
    state.tasks = [...state.tasks, buildTask({ _id: '2', status: 'completed' })];
    await advanceTime(5_000);
    expect(lists()).toBe(before);
    state.tasks = [...state.tasks, buildTask({ _id: '3', description: 'Late', sequence_order: 2 })];
    await advanceTime(5_000);
    expect(await screen.findByText('3. Late')).toBeVisible();
    expect(lists()).toBe(before + 1);
  });
});
