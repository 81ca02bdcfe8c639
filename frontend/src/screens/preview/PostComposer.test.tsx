import type { PreviewData } from '@flyerdeck/contracts/types';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildPreview } from '../../../test/builders.ts';
import { PostComposer } from './PostComposer.tsx';

beforeEach(() => {
  HTMLImageElement.prototype.decode = () => new Promise(() => {});
});
afterEach(() => {
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});

const renderComposer = (fields: Partial<PreviewData> = {}) => {
  const onBack = jest.fn();
  const { container } = render(
    <PostComposer preview={buildPreview(fields)} onBack={onBack} onFlyerSettled={() => {}} />,
  );
  return { onBack, container };
};

describe('PostComposer', () => {
  it("has a header with a back button, a disabled 'POST', a hidden 'CLEAR', the expiration and the tools [2.11-10, 2.11-11, 2.11-12, 2.11-13, 2.11-14, 2.11-15, 2.11-18, 2.11-19, 2.11-20, 9-26]", async () => {
    const { onBack } = renderComposer();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^NEW POST$/);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(onBack).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'POST' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'SAVE' })).not.toBeInTheDocument();
    expect(screen.queryByText('Scheduled for')).not.toBeInTheDocument();
    expect(screen.getByText('CLEAR', { selector: 'button' })).not.toBeVisible();
    expect(screen.getByText('Expiration').nextSibling).toHaveTextContent(/^Expires in 1 day$/);
    expect(screen.getByText('Add labels')).toBeVisible();
    const icons = within(screen.getByRole('list', { name: 'Post tools' })).getAllByRole('listitem');
    expect(icons.length).toBeGreaterThan(3);
    expect(icons.every((icon) => icon.querySelector('svg') && icon.textContent !== '')).toBe(true);
    const tiles = within(screen.getByRole('list', { name: 'More ways to share' })).getAllByRole('listitem');
    expect(tiles.map((tile) => tile.textContent)).toEqual(['Add to story', 'Go live', 'Send message']);
  });

  it("has a disabled 'SAVE' and the time in the 'Scheduled for' row when scheduled [2.11-25, 2.11-26]", () => {
    renderComposer({ scheduleText: 'Nov 22, 2026, 5:00 PM' });
    expect(screen.getByRole('button', { name: 'SAVE' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'POST' })).not.toBeInTheDocument();
    expect(screen.getByText('Scheduled for').nextSibling).toHaveTextContent(/^Nov 22, 2026, 5:00 PM$/);
    expect(screen.getByText('Expiration').nextSibling).toHaveTextContent(/^Expires in 1 day$/);
  });

  it('shows the flyer and its text, which cannot be edited [2.11-16, 2.11-17]', () => {
    const { container } = renderComposer({ description: 'First line\nвторая строка 🔥' });
    expect(screen.getByRole('img', { name: 'Flyer' })).toHaveAttribute('src', '/api/get_image/flyer');
    expect(screen.getByText(/First line/).textContent).toBe('First line\nвторая строка 🔥');
    expect(container.querySelector('input, textarea, [contenteditable]')).toBeNull();
  });

  it('shows the default image for a flyer without a picture [2.11-22]', () => {
    renderComposer({ imageUrl: null });
    expect(screen.getByRole('img', { name: 'Flyer' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml,/),
    );
  });
});
