import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { hashSecret } from '../http/secrets.ts';

export const WEBHOOK_PATH = '/api/telegram/webhook';

/** Telegram delivers only to https addresses. Null for others: then the bot polls. */
export const webhookUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>): string | null =>
  publicUrl?.startsWith('https://') ? `${publicUrl}${WEBHOOK_PATH}` : null;

/** Derived from the bot token, so that all processes have the same secret without a setting. */
export const webhookSecret = (botToken: string): string =>
  createHmac('sha256', botToken).update('flyerdeck webhook').digest('hex');

export const isWebhookSecret = (botToken: string, given: string): boolean =>
  timingSafeEqual(hashSecret(webhookSecret(botToken)), hashSecret(given));
