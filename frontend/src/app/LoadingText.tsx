import styles from './LoadingText.module.css';

/** While it is not yet known who is there (spec section 2, 'Main dashboard'). */
export function LoadingText() {
  return (
    <p role="status" className={`u-grid u-muted u-flush ${styles.loading}`} lang="ru">
      Загрузка...
    </p>
  );
}
