import type { PreviewData } from '@flyerdeck/contracts/types';

/** For tests: a whole preview, of which a test names only what matters to it. */
export const buildPreview = (fields: Partial<PreviewData> = {}): PreviewData => ({
  pageAvatarBase64: null,
  pageAvatarUrl: '/api/get_image/avatar',
  notificationsCount: 0,
  messagesCount: 0,
  homeCount: 0,
  imageUrl: '/api/get_image/flyer',
  description: 'Weekend set is live',
  ...fields,
});
