import type { ReactNode } from 'react';
import styles from './FirstSteps.module.css';

interface FirstStepItemProps {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly isNext: boolean;
  readonly actions: ReactNode;
}

/** One step: only the next one to take says what to do. */
export function FirstStepItem({ title, text, isDone, isNext, actions }: FirstStepItemProps) {
  return (
    <li className={styles.step} data-done={isDone} aria-current={isNext ? 'step' : undefined}>
      {isDone ? (
        <svg className={styles.tick} viewBox="0 0 20 20" role="img" aria-label="Done:" focusable="false">
          <path d="M5.5 10.5l3 3 6-7" />
        </svg>
      ) : (
        <span className={styles.circle} aria-hidden="true" />
      )}
      <div className="u-shrink">
        <h3 className={`u-medium u-flush ${styles.name}`}>{title}</h3>
        {isNext && (
          <>
            <p className={styles.text}>{text}</p>
            <div className="u-wrap u-gap8">{actions}</div>
          </>
        )}
      </div>
    </li>
  );
}
