import { eventually } from '../../../test/eventually.ts';
import type { FakePerson } from '../../../test/fakeBotApi/fakeTelegram.ts';
import type { BotTest } from '../bot.testing.ts';
import { queueMessages } from './outbox.ts';

interface OutboxRow {
  readonly state: string;
  readonly tries: number;
  readonly in_doubt: boolean;
  readonly error: string | null;
}

export const numbered = (count: number) => Array.from({ length: count }, (_, index) => `message ${index + 1}`);

/** Adds texts to the outbox and reads their state. */
export function useOutbox(bot: BotTest) {
  const outboxOf = ({ id }: FakePerson) =>
    bot.rows<OutboxRow>('SELECT state, tries, in_doubt, error FROM bot_messages WHERE chat_id = $1 ORDER BY id', [
      String(id),
    ]);
  return {
    outboxOf,
    newPerson() {
      const person = bot.person();
      bot.fake.telegram.meet(person);
      return person;
    },
    queueTexts: (person: FakePerson, texts: readonly string[]) =>
      bot.context.db.transaction((manager) =>
        queueMessages(
          manager,
          String(person.id),
          texts.map((text) => ({ payload: { kind: 'text', text } })),
        ),
      ),
    waitUntilSent: (person: FakePerson) =>
      eventually(
        () => outboxOf(person),
        (rows) => rows.every(({ state }) => state === 'sent'),
        40_000,
      ),
  };
}
