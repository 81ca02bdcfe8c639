import { act, fireEvent, render, screen } from '@testing-library/react';
import { Snackbar, useSnackbar } from './Snackbar.tsx';

function SnackbarTestScreen() {
  const snackbar = useSnackbar();
  return (
    <>
      <button type="button" onClick={() => snackbar.show('Done.')}>
        Show message
      </button>
      <button type="button" onClick={() => snackbar.show('Error: no.', { isError: true })}>
        Show error
      </button>
      <Snackbar message={snackbar.message} hide={snackbar.hide} />
    </>
  );
}

const clickButton = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const advanceTime = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

describe('the snackbar', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    render(<SnackbarTestScreen />);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('disappears after 4 seconds [2.8-24, 9-22]', () => {
    clickButton('Show message');
    advanceTime(3_999);
    expect(screen.getByText('Done.')).toBeVisible();
    advanceTime(1);
    expect(screen.queryByText('Done.')).not.toBeInTheDocument();
  });

  it('announces errors to screen readers as assertive and other messages as polite', () => {
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'polite');
    clickButton('Show error');
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'assertive');
  });
});
