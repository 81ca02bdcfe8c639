import {
  MAX_ASSISTANTS_PER_USER,
  MAX_NAME_LENGTH,
  PAGE_DAY_CREDITS,
  PAGE_DAY_HOURS,
  WELCOME_BONUS_CREDITS,
} from '@flyerdeck/contracts';
import { Composer, type Context } from 'grammy';
import type { User } from '../../accounts/auth/user.entity.ts';
import { createAssistant, isTooManyAssistants } from '../../assistants/assistants.service.ts';
import type { Config } from '../../config.ts';
import { packagesForSale } from '../../credits/starPayments.ts';
import type { Db } from '../../database/statement.ts';
import { pauseSentence } from '../../postings/claim/claimPause.query.ts';
import { countQueue } from '../../postings/queue/queue.query.ts';
import type { Messages } from '../messages/en.ts';
import { paragraphs } from '../messages/wording.ts';
import { type AppLink, assistantPath, type InvoicePayload, type MessageText } from '../outbox/outbox.ts';
import { createInvoice } from '../payments/invoice.ts';
import { press } from './actions.ts';
import { flyerPartOf, isSoleMessage, storeFlyerPart } from './flyerParts.ts';
import { changeSettings, SETTINGS_DATA, settingsMessage } from './settings.ts';

/** Answers of `say` are sent after the commit. */
export interface BotContext extends Context {
  readonly db: Db;
  readonly user: User;
  readonly isNewUser: boolean;
  readonly messages: Messages;
  readonly appLink: AppLink;
  /** 0 means permanently. */
  readonly screenshotDays: number;
  readonly config: Pick<Config, 'botToken' | 'starsPrices' | 'supportTelegram'>;
  /** Only one answer is sent for each `dedupeKey`. */
  say(message: MessageText | InvoicePayload, dedupeKey?: string): Promise<void>;
}

export const handlers = new Composer<BotContext>();

handlers.use(async (ctx, next) => {
  if (ctx.user.isActive) return next();
  // An album gets one answer, not one for each of its messages.
  const part = ctx.message && flyerPartOf(ctx.message);
  const album = part && !isSoleMessage(part.album) ? part.album : null;
  await ctx.say({ text: ctx.messages.deactivated }, album ? `deactivated:${ctx.chatId}:${album}` : undefined);
});

handlers.command('start', async ({ appLink, from, isNewUser, messages, say, user }) => {
  const text = messages.start({ name: from?.first_name ?? '', credits: user.creditsBalance });
  const greeting = isNewUser ? `${messages.welcomeBonus(WELCOME_BONUS_CREDITS)}\n${text}` : text;
  await say(appLink(greeting, messages));
});

handlers.command('help', ({ appLink, config, messages, say }) =>
  say(appLink(paragraphs(messages.help, config.starsPrices !== null && messages.stars.help), messages)),
);

handlers.command('new', async ({ appLink, db, match, messages, msg, say, user }) => {
  const name = match.trim() || messages.newAssistantName(dayOf(msg.date));
  if (name.length > MAX_NAME_LENGTH) return say({ text: messages.nameTooLong(MAX_NAME_LENGTH) });
  try {
    const { id } = await createAssistant(db, user.id, name);
    await say(appLink(messages.created(name), messages, assistantPath(id)));
  } catch (error) {
    if (!isTooManyAssistants(error)) throw error;
    await say({ text: messages.tooManyAssistants(MAX_ASSISTANTS_PER_USER) });
  }
});

handlers.command('balance', ({ appLink, messages, say, user }) => {
  const facts = { credits: user.creditsBalance, feeCredits: PAGE_DAY_CREDITS, hours: PAGE_DAY_HOURS };
  return say(appLink(messages.balance(facts), messages, '/?view=credits'));
});

handlers.command('queue', async ({ appLink, messages, db, say, user }) => {
  const [counts] = await countQueue(db, [user.id]);
  const facts = {
    pausedForAll: await pauseSentence(db),
    isPosting: user.isPostingActive,
    waiting: counts?.queue_count ?? 0,
    inProgress: counts?.in_progress_count ?? 0,
    completed: counts?.completed_count ?? 0,
    failed: counts?.failed_count ?? 0,
  };
  await say(appLink(messages.queue(facts), messages, '/?view=queue'));
});

handlers.command('privacy', ({ appLink, messages, say, screenshotDays }) =>
  say(appLink(messages.privacy({ screenshotDays }), messages, '/?dialog=privacy')),
);

handlers.command('settings', async ({ db, messages, say, user }) => say(await settingsMessage(db, user.id, messages)));

const ofStars = handlers.filter(({ config }) => config.starsPrices !== null);

ofStars.command('buy', ({ config, messages, say }) =>
  say({
    text: messages.stars.choose,
    actions: packagesForSale(config).map(({ id, stars = 0, total_credits: credits }) => ({
      text: messages.stars.offer({ credits, stars }),
      data: `buy:${id}`,
    })),
  }),
);
ofStars.command('terms', ({ messages, say }) => say({ text: messages.stars.terms }));
ofStars.command('paysupport', ({ config, messages, say }) =>
  say({ text: messages.stars.support(config.supportTelegram) }),
);
ofStars.callbackQuery(/^buy:(\w+)$/, ({ config, match, messages, say, user }) =>
  say(createInvoice(config, user.telegramId, match[1] ?? '', messages) ?? { text: messages.pressed.over }),
);

handlers.callbackQuery(SETTINGS_DATA, async ({ callbackQuery, db, messages, say, user }) => {
  await changeSettings(db, user.id, callbackQuery.data);
  await say(await settingsMessage(db, user.id, messages));
});

handlers.on('callback_query:data', async ({ callbackQuery, db, messages, say, user }) => {
  await say({ text: messages.pressed[await press(db, user.id, callbackQuery.data)] });
});

// Telegram's note that the person has allowed messages in the mini app. Like each message, it was recorded by ensureUser.
handlers.on('message:write_access_allowed', () => undefined);

handlers.on('message', async (ctx) => {
  const part = flyerPartOf(ctx.message);
  if (part) return storeFlyerPart(ctx.db, { ...part, userId: ctx.user.id, update: ctx.update });
  await ctx.say({ text: ctx.messages.notUnderstood });
});

export const dayOf = (unixSeconds: number) => new Date(unixSeconds * 1000).toISOString().slice(0, 10);
