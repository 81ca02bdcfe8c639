import type { FeedCheck } from '@flyerdeck/contracts/types';
import type { Device, Posting } from '../shared/extensionStorage.ts';
import { packInUse } from '../shared/packInUse.ts';
import { getFeedChecks } from './productApi.ts';
import { readFeedOf } from './readFeedOf.ts';
import { serverNow } from './serverClock.ts';

/** The clocks of the site and of this machine differ, and the site may show minutes only. */
const SLACK_MS = 5 * 60_000;

/**
 * Whether the page's own feed shows a post that the site has refused. A scheduled one is not in the feed before its time, so there the
 * refusal alone counts.
 */
export async function findInFeed(
  device: Device,
  posting: Posting,
): Promise<{ readonly externalPostId: string } | 'absent' | 'unreadable'> {
  if (posting.scheduledFor !== null) return 'absent';
  try {
    const check: FeedCheck = {
      posting_id: posting.id,
      attempt: 1,
      kind: 'unconfirmed',
      text: posting.text,
      has_image: posting.imageUrl !== null,
      external_post_id: null,
      from: new Date(Date.parse(posting.claimedAt) - SLACK_MS).toISOString(),
      to: new Date((await serverNow()) + SLACK_MS).toISOString(),
    };
    const { known_post_ids: known } = await getFeedChecks(device.secret);
    const { verdicts } = await readFeedOf(device.page, await packInUse(), [check], known);
    const [verdict] = verdicts;
    if (verdict?.verdict === 'found') return { externalPostId: verdict.external_post_id };
    return verdict?.verdict ?? 'unreadable';
  } catch {
    return 'unreadable';
  }
}
