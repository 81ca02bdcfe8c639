import { createLinkRequest, describeLinking, getLinkingData, verifyLinking } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { browserOf } from '../http/browserOf.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentPage } from '../pages/page.presenter.ts';
import { requestLink } from './devices.service.ts';
import { describePendingLink, findPendingLink, linkPage } from './linking.service.ts';
import { presentLinkDescription, presentLinkingData, presentNewDevice } from './linkingData.presenter.ts';

export function mountLinkingRoutes(endpoints: EndpointRouter, { dataSource, limits, pool }: AppContext): void {
  endpoints.mount(createLinkRequest, async ({ body, address, ctx }) => {
    await limits.linkRequests.consume(address);
    const request = {
      page: body.page,
      extensionVersion: body.extension_version,
      browser: browserOf(ctx.get('User-Agent')),
    };
    return presentNewDevice(await requestLink(pool, request));
  });

  endpoints.mount(getLinkingData, async ({ params }) => presentLinkingData(await findPendingLink(pool, params.token)));

  endpoints.mount(describeLinking, async ({ user, body }) => {
    await limits.linkDescriptions.consume(user.id);
    return presentLinkDescription(await describePendingLink(pool, user.id, body.token));
  });

  endpoints.mount(verifyLinking, async ({ user, body: { token, confirm_replace: confirmReplace = false } }) => ({
    message: 'Page linked successfully!',
    page: presentPage(await linkPage(dataSource, { ownerId: user.id, token, confirmReplace })),
  }));
}
