import type { LinkDescription } from '@flyerdeck/contracts/types';
import { Alert, Descriptions } from 'antd';
import { relativeTime } from '../../lib/relativeTime.ts';
import { useMinuteTick } from '../../ui/useMinuteTick.ts';
import styles from './LinkForm.module.css';

/** What a linking token would link, and which browser would stop: read before anything happens. */
export function LinkSummary({ link }: { readonly link: LinkDescription }) {
  const { pageData: page, device, replaces } = link;
  const tickMs = useMinuteTick();
  // What happened since the last tick happened just now, not in the time to come.
  const ago = (at: string) => relativeTime(at, Math.max(tickMs, Date.parse(at)));
  const names = [page.name, page.username && `@${page.username}`].filter(Boolean).join(' ') || 'Unnamed Page';
  return (
    <section className={styles.summary} aria-label="What would be linked" aria-live="polite">
      <Descriptions
        size="small"
        column={1}
        bordered
        items={[
          { key: 'page', label: 'Page', children: names },
          { key: 'id', label: 'Page ID', children: page.creator_id },
          {
            key: 'browser',
            label: 'Browser',
            children: `${device.browser || 'Unknown browser'}, extension ${device.extension_version}`,
          },
          { key: 'asked', label: 'Asked', children: ago(device.asked_at) },
        ]}
      />
      {replaces ? (
        <Alert
          type="warning"
          showIcon
          title="This replaces the browser that posts for this page now."
          description={`${replaces.browser || 'Unknown browser'}, linked ${ago(replaces.linked_at)}, ${
            replaces.last_polled_at ? `last seen ${ago(replaces.last_polled_at)}` : 'not seen yet'
          }.`}
        />
      ) : (
        <p className={styles.text}>No browser posts for this page yet.</p>
      )}
      <p className={styles.text}>Link it only if you asked for this in your own browser.</p>
    </section>
  );
}
