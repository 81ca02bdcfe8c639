import { NAV_BADGE_CAP, PREVIEW_NAV_WIDTH_PX } from '@flyerdeck/contracts/account.values';
import type { PreviewData } from '@flyerdeck/contracts/types';
import { DEFAULT_AVATAR_URL, DecodedImage } from './DecodedImage.tsx';
import { PlatformIcon, type PlatformIconName } from './PlatformIcon.tsx';
import styles from './PlatformNav.module.css';

type CountField = 'homeCount' | 'notificationsCount' | 'messagesCount';

const ENTRIES: readonly { name: string; icon: PlatformIconName; count?: CountField }[] = [
  { name: 'Home', icon: 'home', count: 'homeCount' },
  { name: 'Notifications', icon: 'notifications', count: 'notificationsCount' },
  { name: 'Messages', icon: 'messages', count: 'messagesCount' },
  { name: 'Collections', icon: 'collections' },
  { name: 'Vault', icon: 'vault' },
  { name: 'Calendar', icon: 'calendar' },
  { name: 'Statements Temp', icon: 'statementsTemp' },
  { name: 'Statements', icon: 'statements' },
  { name: 'Menu', icon: 'menu' },
  { name: 'More', icon: 'more' },
];

/** The platform's left column. Its entries are part of the screenshot only, so they are no links. */
export function PlatformNav({ preview, onAvatarSettled }: { preview: PreviewData; onAvatarSettled: () => void }) {
  return (
    <nav className={styles.nav} style={{ width: PREVIEW_NAV_WIDTH_PX }} aria-label="Page navigation">
      <div className="u-line" style={{ position: 'sticky', top: 0, flexDirection: 'column', padding: '12px 0 16px' }}>
        <DecodedImage
          className={styles.avatar}
          sources={[preview.pageAvatarBase64, preview.pageAvatarUrl, DEFAULT_AVATAR_URL]}
          alt="Page avatar"
          onSettled={onAvatarSettled}
        />
        <ul className="u-list u-full">
          {ENTRIES.map(({ name, icon, count }) => (
            <li key={name} className={`u-line u-relative ${styles.entry}`} title={name}>
              <PlatformIcon name={icon} />
              <span className="u-hidden">{name}</span>
              {count && preview[count] > 0 && (
                <span className={`u-strong u-tabular ${styles.badge}`}>
                  {preview[count] > NAV_BADGE_CAP ? `${NAV_BADGE_CAP}+` : preview[count]}
                </span>
              )}
            </li>
          ))}
        </ul>
        <a className={`u-line ${styles.newPost}`} href="/posts/create" title="New post">
          <PlatformIcon name="plus" />
          <span className="u-hidden">New post</span>
        </a>
      </div>
    </nav>
  );
}
