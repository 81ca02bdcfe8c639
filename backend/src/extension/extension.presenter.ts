import { EXTENSION_VERSION, type PollResponse } from '@flyerdeck/contracts';
import type { PollOutcome } from './extension.service.ts';

/** `baseUrl`: the server's public address, or the address of the device's request, so that the device can reach the image. */
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
    next_poll_seconds: outcome.nextPollSeconds,
    latest_extension_version: EXTENSION_VERSION,
  };
}
