import type { LinkDescription } from '@flyerdeck/contracts/types';
import { useAgo } from '../../ui/RelativeTime.tsx';
import { Terms } from '../../ui/Terms.tsx';
import styles from './LinkSummary.module.css';

const UNKNOWN_BROWSER = 'Unknown browser';

/** The page and browser that a linking token would link, and the browser that it would replace. Shown before linking. */
export function LinkSummary({ link }: { readonly link: LinkDescription }) {
  const { pageData: page, device, replaces } = link;
  const ago = useAgo();
  const facts = [
    ['Page', [page.name, page.username && `@${page.username}`].filter(Boolean).join(' ') || 'Unnamed Page'],
    ['Page ID', page.creator_id],
    ['Browser', `${device.browser || UNKNOWN_BROWSER}, extension ${device.extension_version}`],
    ['Asked', ago(device.asked_at)],
  ] as const;
  return (
    <section
      className={`u-grid u-break u-gap12 ${styles.summary}`}
      aria-label="What would be linked"
      aria-live="polite"
    >
      <Terms terms={facts} className={`u-grid u-gap6 ${styles.facts}`} />
      {replaces ? (
        <div role="alert" className="u-notice u-tone" data-tone="warning">
          <p className="u-strong">This replaces the browser that posts for this page now.</p>
          <p>
            {replaces.browser || UNKNOWN_BROWSER}, linked {ago(replaces.linked_at)},{' '}
            {replaces.last_polled_at ? `last seen ${ago(replaces.last_polled_at)}` : 'not seen yet'}.
          </p>
        </div>
      ) : (
        <p className="u-muted">No browser posts for this page yet.</p>
      )}
      <p className="u-muted">Link it only if you asked for this in your own browser.</p>
    </section>
  );
}
