import { type PagePauseKind, REFUSALS_IN_A_ROW } from '@flyerdeck/contracts/pages.values';
import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useResumePageMutation } from '../../../data/pages/pagesApi.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { pageName } from '../../../lib/pages.ts';
import { FailureAlert } from '../../../ui/notices.tsx';
import styles from '../pages.module.css';

const SENTENCES: Readonly<Record<PagePauseKind, string>> = {
  rate_limited: 'The creator site asks to wait before the next post.',
  content: `The creator site refused the content of ${REFUSALS_IN_A_ROW} posts in a row.`,
  logged_out: `The creator site refused ${REFUSALS_IN_A_ROW} posts in a row because the page was logged out.`,
  broken: `The creator site was out of order for ${REFUSALS_IN_A_ROW} posts in a row.`,
};

interface PagePauseProps {
  readonly page: Page;
  readonly pause: NonNullable<Page['pause']>;
}

export default function PagePause({ page, pause: { kind, until } }: PagePauseProps) {
  const [resume, { isLoading, error }] = useResumePageMutation();
  return (
    <>
      <p className={`u-fine u-flush ${styles.problem}`}>
        {SENTENCES[kind]} Posting continues automatically on {formatDateTime(until)}.{' '}
        <Button
          size="small"
          disabled={isLoading}
          aria-label={`Resume ${pageName(page)}`}
          onClick={() => resume({ guid: page.guid })}
        >
          Resume
        </Button>
      </p>
      <FailureAlert error={error} fallback="Failed to resume page" />
    </>
  );
}
