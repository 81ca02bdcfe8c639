import { act, render, screen } from '@testing-library/react';
import { RelativeTime } from './RelativeTime.tsx';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const at = new Date(NOW - 10_000).toISOString();

describe('RelativeTime', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('updates every minute', () => {
    render(<RelativeTime word="Updated" at={at} />);
    expect(screen.getByText('Updated less than a minute ago')).toBeVisible();
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByText('Updated 1 minute ago')).toBeVisible();
    act(() => jest.advanceTimersByTime(120_000));
    expect(screen.getByText('Updated 3 minutes ago')).toBeVisible();
  });

  it('uses one timer for all instances, and stops it after the last one is removed', () => {
    const { rerender } = render(
      <>
        <RelativeTime word="Updated" at={at} />
        <RelativeTime word="Created" at={at} />
      </>,
    );
    expect(jest.getTimerCount()).toBe(1);
    rerender(<RelativeTime word="Updated" at={at} />);
    expect(jest.getTimerCount()).toBe(1);
    rerender(<p>nothing</p>);
    expect(jest.getTimerCount()).toBe(0);
  });
});
