import type { Message } from 'grammy/types';

/** A message with a file that may become a flyer. */
export interface FlyerPart {
  /** The album that the message belongs to, or this message alone. */
  readonly album: string;
  readonly caption: string;
  /** Null when the file is not a picture. */
  readonly fileId: string | null;
  readonly fileSize: number | null;
}

/** Null for a message without a file. Other files, such as videos, are parts too: an album may contain them, and the answer refuses them. */
export function flyerPartOf(message: Message): FlyerPart | null {
  const file = fileOf(message);
  if (!file) return null;
  return {
    album: message.media_group_id ? `album:${message.media_group_id}` : `message:${message.message_id}`,
    caption: message.caption ?? '',
    fileId: file.isImage ? file.file_id : null,
    fileSize: file.file_size ?? null,
  };
}

type SentFile = { readonly file_id: string; readonly file_size?: number; readonly isImage: boolean };

function fileOf({ photo, animation, document, video, audio, voice, video_note }: Message): SentFile | null {
  if (photo) {
    const largest = photo.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
    return { ...largest, isImage: true };
  }
  // Telegram converts GIFs to videos. It also sets 'document', for older bots.
  if (animation) return { ...animation, isImage: animation.mime_type === 'image/gif' };
  // Some clients send no type. Then the type is read from the bytes.
  if (document) return { ...document, isImage: document.mime_type?.startsWith('image/') ?? true };
  const other = video ?? audio ?? voice ?? video_note;
  return other ? { ...other, isImage: false } : null;
}

export const isSoleMessage = (album: string) => album.startsWith('message:');
