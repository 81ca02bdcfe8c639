import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { fromBase64 } from '../shared/base64.ts';
import type { PostToPrepare, Prepared } from '../shared/messages.ts';
import { createPost } from '../sites/createPost.ts';
import { isLoggedIn, readPage } from '../sites/readAccount.ts';
import { SiteProblem } from '../sites/SiteProblem.ts';
import { asProblem } from './asProblem.ts';
import { keepPrepared } from './press.ts';
import { checkAnswerStatus } from './readSiteState.ts';
import { structureOf } from './structure.ts';

const EXTENSION_OF: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** Fills in the new-post page. Does not press the button. */
export async function prepare(post: PostToPrepare, pack: SitePack): Promise<Prepared> {
  try {
    checkAnswerStatus();
    if (!(await isLoggedIn(pack, { mayDismiss: true }))) {
      throw new SiteProblem('logged_out', 'The creator site asks to log in. Log in again in this browser.');
    }
    const { creatorId, username } = await readPage(pack);
    if (creatorId !== post.creatorId) {
      throw new SiteProblem(
        'wrong_account',
        `The creator site is logged in as @${username}, which is another account.`,
      );
    }
    const prepared = await createPost(pack, {
      text: post.text,
      image: post.image && fileOf(post.image),
      scheduledFor: post.scheduledFor === null ? null : new Date(post.scheduledFor),
    });
    keepPrepared(post.postingId, prepared);
    return { problem: null, structure: null };
  } catch (error) {
    const problem = asProblem(error);
    return { problem, structure: problem.code === 'site_changed' ? structureOf(pack) : null };
  }
}

function fileOf({ base64, type }: { readonly base64: string; readonly type: string }): File {
  return new File([fromBase64(base64)], `flyer.${EXTENSION_OF[type] ?? 'jpg'}`, { type });
}
