import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import styles from './AdminPage.module.css';

const SCREENS = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/postings', label: 'Postings' },
  { to: '/admin/performance', label: 'Performance' },
  { to: '/admin/credits', label: 'Credits' },
] as const;

/** The way between the admin screens. */
export function AdminNav() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is another one on another screen.
  useEffect(() => {
    // On a narrow screen the links scroll sideways, and only they.
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft + link.offsetWidth - nav.current.offsetWidth;
  }, [pathname]);

  return (
    <nav ref={nav} aria-label="Admin" className={styles.nav}>
      {SCREENS.map(({ to, label }) => (
        <NavLink key={to} to={to} end={to === '/admin'} className={styles.link ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
