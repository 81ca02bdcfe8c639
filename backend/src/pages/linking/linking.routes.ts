import {
  createLinkRequest,
  describeLinking,
  getLinkingData,
  type LinkDescription,
  type LinkingData,
  type LinkRequestResponse,
  verifyLinking,
} from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { describeBrowser } from '../../server/security/describeBrowser.ts';
import { logSecurityEvent } from '../../server/security/requestLog.ts';
import { type NewDevice, requestLink } from '../devices.service.ts';
import { presentPage } from '../pages.query.ts';
import type { LinkDescriptionRow } from './linking.query.ts';
import { findPendingLink, linkPage } from './linking.service.ts';

const presentLinkingData = (row: LinkDescriptionRow): LinkingData => ({
  token_status: 'valid',
  expires_at: row.token_expires_at.toISOString(),
  extension_version: row.extension_version,
  pageData: row.requested_page,
});

const presentNewDevice = (device: NewDevice): LinkRequestResponse => ({
  linking_token: device.linkingToken,
  device_id: device.deviceId,
  device_secret: device.deviceSecret,
  expires_at: device.expiresAt.toISOString(),
});

const presentLinkDescription = (row: LinkDescriptionRow): LinkDescription => ({
  pageData: row.requested_page,
  expires_at: row.token_expires_at.toISOString(),
  device: {
    browser: row.browser,
    extension_version: row.extension_version,
    asked_at: row.created_at.toISOString(),
  },
  replaces:
    row.replaced_id === null
      ? null
      : {
          browser: row.replaced_browser,
          linked_at: row.replaced_linked_at.toISOString(),
          last_polled_at: row.replaced_polled_at?.toISOString() ?? null,
        },
});

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
