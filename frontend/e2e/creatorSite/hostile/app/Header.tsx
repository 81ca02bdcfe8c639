import { type MouseEvent, useEffect, useState } from 'react';
import { inEffect } from '../switches.ts';
import { type Boot, cls, on, profileAddress } from './boot.ts';
import { fetchMe } from './calls.ts';
import { AtEndOfBody } from './Dialog.tsx';
import { testId } from './design.ts';
import { navigate } from './router.ts';

type Viewer = NonNullable<Boot['viewer']>;

/** Shows the page of a link without loading it. */
export const follow = (event: MouseEvent<HTMLAnchorElement>) => {
  event.preventDefault();
  navigate(event.currentTarget.getAttribute('href') ?? '/');
};

const NAVIGATION = [
  { href: '/', label: 'Home', count: 'home' },
  { href: '/notifications', label: 'Notifications', count: 'notifications' },
  { href: '/messages', label: 'Messages', count: 'messages' },
] as const;

export function Header({ viewer }: { viewer: Viewer }) {
  useEffect(() => {
    fetchMe().then(({ id }) => {
      if (inEffect('accountId', on) === 'id-local-storage') localStorage.setItem('viewer', JSON.stringify({ id }));
    });
  }, []);
  return (
    <header className={cls('header')}>
      <a href="/" className={cls('logo')} onClick={follow}>
        Velvet
      </a>
      <nav>
        {NAVIGATION.map(({ href, label, count }) => (
          <a key={href} href={href} onClick={follow} data-testid={testId(`nav-${count}`)}>
            {label}
            {viewer.counts[count] > 0 && (
              <span className={cls('badge')}>{viewer.counts[count] > 99 ? '99+' : viewer.counts[count]}</span>
            )}
          </a>
        ))}
      </nav>
      <input type="search" aria-label="Search" placeholder="Search" className={cls('search')} />
      {on('account-menu-changed') ? <AccountMenu viewer={viewer} /> : <AccountLink viewer={viewer} />}
    </header>
  );
}

const Names = ({ viewer: { name, username } }: { viewer: Viewer }) => (
  <>
    <img src={`/avatars/${username}.svg`} alt="" width="32" height="32" />
    <strong>{name}</strong>
    <span className={cls('muted')}>@{username}</span>
  </>
);

const AccountLink = ({ viewer }: { viewer: Viewer }) => (
  <a
    href={profileAddress(viewer.username)}
    className={cls('account')}
    data-testid={testId('account-link')}
    onClick={follow}
  >
    <Names viewer={viewer} />
  </a>
);

function AccountMenu({ viewer }: { viewer: Viewer }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={cls('button')}
        aria-label="Account"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <img src={`/avatars/${viewer.username}.svg`} alt="" width="32" height="32" />
      </button>
      {isOpen && (
        <AtEndOfBody>
          <div role="menu" aria-label="Account" className={cls('menu')}>
            <div className={cls('account')}>
              <Names viewer={viewer} />
            </div>
            <a
              role="menuitem"
              href={profileAddress(viewer.username)}
              onClick={(event) => {
                setOpen(false);
                follow(event);
              }}
            >
              My page
            </a>
            <a role="menuitem" href="/settings">
              Settings
            </a>
          </div>
        </AtEndOfBody>
      )}
    </>
  );
}
