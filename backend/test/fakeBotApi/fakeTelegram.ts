import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { FakePayments, type Invoice } from './payments.ts';

/** A Telegram user. Their private chat with the bot has the same id. */
export interface FakePerson {
  readonly id: number;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly language_code?: string;
}

export interface SentImage {
  readonly bytes: Buffer;
  readonly fileName?: string;
  readonly mimeType?: string;
  readonly caption?: string;
}

/** A message of the bot as the user sees it. */
export interface ReceivedMessage {
  readonly messageId: number;
  readonly kind: 'text' | 'photo' | 'document' | 'invoice';
  readonly text: string;
  readonly mediaGroupId: string | null;
  readonly bytes: Buffer | null;
  readonly fileName: string | null;
  readonly button: { readonly text: string; readonly url: string; readonly opensMiniApp: boolean } | null;
  /** Buttons that send a callback query. */
  readonly actions: readonly { readonly text: string; readonly data: string }[];
  readonly invoice?: Invoice;
}

export type FakeUpdate = { readonly update_id: number } & Record<string, unknown>;

interface StoredFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** The users, chats, files and unacknowledged updates behind the fake Bot API. */
export class FakeTelegram {
  // Numbers are never repeated, as with Telegram. They depend on the time, because the database outlives this
  // process.
  private nextUpdateId = Math.floor(Date.now() / 100);
  private nextMessageId = Math.floor(Date.now() / 1000);
  private readonly files = new Map<string, StoredFile>();
  private readonly received = new Map<number, ReceivedMessage[]>();
  private readonly known = new Set<number>();
  private readonly blockers = new Set<number>();
  private waiting: FakeUpdate[] = [];
  readonly payments = new FakePayments();
  /** Called after every new update. */
  onUpdate: () => void = () => undefined;

  // Actions of users.

  /** Opens the chat with the bot without sending a message. */
  meet(person: FakePerson): void {
    this.known.add(person.id);
  }

  sendText(from: FakePerson, text: string): FakeUpdate {
    const command = /^\/\w+(@\w+)?/.exec(text)?.[0];
    const entities = command ? [{ type: 'bot_command', offset: 0, length: command.length }] : undefined;
    return this.deliver(this.messageOf(from, { text, ...(entities ? { entities } : {}) }));
  }

  async sendPhoto(from: FakePerson, image: SentImage, mediaGroupId?: string): Promise<FakeUpdate> {
    return this.deliver(await this.photoMessage(from, image, mediaGroupId));
  }

  async sendDocument(from: FakePerson, image: SentImage, mediaGroupId?: string): Promise<FakeUpdate> {
    return this.deliver(await this.documentMessage(from, image, mediaGroupId));
  }

  /** Sends an album: several messages with one media group id. `order` is the order of arrival, if it differs. */
  async sendAlbum(
    from: FakePerson,
    images: readonly SentImage[],
    { asDocuments = false, order }: { asDocuments?: boolean; order?: readonly number[] } = {},
  ): Promise<FakeUpdate[]> {
    const mediaGroupId = `13${this.nextMessageId}`;
    const messages: Record<string, unknown>[] = [];
    for (const image of images) {
      messages.push(
        asDocuments
          ? await this.documentMessage(from, image, mediaGroupId)
          : await this.photoMessage(from, image, mediaGroupId),
      );
    }
    return (order ?? messages.map((_, index) => index)).map((index) => this.deliver(messages[index] ?? {}));
  }

  /** Sends an update with any message content. */
  sendMessage(from: FakePerson, message: Record<string, unknown>): FakeUpdate {
    return this.deliver(this.messageOf(from, message));
  }

  /** Presses a button under a message of the bot. `chat` is another one than the private chat, such as a group. */
  press(from: FakePerson, data: string, chat: object = { id: from.id, type: 'private' }): FakeUpdate {
    this.known.add(from.id);
    const id = String(this.nextMessageId++);
    const message = { message_id: this.nextMessageId++, date: 0, chat };
    return this.deliver({ id, from: { is_bot: false, ...from }, chat_instance: '1', data, message }, 'callback_query');
  }

  /** Confirms an invoice, so that Telegram asks the bot. Returns the id of the question, which `payments.answers` has. */
  checkOut(from: FakePerson, { payload, stars }: Invoice, currency = 'XTR'): string {
    const id = String(this.nextMessageId++);
    const facts = { currency, total_amount: stars, invoice_payload: payload };
    this.deliver({ id, from: { is_bot: false, ...from }, ...facts }, 'pre_checkout_query');
    return id;
  }

  /** Telegram says that it has charged the Stars, or that it has given them back. */
  tellPayment(
    from: FakePerson,
    { payload, stars }: Invoice,
    chargeId: string,
    what: 'successful_payment' | 'refunded_payment' = 'successful_payment',
  ): FakeUpdate {
    this.payments.charges.set(chargeId, from.id);
    const facts = { currency: 'XTR', total_amount: stars, invoice_payload: payload };
    return this.sendMessage(from, { [what]: { ...facts, telegram_payment_charge_id: chargeId } });
  }

  blockBot(personId: number, blocked = true): void {
    if (blocked) this.blockers.add(personId);
    else this.blockers.delete(personId);
  }

  messagesTo(chatId: number): readonly ReceivedMessage[] {
    return this.received.get(chatId) ?? [];
  }

  // Used by the methods of the Bot API.

  isKnown = (chatId: number): boolean => this.known.has(chatId);
  isBlockedBy = (chatId: number): boolean => this.blockers.has(chatId);
  file = (fileId: string): StoredFile | null => this.files.get(fileId) ?? null;

  fileAt(path: string): Buffer | null {
    return [...this.files.values()].find((file) => file.path === path)?.bytes ?? null;
  }

  receive(chatId: number, messages: readonly Omit<ReceivedMessage, 'messageId'>[]): ReceivedMessage[] {
    const stored = messages.map((message) => ({ ...message, messageId: this.nextMessageId++ }));
    this.received.set(chatId, [...this.messagesTo(chatId), ...stored]);
    return stored;
  }

  /** Returns updates from `offset` on, and removes earlier ones, which this call acknowledges. */
  updatesFrom(offset: number, limit: number): FakeUpdate[] {
    if (offset > 0) this.waiting = this.waiting.filter(({ update_id }) => update_id >= offset);
    return this.waiting.slice(0, limit);
  }

  acknowledge(updateId: number): void {
    this.waiting = this.waiting.filter(({ update_id }) => update_id !== updateId);
  }

  private deliver(content: Record<string, unknown>, kind = 'message'): FakeUpdate {
    const update = { update_id: this.nextUpdateId++, [kind]: content };
    this.waiting.push(update);
    this.onUpdate();
    return update;
  }

  private messageOf(from: FakePerson, content: Record<string, unknown>): Record<string, unknown> {
    this.known.add(from.id);
    const { id, first_name, last_name, username } = from;
    return {
      message_id: this.nextMessageId++,
      from: { is_bot: false, ...from },
      chat: {
        id,
        first_name,
        ...(last_name ? { last_name } : {}),
        ...(username ? { username } : {}),
        type: 'private',
      },
      date: Math.floor(Date.now() / 1000),
      ...content,
    };
  }

  private async photoMessage(from: FakePerson, { bytes, caption }: SentImage, mediaGroupId?: string) {
    const { width, height } = await sharp(bytes).metadata();
    const large = this.keep(bytes, 'photos', 'jpg');
    const smallWidth = Math.min(90, Math.ceil(width / 2));
    const small = this.keep(await sharp(bytes).resize(smallWidth).jpeg().toBuffer(), 'photos', 'jpg');
    return this.messageOf(from, {
      photo: [
        { ...small, width: smallWidth, height: Math.max(1, Math.round((smallWidth * height) / width)) },
        { ...large, width, height },
      ],
      ...(caption ? { caption } : {}),
      ...(mediaGroupId ? { media_group_id: mediaGroupId } : {}),
    });
  }

  private async documentMessage(
    from: FakePerson,
    { bytes, caption, fileName = 'image.png', mimeType = 'image/png' }: SentImage,
    mediaGroupId?: string,
  ) {
    const file = this.keep(bytes, 'documents', fileName.split('.').at(-1) ?? 'bin');
    return this.messageOf(from, {
      document: { ...file, file_name: fileName, mime_type: mimeType },
      ...(caption ? { caption } : {}),
      ...(mediaGroupId ? { media_group_id: mediaGroupId } : {}),
    });
  }

  private keep(bytes: Buffer, folder: string, extension: string) {
    const number = this.files.size + 1;
    const uniqueId = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const fileId = `AgAC${uniqueId}-${number}`;
    this.files.set(fileId, { path: `${folder}/file_${number}.${extension}`, bytes });
    return { file_id: fileId, file_unique_id: uniqueId, file_size: bytes.length };
  }
}
