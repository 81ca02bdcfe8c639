/** Shown while the session is loading (spec section 2, 'Main dashboard'). */
export function LoadingText() {
  return (
    <p role="status" className="u-centred u-muted u-flush" lang="ru">
      Загрузка...
    </p>
  );
}
