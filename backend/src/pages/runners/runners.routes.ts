import {
  addRunnerPage,
  createRunner,
  endRunner,
  listRunners,
  pairRunner as pairRunnerEndpoint,
  readRunner,
  setAwakePages,
} from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { logSecurityEvent } from '../../server/security/requestLog.ts';
import {
  addPage,
  endRunnerOf,
  findWaitingRunner,
  listRunnersOf,
  pairRunner,
  readRunnerOf,
  registerRunner,
  setAwake,
} from './runners.service.ts';

export function mountRunnersRoutes(endpoints: EndpointRouter, { hints }: AppContext): void {
  endpoints.mount(createRunner, async ({ db, body }) => {
    const { code, secret, expiresAt } = await registerRunner(db, { hostName: body.host_name, version: body.version });
    return { pairing_code: code, secret, expires_at: expiresAt.toISOString() };
  });

  endpoints.mount(readRunner, async ({ db, deviceSecretHash }) => {
    const { isPaired, pages } = await readRunnerOf(db, deviceSecretHash);
    return { is_paired: isPaired, pages: [...pages] };
  });

  endpoints.mountInTransaction(
    addRunnerPage,
    async ({ db, deviceSecretHash, body: { token, confirm_replace: confirmReplace = false }, ctx, afterCommit }) => {
      const { ownerId, page } = await addPage(db, deviceSecretHash, { token, confirmReplace });
      afterCommit(() => logSecurityEvent(ctx, 'page.linked', ownerId));
      // An earlier device of the page polls and learns that it was replaced.
      afterCommit(() => hints.send({ kind: 'work', page: page.guid }));
      afterCommit(() => hints.send({ kind: 'changed', owner: ownerId, tags: ['Page', 'Runner'] }));
      const { guid, creator_id, name, username, health } = page;
      return { guid, creator_id, name, username, health };
    },
  );

  endpoints.mount(setAwakePages, async ({ db, deviceSecretHash, body }) => {
    const owner = await setAwake(db, deviceSecretHash, body.guids);
    if (owner !== null) hints.send({ kind: 'changed', owner, tags: ['Page', 'Runner'] });
  });

  endpoints.mount(listRunners, async ({ db, user }) => ({ runners: await listRunnersOf(db, [user.id]) }));

  endpoints.mountInTransaction(pairRunnerEndpoint, async ({ db, user, body, ctx, afterCommit }) => {
    const { pairing_code: code, confirm = false } = body;
    const { host_name, created_at } = confirm ? await pairRunner(db, user.id, code) : await findWaitingRunner(db, code);
    if (confirm) afterCommit(() => logSecurityEvent(ctx, 'runner.paired', user.id));
    return { host_name, asked_at: created_at.toISOString(), is_paired: confirm };
  });

  endpoints.mountInTransaction(endRunner, async ({ db, user, params, ctx, afterCommit }) => {
    await endRunnerOf(db, user.id, params.id);
    afterCommit(() => logSecurityEvent(ctx, 'runner.ended', user.id));
    afterCommit(() => hints.send({ kind: 'runner_ended', owner: user.id, runner: params.id }));
  });
}
