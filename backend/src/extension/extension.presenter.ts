import { EXTENSION_VERSION, type PollResponse } from '@flyerdeck/contracts';
import type { PollOutcome } from './extension.service.ts';

/** `baseUrl` is the start of the image's URL: PUBLIC_URL, or without it the origin of the device's own request. */
export function presentPoll(outcome: PollOutcome, baseUrl: string): PollResponse {
  const { claimed } = outcome;
  return {
    page: outcome.page,
    posting: claimed && {
      id: claimed.id,
      claim_token: claimed.claimToken,
      text: claimed.description,
      image_url: claimed.file_id && `${baseUrl}/api/get_image/${claimed.file_id}`,
      scheduled_for: claimed.scheduled_for?.toISOString() ?? null,
      lease_expires_at: claimed.lease_expires_at.toISOString(),
      attempt: claimed.attempt,
    },
    wait_reason: outcome.waitReason,
    wait_until: outcome.waitUntil?.toISOString() ?? null,
    await_hint: outcome.awaitsHint,
    next_poll_seconds: outcome.nextPollSeconds,
    site_pack_version: outcome.sitePackVersion,
    latest_extension_version: EXTENSION_VERSION,
  };
}
