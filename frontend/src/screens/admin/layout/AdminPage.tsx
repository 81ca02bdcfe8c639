import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
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
          <Link to="/" className={styles.brand} aria-label="Flyerdeck dashboard">
            <img src="/favicon.svg" alt="" width={24} height={24} />
            <span className={styles.name}>Flyerdeck</span>
          </Link>
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
