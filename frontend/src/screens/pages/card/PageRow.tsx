import { memo } from 'react';
import { pageName } from '../../../lib/pageName.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { TagsInput } from '../../../ui/TagsInput.tsx';
import { PageLimitsFact } from '../limits/PageLimitsFact.tsx';
import styles from '../list/pagesTable.module.css';
import { PageCheckbox } from '../selection/PageCheckbox.tsx';
import { PageAvatar } from './PageAvatar.tsx';
import { PageButtons } from './PageButtons.tsx';
import type { ShownPageProps } from './PageCard.tsx';
import { PageProblem } from './PageProblem.tsx';
import { PageStates } from './PageStates.tsx';
import { pageFacts } from './pageFacts.ts';
import { usePageEdits } from './usePageEdits.ts';

interface PageRowProps extends ShownPageProps {
  /** From 0, among all matching pages. */
  readonly position: number;
  /** Reports the row's height to the list. Must be a stable reference. */
  measure(row: HTMLTableRowElement | null): void;
}

/** A linked page as a table row. Memoized for the same reason as `PageCard`. */
export const PageRow = memo(function PageRow({
  page,
  position,
  isSelected,
  onToggle,
  onOpenLimits,
  measure,
}: PageRowProps) {
  const { setTags, askToUnlink, isUnlinking, failures } = usePageEdits(page);
  const name = pageName(page);
  return (
    <tr
      ref={measure}
      data-index={position}
      // The header is row 1.
      aria-rowindex={position + 2}
      aria-label={name}
      className={`u-grid ${styles.row}`}
      data-selected={isSelected}
    >
      <td className={styles.check}>
        <PageCheckbox name={name} isSelected={isSelected} onToggle={(isRange) => onToggle(page.guid, isRange)} />
      </td>
      <td className={`u-line u-shrink u-gap10 ${styles.page}`}>
        <PageAvatar url={page.avatarThumbUrl} sizePx={32} />
        <div className="u-shrink">
          <p className={`u-ellipsis u-flush u-strong ${styles.text}`}>{name}</p>
          <p className={`u-muted u-small u-flush u-break ${styles.text}`}>
            {page.name && page.username && <>@{page.username} · </>}ID:&nbsp;{page.creator_id}
          </p>
          <PageProblem page={page} />
          <PageLimitsFact page={page} />
        </div>
      </td>
      <td className={styles.states}>
        <PageStates page={page} />
      </td>
      {pageFacts(page).map(([label, value]) => (
        <td key={label} className={`u-fine u-tabular ${styles.fact}`}>
          {value && (
            <>
              <span className={`u-muted ${styles.factName}`}>{label} </span>
              {value}
            </>
          )}
        </td>
      ))}
      <td className={styles.tags}>
        <TagsInput tags={page.tags} label={`Tags of ${name}`} onChange={setTags} />
      </td>
      <td className={styles.actions}>
        <PageButtons {...{ page, isUnlinking, onOpenLimits }} onUnlink={askToUnlink} />
      </td>
      {failures.length > 0 && (
        <td className={styles.failures}>
          {failures.map((sentence) => (
            <ErrorAlert key={sentence} message={sentence} />
          ))}
        </td>
      )}
    </tr>
  );
});
