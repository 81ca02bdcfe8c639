import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts/limits';
import type { Page } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { memo } from 'react';
import { errorSentence, isSignedOutError } from '../../data/apiError.ts';
import { useUnlinkPageMutation, useUpdateTagsMutation } from '../../data/pages/pagesApi.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { TagsInput } from '../../ui/TagsInput.tsx';
import { PageAvatar } from './PageAvatar.tsx';
import styles from './PageCard.module.css';
import { pageName } from './pageName.ts';

const UNLINK_QUESTION = 'Are you sure you want to unlink this page? This action cannot be undone.';
const UNPAID_TOOLTIP = `Not paid - ${PAGE_DAY_CREDITS} credits will be charged on first post`;

/** A linked page; memoized since a poll or a search brings thousands of them back unchanged. */
export const PageCard = memo(function PageCard({ page }: { readonly page: Page }) {
  const [updateTags, tagsState] = useUpdateTagsMutation();
  const [unlink, unlinkState] = useUnlinkPageMutation();
  const name = pageName(page);

  const failures = [
    { error: tagsState.error, fallback: 'Failed to update tags' },
    { error: unlinkState.error, fallback: 'Failed to unlink page' },
  ].filter(({ error }) => error && !isSignedOutError(error));

  return (
    <article className={styles.slot} aria-label={name}>
      <div className={styles.card}>
        <div className={styles.head}>
          <PageAvatar url={page.avatarThumbUrl} />
          <div className={styles.names}>
            <h2 className={styles.name}>{name}</h2>
            {page.name && page.username && <p className={styles.minor}>@{page.username}</p>}
            <p className={styles.minor}>ID: {page.creator_id}</p>
          </div>
          <Button
            size="small"
            type="text"
            danger
            disabled={unlinkState.isLoading}
            aria-label={`Unlink ${name}`}
            onClick={() => {
              if (window.confirm(UNLINK_QUESTION)) void unlink({ guid: page.guid });
            }}
          >
            Unlink
          </Button>
        </div>
        <div className={styles.states}>
          {page.is_active ? (
            <StatusChip tone="success" title="Page recently polled">
              Active
            </StatusChip>
          ) : (
            <StatusChip tone="neutral" title="Page has not polled recently">
              Inactive
            </StatusChip>
          )}
          {page.is_paid ? (
            <StatusChip tone="success">Paid</StatusChip>
          ) : (
            <StatusChip tone="warning" title={UNPAID_TOOLTIP}>
              Unpaid
            </StatusChip>
          )}
        </div>
        {(page.is_paid || page.credits_charged > 0) && (
          <dl className={styles.facts}>
            {page.is_paid && page.paid_until && (
              <div>
                <dt>Paid until</dt>
                <dd>{formatDateTime(page.paid_until)}</dd>
              </div>
            )}
            {page.credits_charged > 0 && (
              <div>
                <dt>Last charge</dt>
                <dd>{page.credits_charged} credits</dd>
              </div>
            )}
          </dl>
        )}
        <TagsInput
          tags={page.tags}
          label={`Tags of ${name}`}
          onChange={(tags) => void updateTags({ guid: page.guid, body: { tags } })}
        />
      </div>
      {failures.map(({ error, fallback }) => (
        <ErrorAlert key={fallback} message={errorSentence(error, fallback)} />
      ))}
    </article>
  );
});
