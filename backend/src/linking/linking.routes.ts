import { createLinkRequest, describeLinking, getLinkingData, verifyLinking } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { describeBrowser } from '../http/describeBrowser.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { logSecurityEvent } from '../http/requestLog.ts';
import { requestLink } from '../pages/devices.service.ts';
import { presentPage } from '../pages/page.presenter.ts';
import { presentLinkDescription, presentLinkingData, presentNewDevice } from './linking.presenter.ts';
import { findPendingLink, linkPage } from './linking.service.ts';

export function mountLinkingRoutes(endpoints: EndpointRouter, { hints }: AppContext): void {
  endpoints.mount(createLinkRequest, async ({ db, body, ctx }) => {
    const browser = describeBrowser(ctx.get('User-Agent'));
    return presentNewDevice(
      await requestLink(db, { page: body.page, extensionVersion: body.extension_version, browser }),
    );
  });

  endpoints.mount(getLinkingData, async ({ db, params }) =>
    presentLinkingData(await findPendingLink(db, params.token)),
  );

  endpoints.mount(describeLinking, async ({ db, user, body }) =>
    presentLinkDescription(await findPendingLink(db, body.token, user.id)),
  );

  endpoints.mountInTransaction(
    verifyLinking,
    async ({ db, user, body: { token, confirm_replace: confirmReplace = false }, ctx, afterCommit }) => {
      const page = await linkPage(db, { ownerId: user.id, token, confirmReplace });
      afterCommit(() => logSecurityEvent(ctx, 'page.linked', user.id));
      // An earlier device of the page polls and learns that it was replaced.
      afterCommit(() => hints.send({ kind: 'work', page: page.guid }));
      return { message: 'Page linked successfully!', page: presentPage(page) };
    },
  );
}
