import type { LinkDescription, LinkingData, LinkRequestResponse } from '@flyerdeck/contracts';
import type { NewDevice } from '../pages/devices.service.ts';
import type { LinkDescriptionRow } from './linking.query.ts';

export const presentLinkingData = (row: LinkDescriptionRow): LinkingData => ({
  token_status: 'valid',
  expires_at: row.token_expires_at.toISOString(),
  extension_version: row.extension_version,
  pageData: row.requested_page,
});

export const presentNewDevice = (device: NewDevice): LinkRequestResponse => ({
  linking_token: device.linkingToken,
  device_id: device.deviceId,
  device_secret: device.deviceSecret,
  expires_at: device.expiresAt.toISOString(),
});

export const presentLinkDescription = (row: LinkDescriptionRow): LinkDescription => ({
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
