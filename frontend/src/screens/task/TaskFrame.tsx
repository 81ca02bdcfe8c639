import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { BrandLink } from '../../ui/BrandLink.tsx';
import styles from './TaskFrame.module.css';

interface TaskFrameProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the screen, with the way back to where the task was opened from. */
export function TaskFrame({ title, children }: TaskFrameProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const back: string = state?.back ?? '/?view=queue';
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.inner}>
          <BrandLink />
          <Button onClick={() => navigate(back, { state: state?.backState })}>Back</Button>
        </div>
      </header>
      <main className={styles.main}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </main>
    </div>
  );
}
