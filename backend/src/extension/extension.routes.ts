import {
  type ParamsOf,
  type PollBody,
  pollDevice as pollDeviceEndpoint,
  reportFailed,
  reportHeartbeat,
  reportPosted,
  reportSubmitting,
} from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentPoll } from './extension.presenter.ts';
import { pollDevice, type Report, reportPosting } from './extension.service.ts';

export function mountExtensionRoutes(endpoints: EndpointRouter, { config, deviceDb, hints }: AppContext): void {
  endpoints.mount(pollDeviceEndpoint, async ({ body, deviceSecretHash, ctx }) => {
    const { counts, page, time_zone, extension_version, health }: PollBody = body ?? {};
    const outcome = await pollDevice(
      deviceDb,
      deviceSecretHash,
      {
        counts: counts ?? null,
        name: page?.name ?? null,
        username: page?.username ?? null,
        avatarUrl: page?.avatar_url ?? null,
        timeZone: time_zone ?? null,
        extensionVersion: extension_version ?? null,
        health: health ?? null,
      },
      config,
    );
    return presentPoll(outcome, config.publicUrl ?? `${ctx.protocol}://${ctx.host}`);
  });

  const report = async (
    params: ParamsOf<typeof reportPosted>,
    claimToken: string,
    secretHash: Buffer,
    what: Report,
  ) => {
    const result = await reportPosting(
      deviceDb,
      { secretHash, postingId: params.id, claimToken, leaseSeconds: config.leaseSeconds },
      what,
    );
    if (what.kind === 'posted') hints.send('screenshots');
    return { status: result.status, lease_expires_at: result.leaseExpiresAt?.toISOString() ?? null };
  };
  endpoints.mount(reportSubmitting, ({ params, body, deviceSecretHash }) =>
    report(params, body.claim_token, deviceSecretHash, { kind: 'submitting' }),
  );
  endpoints.mount(reportHeartbeat, ({ params, body, deviceSecretHash }) =>
    report(params, body.claim_token, deviceSecretHash, { kind: 'heartbeat' }),
  );
  endpoints.mount(reportPosted, ({ params, body, deviceSecretHash }) =>
    report(params, body.claim_token, deviceSecretHash, {
      kind: 'posted',
      externalPostId: body.external_post_id ?? null,
      postedAt: body.posted_at ? new Date(body.posted_at) : null,
    }),
  );
  endpoints.mount(reportFailed, ({ params, body, deviceSecretHash }) =>
    report(params, body.claim_token, deviceSecretHash, {
      kind: 'failed',
      message: body.message,
      code: body.code ?? 'device',
    }),
  );
}
