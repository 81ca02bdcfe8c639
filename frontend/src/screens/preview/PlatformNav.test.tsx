import type { PreviewData } from '@flyerdeck/contracts/types';
import { render, screen } from '@testing-library/react';
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

describe('PlatformNav', () => {
  it("is 64 px wide, has the ten entries in order and a 'New post' link [2.11-04, 2.11-06, 2.11-09, 9-27]", () => {
    expect(renderNav()).toHaveStyle({ width: '64px' });
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
    expect(screen.getByRole('link', { name: 'New post' })).toHaveAttribute('href', '/posts/create');
  });

  it.each([
    [
      [0, 1, 99],
      ['Home', 'Notifications1', 'Messages99'],
    ],
    [
      [1, 99, 100],
      ['Home1', 'Notifications99', 'Messages99+'],
    ],
    [
      [100, 12_345, 0],
      ['Home99+', 'Notifications99+', 'Messages'],
    ],
  ])('with the counts %p shows the entries %p [2.11-07, 2.11-08, 2.11-23, 9-25]', ([home, news, messages], texts) => {
    renderNav({ homeCount: home, notificationsCount: news, messagesCount: messages });
    const entries = screen.getAllByRole('listitem').slice(0, 3);
    expect(entries.map((item) => item.textContent)).toEqual(texts);
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
