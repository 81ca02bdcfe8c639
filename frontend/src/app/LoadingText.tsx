/**
 * Shown while the session is loading (spec section 2, 'Main dashboard'). In the system's font, because the file of Cyrillic
 * letters would delay the first load for this one word.
 */
export function LoadingText() {
  return (
    <p role="status" className="u-centred u-muted u-flush u-system-font" lang="ru">
      Загрузка...
    </p>
  );
}
