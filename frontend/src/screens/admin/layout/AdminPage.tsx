import { Menu } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { ReportButton } from '../../../app/report/ReportButton.tsx';
import { ScreenFrame } from '../../../ui/ScreenFrame.tsx';

const SCREENS = [
  ['/admin', 'Overview'],
  ['/admin/users', 'Users'],
  ['/admin/postings', 'Postings'],
  ['/admin/performance', 'Performance'],
  ['/admin/credits', 'Credits'],
  ['/admin/audit', 'Audit Log'],
  ['/admin/reports', 'Reports'],
  ['/admin/site-packs', 'Site Packs'],
  ['/admin/backups', 'Backups'],
] as const;

const ITEMS = SCREENS.map(([to, label]) => ({
  key: to,
  label: (
    <NavLink to={to} end={to === '/admin'}>
      {label}
    </NavLink>
  ),
}));

interface AdminPageProps {
  readonly title: ReactNode;
  /** Buttons beside the title, such as Refresh. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of all admin screens, with the navigation between them. */
export function AdminPage({ title, actions, children }: AdminPageProps) {
  const { pathname } = useLocation();
  const current = SCREENS.findLast(([to]) => pathname.startsWith(to))?.[0] ?? '/admin';
  const nav = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the screen.
  useEffect(() => {
    // On a narrow screen the links scroll horizontally.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);

  return (
    <ScreenFrame
      title={title}
      actions={actions}
      maxWidthPx={1680}
      header={
        <>
          <nav ref={nav} aria-label="Admin" style={{ flex: 1, overflowX: 'auto', scrollbarWidth: 'none' }}>
            {/* Without disabledOverflow, antd hides links from screen readers but leaves them in the tab order. */}
            <Menu
              disabledOverflow
              mode="horizontal"
              selectedKeys={[current]}
              items={ITEMS}
              style={{ minWidth: 'max-content', borderBottom: 0 }}
            />
          </nav>
          <ReportButton />
        </>
      }
    >
      {children}
    </ScreenFrame>
  );
}
