import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { listenForRecorder } from '../record/watchPerson.ts';
import { type AnswerTo, fromBase64, type PostToPrepare, type Prepared, type ToContent } from '../shared/messages.ts';
import { postedHere } from '../sites/answer.ts';
import { Composer } from '../sites/Composer.ts';
import { preparePost } from '../sites/preparePost.ts';
import { probeComposer } from '../sites/probeComposer.ts';
import { accountIn, wrongAccount } from '../sites/readAccount.ts';
import { siteChanged } from '../sites/site.ts';
import { giveInputFor } from '../sites/trustedInput.ts';
import { checkFeed } from './checkFeed.ts';
import { onPage, readSiteState } from './onPage.ts';
import { isPressedHere, keepPrepared, press, recall } from './press.ts';

async function answer(message: ToContent): Promise<AnswerTo[ToContent['kind']]> {
  if ('pack' in message) giveInputFor(message.pack);
  switch (message.kind) {
    case 'site_state':
      return readSiteState(message.pack, message);
    case 'prepare':
      return prepare(message.post, message.pack);
    case 'press':
      return press(message.postingId, message.beforeMs);
    case 'probe':
      return probe(message.pack);
    case 'feed':
      return checkFeed(message);
    case 'recall':
      return recall(message.postingId);
    case 'posted_here': {
      const isHere = isPressedHere(message.postingId);
      return {
        isPressedHere: isHere,
        externalPostId: isHere ? null : postedHere(message.pack),
        account: isHere ? null : accountIn(message.pack),
      };
    }
  }
}

chrome.runtime.onMessage.addListener((message: ToContent, sender, respond) => {
  // Only the extension can send messages here. Checked anyway, because everything here acts as the user.
  if (sender.id !== chrome.runtime.id) return false;
  // Without an answer the worker would wait until Chrome collects `respond`.
  void answer(message)
    .catch(() => null)
    .then(respond);
  return true;
});

listenForRecorder();

const prepare = (post: PostToPrepare, pack: SitePack): Promise<Prepared> =>
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

const probe = (pack: SitePack): Promise<Prepared> =>
  onPage(pack, async () => {
    const missing = await probeComposer(Composer.find(pack));
    if (missing.length > 0) throw siteChanged('A part of the new post', ...missing);
  });

function fileOf({ base64, type }: { readonly base64: string; readonly type: string }): File {
  // Some sites take each name once.
  return new File([fromBase64(base64)], `flyer-${Date.now()}.${/^image\/(png|webp|gif)$/.exec(type)?.[1] ?? 'jpg'}`, {
    type,
  });
}
