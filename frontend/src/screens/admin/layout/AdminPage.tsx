import type { ReactNode } from 'react';
import { BrandLink } from '../../../ui/BrandLink.tsx';
import { AdminNav } from './AdminNav.tsx';
import styles from './AdminPage.module.css';

interface AdminPageProps {
  readonly title: ReactNode;
  /** Beside the title: Refresh and the like. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every admin screen: the way between them and back to the dashboard, the title, its actions. */
export function AdminPage({ title, actions, children }: AdminPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.inner}>
          <BrandLink nameClassName={styles.name} />
          <AdminNav />
        </div>
      </header>
      <main className={styles.main}>
        <div className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
        {children}
      </main>
    </div>
  );
}
