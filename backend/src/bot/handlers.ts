import {
  MAX_ASSISTANTS_PER_USER,
  MAX_NAME_LENGTH,
  PAGE_DAY_CREDITS,
  PAGE_DAY_HOURS,
  WELCOME_BONUS_CREDITS,
} from '@flyerdeck/contracts';
import { Composer } from 'grammy';
import { createAssistant, isTooManyAssistants } from '../assistants/assistants.service.ts';
import { countQueue, findQueueStatus } from '../queue/queue.query.ts';
import { assistantPath } from './appLink.ts';
import type { BotContext } from './botContext.ts';
import { flyerPartOf, isSoleMessage } from './flyerPart.ts';
import { keepFlyerPart } from './flyerParts.query.ts';

/** What the bot does for each kind of message. */
export const handlers = new Composer<BotContext>();

// A group has no user account.
const privateChats = handlers.chatType('private');

privateChats.use(async (ctx, next) => {
  if (ctx.user.isActive) return next();
  // Once for all messages of an album.
  const part = ctx.message && flyerPartOf(ctx.message);
  const album = part && !isSoleMessage(part.album) ? part.album : null;
  await ctx.say({ text: ctx.messages.deactivated }, album ? `deactivated:${ctx.chatId}:${album}` : undefined);
});

privateChats.command('start', async ({ appLink, credits, from, isNewUser, messages, say }) => {
  const text = messages.start({ name: from?.first_name ?? '', credits });
  const greeting = isNewUser ? `${messages.welcomeBonus(WELCOME_BONUS_CREDITS)}\n${text}` : text;
  await say(appLink(greeting, messages));
});

privateChats.command('help', ({ appLink, messages, say }) => say(appLink(messages.help, messages)));

privateChats.command('new', async ({ appLink, db, match, messages, msg, say, user }) => {
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

privateChats.command('balance', ({ appLink, credits, messages, say }) =>
  say(
    appLink(
      messages.balance({ credits, feeCredits: PAGE_DAY_CREDITS, hours: PAGE_DAY_HOURS }),
      messages,
      '/?view=credits',
    ),
  ),
);

privateChats.command('queue', async ({ appLink, messages, db, say, user }) => {
  const [counts] = await countQueue(db, [user.id]);
  const [status] = await findQueueStatus(db, [user.id]);
  const facts = {
    isPosting: status?.is_posting_active ?? false,
    waiting: counts?.queue_count ?? 0,
    inProgress: counts?.in_progress_count ?? 0,
    completed: counts?.completed_count ?? 0,
    failed: counts?.failed_count ?? 0,
  };
  await say(appLink(messages.queue(facts), messages, '/?view=queue'));
});

privateChats.on('message', async (ctx) => {
  const part = flyerPartOf(ctx.message);
  if (part) return keepFlyerPart(ctx.db, { ...part, userId: ctx.user.id, update: ctx.update });
  await ctx.say({ text: ctx.messages.notUnderstood });
});

/** 2026-11-21: the day of the message, not the day on which it is handled. */
export const dayOf = (unixSeconds: number) => new Date(unixSeconds * 1000).toISOString().slice(0, 10);
