import { listenForRecorder } from '../record/watchPerson.ts';
import type { AnswerTo, ToContent } from '../shared/messages.ts';
import { postedHere } from '../sites/answer.ts';
import { accountIn } from '../sites/otherAccount.ts';
import { giveInputFor } from '../sites/trustedInput.ts';
import { checkFeed } from './checkFeed.ts';
import { prepare, probe } from './prepare.ts';
import { isPressedHere, press, recall } from './press.ts';
import { readSiteState } from './readSiteState.ts';

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
