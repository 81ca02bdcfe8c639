import { createLinkRequest, getLinkingData, verifyLinking } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { logSecurityEvent } from '../http/securityEvents.ts';
import { presentPage } from '../pages/page.presenter.ts';
import { requestLink } from './devices.service.ts';
import { findPendingLink, linkPage } from './linking.service.ts';
import { presentLinkingData, presentNewDevice } from './linkingData.presenter.ts';

export function mountLinkingRoutes(endpoints: EndpointRouter, { dataSource, pool }: AppContext): void {
  endpoints.mount(createLinkRequest, async ({ body }) =>
    presentNewDevice(await requestLink(pool, { page: body.page, extensionVersion: body.extension_version })),
  );

  endpoints.mount(getLinkingData, async ({ params }) => presentLinkingData(await findPendingLink(pool, params.token)));

  endpoints.mount(verifyLinking, async ({ user, body, ctx }) => {
    const page = await linkPage(dataSource, user.id, body.token);
    logSecurityEvent(ctx, 'page.linked', user.id);
    return { message: 'Page linked successfully!', page: presentPage(page) };
  });
}
