import { createLinkRequest, describeLinking, getLinkingData, verifyLinking } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { describeBrowser } from '../http/describeBrowser.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { logSecurityEvent } from '../http/securityEvents.ts';
import { requestLink } from '../pages/devices.service.ts';
import { presentPage } from '../pages/page.presenter.ts';
import { describePendingLink, findPendingLink, linkPage } from './linking.service.ts';
import { presentLinkDescription, presentLinkingData, presentNewDevice } from './linkingData.presenter.ts';

export function mountLinkingRoutes(endpoints: EndpointRouter, { dataSource, pool }: AppContext): void {
  endpoints.mount(createLinkRequest, async ({ body, ctx }) => {
    const request = {
      page: body.page,
      extensionVersion: body.extension_version,
      browser: describeBrowser(ctx.get('User-Agent')),
    };
    return presentNewDevice(await requestLink(pool, request));
  });

  endpoints.mount(getLinkingData, async ({ params }) => presentLinkingData(await findPendingLink(pool, params.token)));

  endpoints.mount(describeLinking, async ({ user, body }) =>
    presentLinkDescription(await describePendingLink(pool, user.id, body.token)),
  );

  endpoints.mount(verifyLinking, async ({ user, body: { token, confirm_replace: confirmReplace = false }, ctx }) => {
    const page = await linkPage(dataSource, { ownerId: user.id, token, confirmReplace });
    logSecurityEvent(ctx, 'page.linked', user.id);
    return { message: 'Page linked successfully!', page: presentPage(page) };
  });
}
