import styles from './StoredData.module.css';

/** Keep it like the table in `.github/docs/privacy.md`. */
const STORED: readonly (readonly [what: string, howLong: string, who: string])[] = [
  ['Telegram id, name and username', 'until you delete your account', 'you and the admins'],
  ['Linked pages, tags, presets, assistants and texts', 'until you delete your account', 'you and the admins'],
  [
    'Flyer images',
    'until you delete the flyer, its assistant or your account',
    'you, the admins, and anyone who has the address of a picture',
  ],
  [
    'Screenshots of your posts',
    '90 days, if the operator has set nothing else',
    'you, the admins, and anyone who has the address of a picture',
  ],
  ['Messages to and from the bot', '3 days; messages of the bot 30 days', 'you; Telegram keeps its own copy'],
  ['Sessions, with browser and last use', '30 days after the last use', 'you'],
  ['Credit ledger and changes by admins', 'permanently; without your name after a deletion', 'you and the admins'],
  ['Log of actions in the app', 'in this browser tab, until it is closed', 'you, unless you save it and pass it on'],
  [
    'Reports of problems that you send, with this log',
    '30 days, or until you delete your account',
    'you and the admins',
  ],
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
