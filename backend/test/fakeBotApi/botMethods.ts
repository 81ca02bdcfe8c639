import { badRequest } from './botApiError.ts';
import type { FakeTelegram } from './fakeTelegram.ts';
import { PAYMENT_METHODS } from './payments.ts';
import type { CallPayload } from './requestBody.ts';
import { SEND_METHODS } from './sendMethods.ts';
import type { UpdateFeed } from './updateFeed.ts';

const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;

export interface FakeBot {
  readonly telegram: FakeTelegram;
  readonly feed: UpdateFeed;
  readonly username: string;
  /** The commands set by setMyCommands, by language code; '' is the default. */
  readonly commands: Map<string, readonly { command: string; description: string }[]>;
}

/** Runs one method of the Bot API. Throws BotApiError. Returns undefined for an unknown method. */
export async function callMethod(bot: FakeBot, method: string, call: CallPayload): Promise<unknown> {
  const { telegram, feed } = bot;
  const { fields } = call;
  switch (method) {
    case 'getMe':
      return { id: 123456, is_bot: true, first_name: 'Flyerdeck', username: bot.username };
    case 'getUpdates':
      return feed.ask(Number(fields.offset ?? 0), Number(fields.limit ?? 100), Number(fields.timeout ?? 0));
    case 'setWebhook':
      feed.setWebhook(String(fields.url ?? ''), String(fields.secret_token ?? ''));
      return true;
    case 'deleteWebhook':
      feed.deleteWebhook();
      return true;
    case 'getWebhookInfo':
      return { url: feed.webhookUrl ?? '', pending_update_count: telegram.updatesFrom(0, 1_000).length };
    case 'setMyCommands':
      bot.commands.set(
        String(fields.language_code ?? ''),
        fields.commands as { command: string; description: string }[],
      );
      return true;
    case 'answerCallbackQuery':
      return true;
    case 'getFile':
      return getFile(telegram, String(fields.file_id ?? ''));
    default:
      return (SEND_METHODS[method] ?? PAYMENT_METHODS[method])?.(telegram, call);
  }
}

function getFile(telegram: FakeTelegram, fileId: string) {
  const file = telegram.file(fileId);
  if (!file) throw badRequest('wrong file_id or the file is temporarily unavailable');
  if (file.bytes.length > MAX_DOWNLOAD_BYTES) throw badRequest('file is too big');
  return { file_id: fileId, file_unique_id: fileId.slice(4, 20), file_size: file.bytes.length, file_path: file.path };
}
