import type { PreviewData } from '@flyerdeck/contracts/types';
import { render, screen, within } from '@testing-library/react';
import { buildPreview } from '../../../test/builders.ts';
import { PlatformNav } from './PlatformNav.tsx';

beforeEach(() => {
  HTMLImageElement.prototype.decode = () => new Promise(() => {});
});
afterEach(() => {
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});

const renderNav = (fields: Partial<PreviewData> = {}) => {
  render(<PlatformNav preview={buildPreview(fields)} onAvatarSettled={() => {}} />);
  return screen.getByRole('navigation');
};
const entry = (name: string) => {
  const found = screen.getAllByRole('listitem').find((item) => within(item).queryByText(name));
  if (!found) throw new Error(`No entry ${name}.`);
  return found;
};

describe('PlatformNav', () => {
  it('is 64 px wide [2.11-04, 9-27]', () => {
    expect(renderNav()).toHaveStyle({ width: '64px' });
  });

  it('has the ten entries in order [2.11-06]', () => {
    renderNav();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Home',
      'Notifications',
      'Messages',
      'Collections',
      'Vault',
      'Calendar',
      'Statements Temp',
      'Statements',
      'Menu',
      'More',
    ]);
  });

  it("has a 'New post' link to /posts/create [2.11-09]", () => {
    renderNav();
    expect(screen.getByRole('link', { name: 'New post' })).toHaveAttribute('href', '/posts/create');
  });

  describe.each([
    ['Home', 'homeCount'],
    ['Notifications', 'notificationsCount'],
    ['Messages', 'messagesCount'],
  ] as const)('the badge of %s', (name, field) => {
    it.each([
      [0, name],
      [1, `${name}1`],
      [99, `${name}99`],
      [100, `${name}99+`],
      [12_345, `${name}99+`],
    ])('at %i shows the entry as %p [2.11-07, 2.11-08, 2.11-23, 9-25]', (count, text) => {
      renderNav({ [field]: count });
      expect(entry(name)).toHaveTextContent(new RegExp(`^${text.replace('+', '\\+')}$`));
    });
  });

  it.each([
    ['the stored avatar', { pageAvatarBase64: 'data:image/png;base64,AAAA' }, 'data:image/png;base64,AAAA'],
    ['the avatar URL for a page without a stored avatar', { pageAvatarUrl: '/api/get_image/a' }, '/api/get_image/a'],
    ['the default avatar for a page without an avatar', { pageAvatarUrl: null }, '/avatar.jpg'],
  ])('shows %s [2.11-05, 2.11-24]', (_, fields, address) => {
    renderNav(fields);
    expect(screen.getByRole('img', { name: 'Page avatar' })).toHaveAttribute('src', address);
  });
});
