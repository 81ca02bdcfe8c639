import '../../ui/fonts.css';
import { skipToken } from '@reduxjs/toolkit/query';
import { useParams } from 'react-router-dom';
import { publicErrorMessage } from '../../data/apiError.ts';
import { useGetPreviewQuery } from '../../data/postings/postingsApi.ts';
import { PreviewNotice } from './PreviewNotice.tsx';
import { PreviewPost } from './PreviewPost.tsx';

/** The public preview of a posting, and what its picture is taken from (spec section 2, Screenshot preview). */
export default function PreviewScreen() {
  const pagePostingId = useParams().pagePostingId?.trim();
  const { currentData, error, isFetching, refetch } = useGetPreviewQuery(pagePostingId ? { pagePostingId } : skipToken);

  if (!pagePostingId) return <PreviewNotice stage="failed">Missing pagePostingId in URL.</PreviewNotice>;
  if (currentData) return <PreviewPost key={pagePostingId} preview={currentData} />;
  if (error && !isFetching) {
    return (
      <PreviewNotice stage="failed" onRetry={refetch}>
        {`Error loading preview: ${publicErrorMessage(error)}`}
      </PreviewNotice>
    );
  }
  // An empty answer is null; before the first answer there is nothing at all.
  if (currentData === null && !isFetching) {
    return <PreviewNotice stage="failed">No data found for this post.</PreviewNotice>;
  }
  return <PreviewNotice stage="waiting">Loading Post Preview...</PreviewNotice>;
}
