import { type Claimed, deviceOf } from '../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import type { FakePerson } from '../../test/fakeBotApi/fakeTelegram.ts';
import type { BotTest } from './bot.testing.ts';

export interface BotScenario {
  readonly person: FakePerson;
  readonly ownerId: string;
  readonly assistantId: string;
  readonly pages: readonly BuiltPage[];
  /** Each page's device posts until the queue is empty. `outcome` decides how each posting ends. */
  post(outcome?: (claimed: Claimed, index: number) => 'posted' | 'failed'): Promise<void>;
}

/** A user of the bot who has added flyers to the queue, for the given number of pages. */
export async function buildBotScenario(
  bot: BotTest,
  { pages: pageCount = 1, flyers = 1, asFile = false, language = 'en', duplicate = false } = {},
): Promise<BotScenario> {
  const { db } = bot.context;
  const owner = await buildUser(db, { posting: true });
  await bot.rows('UPDATE users SET language = $2, credits_balance = 150 WHERE id = $1', [owner.id, language]);
  const person = bot.person({ id: Number(owner.telegramId) });
  bot.fake.telegram.meet(person);
  const pages: BuiltPage[] = [];
  for (let i = 0; i < pageCount; i++) {
    pages.push(await buildPage(db, owner.id, { name: `Page ${i + 1}`, paidHours: 24 }));
  }
  const { id: assistantId } = await buildQueuedAssistant(db, owner.id, {
    name: 'Promo',
    flyers: Array.from({ length: flyers }, (_, i) => `Flyer ${i + 1}`),
    pages,
    ...(duplicate ? { rules: { duplication_time_hours: 1 } } : {}),
  });
  await bot.rows('UPDATE assistants SET screenshot_as_file = $2 WHERE id = $1', [assistantId, asFile]);
  return {
    person,
    ownerId: owner.id,
    assistantId,
    pages,
    async post(outcome = () => 'posted') {
      let index = 0;
      for (const page of pages) {
        const device = deviceOf(db, page);
        for (;;) {
          const { claimed } = await device.poll();
          if (!claimed) break;
          if (outcome(claimed, index++) === 'failed') await device.failed(claimed);
          else {
            await device.submitting(claimed);
            await device.posted(claimed);
          }
        }
      }
    },
  };
}
