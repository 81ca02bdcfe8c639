import { lazy, memo, Suspense } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { pageName } from '../../../lib/pages.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { PageAvatar } from '../../../ui/PageAvatar.tsx';
import styles from '../list/pagesTable.module.css';
import { PageCheckbox } from '../selection/PageCheckbox.tsx';
import type { ShownPageProps } from './PageCard.tsx';
import { PageMenuButton } from './PageMenuButton.tsx';
import { pageFacts, pageStates } from './pageFacts.ts';
import { pageNotes } from './pageNotes.ts';
import { RowTags } from './RowTags.tsx';
import { usePageEdits } from './usePageEdits.ts';

// antd's Dropdown is loaded when the first menu opens.
const PageMenu = lazy(() => import('./PageMenu.tsx'));

interface PageRowProps extends ShownPageProps {
  /** From 0, among all matching pages. */
  readonly position: number;
  /** Must be a stable reference. */
  onOpenDetails(guid: string): void;
  /** Reports the row's height to the list. Must be a stable reference. */
  measure(row: HTMLTableRowElement | null): void;
}

/** A linked page as a table row: one line on a wide screen, two on a narrow one. Memoized for the same reason as `PageCard`. */
export const PageRow = memo(function PageRow({
  page,
  position,
  isSelected,
  onToggle,
  onOpenLimits,
  onOpenDetails,
  measure,
}: PageRowProps) {
  const { guid } = page;
  const { setTags, askToUnlink, isUnlinking, failures } = usePageEdits(page);
  // Null until it is first opened and loaded.
  const [isMenuOpen, setIsMenuOpen] = useUiState<boolean | null>(`pages.menu/${guid}`, null);
  const name = pageName(page);
  const [paidUntil, lastCharge, [, runner]] = pageFacts(page);
  const notes = pageNotes(page);
  const [note] = notes;
  const menuButton = <PageMenuButton name={name} isOpen={isMenuOpen === true} onClick={() => setIsMenuOpen(true)} />;
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
        <PageCheckbox name={name} isSelected={isSelected} onToggle={(isRange) => onToggle(guid, isRange)} />
      </td>
      <td className={`u-line u-shrink u-gap8 ${styles.page}`}>
        <PageAvatar url={page.avatarThumbUrl} sizePx={24} />
        <button
          type="button"
          className={`u-bare u-ellipsis u-strong ${styles.name}`}
          title={name}
          aria-haspopup="dialog"
          onClick={() => onOpenDetails(guid)}
        >
          {name}
        </button>
        <span className="u-muted u-small u-ellipsis u-shrink">
          {page.name && page.username && <>@{page.username} · </>}ID:&nbsp;{page.creator_id}
          {runner && <> · {runner}</>}
        </span>
      </td>
      <td className={`u-line u-small u-gap8 ${styles.states}`}>
        {pageStates(page).map(({ tone, title, label }) => (
          <span key={label} className={styles.state} data-tone={tone} title={title || undefined}>
            {label}
          </span>
        ))}
      </td>
      {[paidUntil, lastCharge].map(([label, value]) => (
        <td key={label} className={`u-small u-tabular u-nowrap ${styles.fact}`}>
          {value}
        </td>
      ))}
      <td
        className={`u-small u-ellipsis ${styles.note}`}
        data-tone={note?.isWarning ? 'warning' : undefined}
        title={notes.map(({ short, text }) => `${short}. ${text}`).join('\n')}
      >
        {note?.short}
      </td>
      <td className={styles.tags}>
        <RowTags guid={guid} name={name} tags={page.tags} onChange={setTags} />
      </td>
      <td className={styles.actions}>
        {isMenuOpen === null ? (
          menuButton
        ) : (
          <Suspense fallback={menuButton}>
            <PageMenu
              {...{ name, isUnlinking }}
              isOpen={isMenuOpen}
              onOpenChange={setIsMenuOpen}
              onOpenDetails={() => onOpenDetails(guid)}
              onOpenLimits={() => onOpenLimits([guid])}
              onUnlink={askToUnlink}
            />
          </Suspense>
        )}
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
