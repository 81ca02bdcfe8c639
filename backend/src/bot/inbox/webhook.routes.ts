import { createHmac, timingSafeEqual } from 'node:crypto';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { Config } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import { badRequest, unauthorized } from '../../server/http/errors.ts';
import { jsonBodyReader } from '../../server/http/jsonBody.ts';
import { clientAddress } from '../../server/security/clientAddress.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { createCheckout } from '../payments/checkout.ts';
import { isUpdate, storeUpdates } from './updates.query.ts';

export const WEBHOOK_PATH = '/api/telegram/webhook';

/** Telegram delivers only to https addresses. Null for others: then the bot polls. */
export const webhookUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>): string | null =>
  publicUrl?.startsWith('https://') ? `${publicUrl}${WEBHOOK_PATH}` : null;

/** Derived from the bot token, so that all processes have the same secret without a setting. */
export const webhookSecret = (botToken: string): string =>
  createHmac('sha256', botToken).update('flyerdeck webhook').digest('hex');

const isWebhookSecret = (botToken: string, given: string): boolean =>
  timingSafeEqual(hashSecret(webhookSecret(botToken)), hashSecret(given));

/** Texts are small, but a message with its reply and all entities of both is not. */
const MAX_UPDATE_BYTES = 1_000_000;

/** Without a contract, because Telegram defines the body and is the only caller. After an answer other than 200 it delivers the update again. */
export function webhookRoutes(app: Pick<AppContext, 'config' | 'limits' | 'db' | 'logger'>): Router {
  const { config, limits, db } = app;
  const router = new Router();
  const { botToken } = config;
  if (botToken === null || webhookUrl(config) === null) return router;
  const answerCheckout = createCheckout(app, botToken);
  const readBody = jsonBodyReader(MAX_UPDATE_BYTES);
  router.post(WEBHOOK_PATH, async (ctx: Context) => {
    ctx.state.route = WEBHOOK_PATH;
    if (!isWebhookSecret(botToken, ctx.get('X-Telegram-Bot-Api-Secret-Token'))) {
      await limits.refused_credential.consume(clientAddress(ctx));
      throw unauthorized('webhook.unauthorized', 'Only Telegram may call this.');
    }
    const update = await readBody(ctx);
    if (!isUpdate(update)) throw badRequest('invalid_request', 'The body is not an update.');
    await Promise.all([answerCheckout(update), storeUpdates(db, [update])]);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true };
  });
  return router;
}
