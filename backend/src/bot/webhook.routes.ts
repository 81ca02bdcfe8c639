import Router from '@koa/router';
import type { Update } from 'grammy/types';
import type { Context } from 'koa';
import type { AppContext } from '../context.ts';
import { badRequest, unauthorized } from '../http/errors.ts';
import { storeUpdates } from './updates.query.ts';
import { isWebhookSecret, usesWebhook, WEBHOOK_PATH } from './webhook.ts';

/**
 * Where Telegram delivers updates. No contract describes it: the body is Telegram's, and nobody else may call. It is
 * answered once the update is kept; anything but a 200 makes Telegram deliver it again.
 */
export function webhookRoutes({ config, pool }: Pick<AppContext, 'config' | 'pool'>): Router {
  const router = new Router();
  const { botToken } = config;
  if (botToken === null || !usesWebhook(config)) return router;
  router.post(WEBHOOK_PATH, async (ctx: Context) => {
    ctx.state.route = WEBHOOK_PATH;
    if (!isWebhookSecret(botToken, ctx.get('X-Telegram-Bot-Api-Secret-Token'))) {
      throw unauthorized('webhook.unauthorized', 'Only Telegram may call this.');
    }
    const update = (ctx.request as { body?: unknown }).body;
    if (!isUpdate(update)) throw badRequest('invalid_request', 'This is no update.');
    await storeUpdates(pool, [update]);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true };
  });
  return router;
}

const isUpdate = (body: unknown): body is Update =>
  typeof body === 'object' && body !== null && Number.isSafeInteger((body as { update_id?: unknown }).update_id);
