import {
  EXTENSION_VERSION,
  type PollResponse,
  pollDevice as pollDeviceEndpoint,
  reportFailed,
  reportHeartbeat,
  reportPosted,
  reportSubmitting,
} from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import type { EndpointRequest, EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { createDeviceCalls, type PollOutcome, pollDevice, type Report, reportPosting } from './extension.service.ts';

/** `baseUrl`: PUBLIC_URL, or without it the origin of the device's own request. */
function presentPoll(outcome: PollOutcome, baseUrl: string): PollResponse {
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

type ReportRequest = Pick<EndpointRequest<typeof reportHeartbeat>, 'params' | 'deviceSecretHash'> & {
  readonly body: { readonly claim_token: string };
};

export function mountExtensionRoutes(endpoints: EndpointRouter, { config, hints, deviceDb }: AppContext): void {
  const calls = createDeviceCalls(deviceDb);
  endpoints.mount(pollDeviceEndpoint, async ({ body, deviceSecretHash, ctx }) => {
    const outcome = await pollDevice(calls, deviceSecretHash, body ?? {}, config);
    return presentPoll(outcome, config.publicUrl ?? `${ctx.protocol}://${ctx.host}`);
  });

  const report = async ({ params, body, deviceSecretHash: secretHash }: ReportRequest, what: Report) => {
    const claim = { secretHash, postingId: params.id, claimToken: body.claim_token, leaseSeconds: config.leaseSeconds };
    const result = await reportPosting(calls, claim, what);
    if (what.kind === 'posted') hints.send({ kind: 'screenshots' });
    return { status: result.status, lease_expires_at: result.leaseExpiresAt?.toISOString() ?? null };
  };
  endpoints.mount(reportSubmitting, (request) => report(request, { kind: 'submitting' }));
  endpoints.mount(reportHeartbeat, (request) => report(request, { kind: 'heartbeat' }));
  endpoints.mount(reportPosted, (request) => {
    const { external_post_id: externalPostId = null, posted_at } = request.body;
    return report(request, { kind: 'posted', externalPostId, postedAt: posted_at ? new Date(posted_at) : null });
  });
  endpoints.mount(reportFailed, (request) => {
    const { message, code = 'device', retry_after_seconds: retryAfterSeconds } = request.body;
    const otherCreatorId = request.body.other_creator_id;
    return report(request, { kind: 'failed', message, code, retryAfterSeconds, otherCreatorId });
  });
}
