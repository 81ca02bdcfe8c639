import '../../ui/fonts.css';
import type { PreviewData } from '@flyerdeck/contracts/types';
import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { publicErrorMessage } from '../../data/apiError.ts';
import { useGetPreviewQuery } from '../../data/postings/postingsApi.ts';
import { PlatformNav } from './PlatformNav.tsx';
import { PostComposer } from './PostComposer.tsx';
import styles from './PreviewScreen.module.css';
import { type PageStage, usePageReady } from './usePageReady.ts';

interface NoticeProps {
  readonly stage: Exclude<PageStage, 'settled'>;
  readonly pagePostingId?: string;
  readonly children: ReactNode;
  onRetry?(): void;
}

/** The public preview of a posting. Screenshots are taken of this page (spec section 2, Screenshot preview). */
export default function PreviewScreen() {
  const pagePostingId = useParams().pagePostingId?.trim();
  const { currentData, error, isFetching, refetch } = useGetPreviewQuery(pagePostingId ? { pagePostingId } : skipToken);

  if (!pagePostingId) return <Notice stage="failed">Missing pagePostingId in URL.</Notice>;
  if (currentData) return <Post key={pagePostingId} pagePostingId={pagePostingId} preview={currentData} />;
  if (error && !isFetching) {
    return (
      <Notice stage="failed" pagePostingId={pagePostingId} onRetry={refetch}>
        {`Error loading preview: ${publicErrorMessage(error)}`}
      </Notice>
    );
  }
  // An empty response is null; before the first response it is undefined.
  if (currentData === null && !isFetching) {
    return (
      <Notice stage="failed" pagePostingId={pagePostingId}>
        No data found for this post.
      </Notice>
    );
  }
  return <Notice stage="waiting">Loading Post Preview...</Notice>;
}

/** The post as the platform shows it. Marks the page as ready when both images and the fonts are painted. */
function Post({ pagePostingId, preview }: { readonly pagePostingId: string; readonly preview: PreviewData }) {
  const navigate = useNavigate();
  const [avatarSettled, setAvatarSettled] = useState(false);
  const [flyerSettled, setFlyerSettled] = useState(false);
  usePageReady(avatarSettled && flyerSettled ? 'settled' : 'waiting', pagePostingId);
  return (
    <div className={styles.screen}>
      <PlatformNav preview={preview} onAvatarSettled={() => setAvatarSettled(true)} />
      <PostComposer preview={preview} onBack={() => navigate(-1)} onFlyerSettled={() => setFlyerSettled(true)} />
    </div>
  );
}

function Notice({ stage, pagePostingId, children, onRetry }: NoticeProps) {
  usePageReady(stage, pagePostingId);
  return (
    <main className={`u-line u-break u-gap12 ${styles.notice}`}>
      <h1 className="u-hidden u-flush">Post preview</h1>
      <p className="u-flush" role={stage === 'failed' ? 'alert' : 'status'}>
        {children}
      </p>
      {onRetry && (
        <button type="button" className={`u-strong u-size14 ${styles.retry}`} onClick={onRetry}>
          Retry
        </button>
      )}
    </main>
  );
}
