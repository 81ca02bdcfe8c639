import { act, fireEvent, render, screen } from '@testing-library/react';
import { Snackbar, useSnackbar } from './Snackbar.tsx';

function Stage() {
  const snackbar = useSnackbar();
  return (
    <>
      <button type="button" onClick={() => snackbar.show('Done.')}>
        Say done
      </button>
      <button type="button" onClick={() => snackbar.show('Error: no.', { isError: true })}>
        Say error
      </button>
      <Snackbar message={snackbar.message} hide={snackbar.hide} />
    </>
  );
}

const say = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

describe('the snackbar', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    render(<Stage />);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('disappears after 4 seconds', () => {
    say('Say done');
    pass(3_999);
    expect(screen.getByText('Done.')).toBeVisible();
    pass(1);
    expect(screen.queryByText('Done.')).not.toBeInTheDocument();
  });

  it('shows a new message for its own 4 seconds', () => {
    say('Say done');
    pass(3_000);
    say('Say error');
    expect(screen.queryByText('Done.')).not.toBeInTheDocument();
    pass(3_999);
    expect(screen.getByText('Error: no.')).toBeVisible();
    pass(1);
    expect(screen.queryByText('Error: no.')).not.toBeInTheDocument();
  });

  it('shows the same message for the full 4 seconds when it is repeated', () => {
    say('Say done');
    pass(3_000);
    say('Say done');
    pass(3_999);
    expect(screen.getByText('Done.')).toBeVisible();
  });

  it('announces errors to screen readers as assertive and other messages as polite', () => {
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'polite');
    say('Say error');
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'assertive');
  });

  it('disappears after a click on Dismiss', () => {
    say('Say done');
    say('Dismiss');
    expect(screen.queryByText('Done.')).not.toBeInTheDocument();
  });
});
