import type { AdminUser } from '@flyerdeck/contracts/types';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { personName } from '../people/personName.ts';
import card from './card.module.css';
import { EndSessions } from './EndSessions.tsx';
import styles from './UserProfile.module.css';
import { UserSwitches } from './UserSwitches.tsx';

/** Who somebody is, and what an admin may change about them. */
export function UserProfile({ user }: { readonly user: AdminUser }) {
  const facts = [
    ['Telegram ID', user.telegram_id],
    [
      'Registered',
      <time key="time" dateTime={user.created_at}>
        {formatDateTime(user.created_at)}
      </time>,
    ],
    [
      'Status',
      <StatusChip key="chip" tone={user.is_active ? 'success' : 'danger'}>
        {user.is_active ? 'Active' : 'Inactive'}
      </StatusChip>,
    ],
    [
      'Role',
      <StatusChip key="chip" tone={user.is_admin ? 'accent' : 'neutral'}>
        {user.is_admin ? 'Admin' : 'User'}
      </StatusChip>,
    ],
  ] as const;
  return (
    <section className={card.card} aria-labelledby="profile-name">
      <h2 id="profile-name" className={styles.name}>
        {personName(user) || 'Unnamed User'}
      </h2>
      <p className={styles.username}>{user.username ? `@${user.username}` : 'No username'}</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <UserSwitches user={user} />
      <EndSessions user={user} />
    </section>
  );
}
