import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { fromBase64, type PostToPrepare, type Prepared } from '../shared/messages.ts';
import { Composer } from '../sites/Composer.ts';
import { wrongAccount } from '../sites/otherAccount.ts';
import { preparePost } from '../sites/preparePost.ts';
import { probeComposer } from '../sites/probeComposer.ts';
import { siteChanged } from '../sites/SiteProblem.ts';
import { onPage } from './onPage.ts';
import { keepPrepared } from './press.ts';

const EXTENSION_OF: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** Does not press the button. */
export const prepare = (post: PostToPrepare, pack: SitePack): Promise<Prepared> =>
  onPage(pack, async ({ creatorId, username }) => {
    if (creatorId !== post.creatorId) throw wrongAccount({ username });
    const prepared = await preparePost(pack, {
      creatorId,
      text: post.text,
      image: post.image && fileOf(post.image),
      scheduledFor: post.scheduledFor === null ? null : new Date(post.scheduledFor),
    });
    keepPrepared(post.postingId, prepared);
  });

/** Types nothing and presses only what opens popups. */
export const probe = (pack: SitePack): Promise<Prepared> =>
  onPage(pack, async () => {
    const missing = await probeComposer(Composer.find(pack));
    if (missing.length > 0) throw siteChanged('A part of the new post', ...missing);
  });

function fileOf({ base64, type }: { readonly base64: string; readonly type: string }): File {
  // Some sites take each name once.
  return new File([fromBase64(base64)], `flyer-${Date.now()}.${EXTENSION_OF[type] ?? 'jpg'}`, { type });
}
