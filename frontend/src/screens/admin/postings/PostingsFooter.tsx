import type { listDetailedPostings, ResponseOf } from '@flyerdeck/contracts/types';
import { TablePager } from '../table/TablePager.tsx';
import styles from './PostingsFooter.module.css';
import type { PostingsView } from './postingsView.ts';

interface PostingsFooterProps {
  readonly view: PostingsView;
  readonly answer: ResponseOf<typeof listDetailedPostings> | undefined;
  readonly shownCount: number;
  onPage(page: number): void;
}

/** Which part of the postings is on screen, and the way to the others. */
export function PostingsFooter({ view, answer, shownCount, onPage }: PostingsFooterProps) {
  if (!answer) return null;
  const isNarrowed = view.filters.status !== null;
  return (
    <>
      <span className={styles.shown}>
        {isNarrowed && `${shownCount} of the ${answer.postings.length} on this page`}
      </span>
      <TablePager
        label="Postings"
        page={view.page}
        totalPages={answer.total_pages}
        isEstimate={answer.total_is_estimate}
        onPage={onPage}
      />
    </>
  );
}
