import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { FakeBot } from './botMethods.ts';
import type { FakePerson, SentImage } from './fakeTelegram.ts';
import type { FaultPlan, Faults } from './faults.ts';

interface ControlImage {
  readonly base64: string;
  readonly caption?: string;
  readonly file_name?: string;
  readonly mime_type?: string;
}

interface ControlBody {
  readonly from: FakePerson;
  readonly text?: string;
  readonly pictures?: readonly ControlImage[];
  readonly as_documents?: boolean;
  readonly plan?: FaultPlan;
  readonly deliver_to?: string;
  readonly blocked?: boolean;
}

/**
 * Simulates Telegram users for another process:
 * POST message {from, text}, album {from, pictures: [{base64, caption?}], as_documents?} (one picture is sent without
 * an album), block {from, blocked?}, fault {plan}, no-faults {}, deliver-to {deliver_to}.
 * GET chats/ID returns the messages that the bot sent to this chat, with files as base64.
 */
export async function answerControl(
  { bot, faults }: { bot: FakeBot; faults: Faults },
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const { telegram, feed } = bot;
  const reply = (status: number, body: unknown) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  const chat = /^chats\/(\d+)$/.exec(path)?.[1];
  if (request.method === 'GET' && chat) {
    const messages = telegram.messagesTo(Number(chat));
    return reply(
      200,
      messages.map(({ bytes, ...message }) => ({ ...message, base64: bytes?.toString('base64') ?? null })),
    );
  }
  if (request.method !== 'POST') return reply(404, {});
  const body = (await json(request)) as ControlBody;
  switch (path) {
    case 'message':
      return reply(200, telegram.sendText(body.from, body.text ?? ''));
    case 'album': {
      const pictures = (body.pictures ?? []).map(imageOf);
      const [first, ...others] = pictures;
      if (!first) return reply(400, {});
      if (others.length > 0) {
        return reply(200, await telegram.sendAlbum(body.from, pictures, { asDocuments: body.as_documents ?? false }));
      }
      const send = body.as_documents ? telegram.sendDocument : telegram.sendPhoto;
      return reply(200, await send.call(telegram, body.from, first));
    }
    case 'block':
      telegram.blockBot(body.from.id, body.blocked ?? true);
      return reply(200, {});
    case 'fault':
      if (body.plan) faults.plan(body.plan);
      return reply(200, {});
    case 'no-faults':
      faults.clear();
      return reply(200, {});
    case 'deliver-to':
      feed.deliverTo = body.deliver_to ?? null;
      return reply(200, {});
    default:
      return reply(404, {});
  }
}

const imageOf = ({ base64, caption, file_name, mime_type }: ControlImage): SentImage => ({
  bytes: Buffer.from(base64, 'base64'),
  ...(caption ? { caption } : {}),
  ...(file_name ? { fileName: file_name } : {}),
  ...(mime_type ? { mimeType: mime_type } : {}),
});
