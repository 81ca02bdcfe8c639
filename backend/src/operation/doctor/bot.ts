import { webhookUrl } from '../../bot/inbox/webhook.routes.ts';
import type { Config } from '../../config.ts';
import { ANSWER_WITHIN_MS, reasonOf } from './check.ts';

const HOUR_SECONDS = 3_600;

interface Answer {
  readonly ok?: boolean;
  readonly error_code?: number;
  readonly description?: string;
  readonly result?: {
    readonly username?: string;
    readonly url?: string;
    readonly last_error_date?: number;
    readonly last_error_message?: string;
  };
}

export async function findBotFaults(config: Config, withWebhook: boolean): Promise<string[]> {
  const { botToken, botUsername, telegramApiRoot } = config;
  if (botToken === null) return [];
  // No error message of fetch is shown, because the address contains the token.
  const call = async (method: string) => {
    const response = await fetch(`${telegramApiRoot}/bot${botToken}/${method}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return (await response.json().catch(() => ({}))) as Answer;
  };
  try {
    const { ok, error_code, description, result } = await call('getMe');
    if (error_code === 401 || error_code === 404) {
      return [`Telegram refuses BOT_TOKEN (${error_code} ${description}): set the token that @BotFather shows.`];
    }
    if (!ok) return [`${telegramApiRoot} does not answer like a Bot API server: check TELEGRAM_API_ROOT.`];
    const name = result?.username ?? '';
    const faults: string[] = [];
    if (botUsername === null) faults.push(`BOT_USERNAME is not set, and the website needs it: set it to ${name}.`);
    else if (botUsername.toLowerCase() !== name.toLowerCase()) {
      faults.push(`BOT_USERNAME is ${botUsername}, but the bot of BOT_TOKEN is ${name}.`);
    }
    return withWebhook ? [...faults, ...findWebhookFaults(config, await call('getWebhookInfo'))] : faults;
  } catch (error) {
    return [`Telegram cannot be reached at ${telegramApiRoot} (${reasonOf(error)}).`];
  }
}

function findWebhookFaults(config: Config, { result }: Answer): string[] {
  const url = webhookUrl(config);
  // Without https the bot polls, and removes a webhook itself.
  if (url === null) return [];
  if (result?.url !== url)
    return ['Telegram does not deliver to PUBLIC_URL: is the process with the bot role running?'];
  const { last_error_date = 0, last_error_message } = result;
  if (Date.now() / 1000 - last_error_date > HOUR_SECONDS) return [];
  return [`Telegram could not deliver to PUBLIC_URL: ${last_error_message}.`];
}
