import { createLinkRequest, describeLinking, getLinkingData, verifyLinking } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { browserOf } from '../http/browserOf.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { logSecurityEvent } from '../http/securityEvents.ts';
import { requestLink } from '../pages/devices.service.ts';
import { presentPage } from '../pages/page.presenter.ts';
import { describePendingLink, findPendingLink, linkPage } from './linking.service.ts';
import { presentLinkDescription, presentLinkingData, presentNewDevice } from './linkingData.presenter.ts';

export function mountLinkingRoutes(endpoints: EndpointRouter, { db }: AppContext): void {
  endpoints.mount(createLinkRequest, async ({ body, ctx }) => {
    const request = {
      page: body.page,
      extensionVersion: body.extension_version,
      browser: browserOf(ctx.get('User-Agent')),
    };
    return presentNewDevice(await requestLink(db, request));
  });

  endpoints.mount(getLinkingData, async ({ params }) => presentLinkingData(await findPendingLink(db, params.token)));

  endpoints.mount(describeLinking, async ({ user, body }) =>
    presentLinkDescription(await describePendingLink(db, user.id, body.token)),
  );

  endpoints.mount(verifyLinking, async ({ user, body: { token, confirm_replace: confirmReplace = false }, ctx }) => {
    const page = await linkPage(db, { ownerId: user.id, token, confirmReplace });
    logSecurityEvent(ctx, 'page.linked', user.id);
    return { message: 'Page linked successfully!', page: presentPage(page) };
  });
}
