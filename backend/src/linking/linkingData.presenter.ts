import type { LinkingData, LinkRequestResponse } from '@flyerdeck/contracts';
import type { NewDevice } from './devices.service.ts';
import type { PendingLink } from './linking.service.ts';

export const presentLinkingData = (link: PendingLink): LinkingData => ({
  token_status: 'valid',
  expires_at: link.expiresAt.toISOString(),
  extension_version: link.extensionVersion,
  pageData: link.page,
});

export const presentNewDevice = (device: NewDevice): LinkRequestResponse => ({
  linking_token: device.linkingToken,
  device_id: device.deviceId,
  device_secret: device.deviceSecret,
  expires_at: device.expiresAt.toISOString(),
});
