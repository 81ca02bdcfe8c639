import styles from './StoredData.module.css';

/** Keep it like the table in `.github/docs/privacy.md`. */
const STORED: readonly (readonly [what: string, howLong: string, who: string])[] = [
  ['Telegram id, name and username', 'Until you delete your account', 'You and the admins'],
  ['Linked pages, tags, presets, assistants and texts', 'Until you delete your account', 'You and the admins'],
  [
    'Flyer images',
    'Until you delete the flyer, its assistant or your account',
    'You, the admins, and anyone who has the address of a picture',
  ],
  [
    'Screenshots of your posts',
    '90 days, if the operator has set nothing else',
    'You, the admins, and anyone who has the address of a picture',
  ],
  ['Messages to and from the bot', '3 days; messages of the bot 30 days', 'You; Telegram keeps its own copy'],
  ['Sessions, with browser and last use', '30 days after the last use', 'You'],
  ['Credit ledger and changes by admins', 'Permanently; without your name after a deletion', 'You and the admins'],
  ['Log of actions in the app', 'In this browser tab, until it is closed', 'You, unless you save it and pass it on'],
];

/** What the product stores about a user, for how long, and who sees it. */
export function StoredData() {
  return (
    <ul className="u-list" aria-label="What is stored">
      {STORED.map(([what, howLong, who]) => (
        <li key={what} className={styles.item}>
          <p className="u-medium u-flush">{what}</p>
          <p className={`u-muted u-fine ${styles.minor}`}>Kept: {howLong}.</p>
          <p className={`u-muted u-fine ${styles.minor}`}>Seen by: {who}.</p>
        </li>
      ))}
    </ul>
  );
}
