import type { PreviewData } from '@flyerdeck/contracts/types';
import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { publicErrorMessage } from '../../data/apiError.ts';
import { useGetPreviewQuery } from '../../data/postings/postingsApi.ts';
import { PlatformNav } from './PlatformNav.tsx';
import { PostComposer } from './PostComposer.tsx';
import styles from './PreviewScreen.module.css';

import '../../ui/fonts.css';

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

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Waits for the fonts, then for two frames. Painting may load another font (for a missing glyph), so this repeats. */
async function whenPainted(): Promise<void> {
  do {
    await document.fonts.ready;
    await nextFrame();
    await nextFrame();
  } while (document.fonts.status === 'loading');
}

/** `waiting`: data or images are loading. `settled`: everything is in the document. `failed`: no post can be shown. */
type PageStage = 'waiting' | 'settled' | 'failed';

/** Sets `body[data-page-ready]` for the screenshot job (spec section 2): `true` when the post is painted, `error` when it failed. */
function usePageReady(stage: PageStage, pagePostingId = ''): void {
  useEffect(() => {
    const { dataset } = document.body;
    let outdated = false;
    const mark = (ready: 'true' | 'error') => {
      if (pagePostingId) dataset.pagePostingId = pagePostingId;
      dataset.pageReady = ready;
    };
    if (stage === 'failed') mark('error');
    if (stage === 'settled') {
      whenPainted().then(() => {
        if (!outdated) mark('true');
      });
    }
    return () => {
      outdated = true;
      delete dataset.pageReady;
      delete dataset.pagePostingId;
    };
  }, [stage, pagePostingId]);
}
