import { Flex, Typography } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './ui.module.css';

interface ScreenFrameProps {
  readonly title: ReactNode;
  readonly header: ReactNode;
  readonly actions?: ReactNode;
  readonly maxWidthPx: number;
  readonly children: ReactNode;
}

export function ScreenFrame({ title, header, actions, maxWidthPx, children }: ScreenFrameProps) {
  return (
    <div style={{ '--width': `${maxWidthPx}px` } as CSSProperties}>
      <header style={{ borderBottom: '1px solid var(--fd-border)', background: 'var(--fd-surface)' }}>
        <Flex align="center" gap="small" className={styles.inner}>
          <Link to="/" className={`u-line ${styles.brand}`} aria-label="Flyerdeck dashboard">
            <img src="/favicon.svg" alt="" width={24} height={24} />
            <span className={styles.name}>Flyerdeck</span>
          </Link>
          {header}
        </Flex>
      </header>
      <Flex component="main" vertical gap="middle" className={styles.main}>
        <Flex wrap align="center" justify="space-between" gap="small" style={{ minHeight: 36 }}>
          <Typography.Title level={1} style={{ margin: 0 }}>
            {title}
          </Typography.Title>
          <Flex wrap gap="small">
            {actions}
          </Flex>
        </Flex>
        {children}
      </Flex>
    </div>
  );
}
