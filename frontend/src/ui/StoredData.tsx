import styles from './ui.module.css';

/** Keep it like the table in `.github/docs/privacy.md`. */
const STORED: readonly (readonly [what: string, howLong: string, who: string])[] = [
  ['Telegram id, names', 'with the account', 'admins'],
  ['Pages, tags, presets, assistants, texts', 'with the account', 'admins'],
  ['Flyer images', 'until deleted', 'admins, anyone with the address'],
  ['Screenshots', '90 days by default', 'admins, anyone with the address'],
  ['Bot messages', '3 or 30 days', 'Telegram'],
  ['Sessions, browser', '30 days unused', 'nobody'],
  ['Ledger, payments, admins’ changes', 'permanently; nameless after deletion', 'admins'],
  ['Action log of this tab', 'until closed', 'nobody'],
  ['Problem reports, with log', 'at most 30 days', 'admins'],
];

export function StoredData() {
  return (
    <table className={`u-full u-fine ${styles.table}`} aria-label="What is stored">
      <thead className="u-muted">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Kept</th>
          <th scope="col">Also seen by</th>
        </tr>
      </thead>
      <tbody>
        {STORED.map(([what, howLong, who]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{howLong}</td>
            <td>{who}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
