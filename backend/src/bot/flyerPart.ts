import type { Message } from 'grammy/types';

/** A message with a file that may become a flyer. */
export interface FlyerPart {
  /** The album that the message belongs to, or this message alone. */
  readonly album: string;
  readonly caption: string;
  /** Null when it is not a picture. */
  readonly fileId: string | null;
  readonly fileSize: number | null;
}

/** Null for a message without a file. Videos and others are parts too: an album may contain them, and they are refused. */
export function flyerPartOf(message: Message): FlyerPart | null {
  const file = fileOf(message);
  if (!file) return null;
  return {
    album: message.media_group_id ? `album:${message.media_group_id}` : `message:${message.message_id}`,
    caption: message.caption ?? '',
    fileId: file.isPicture ? file.file_id : null,
    fileSize: file.file_size ?? null,
  };
}

type SentFile = { readonly file_id: string; readonly file_size?: number; readonly isPicture: boolean };

function fileOf({ photo, animation, document, video, audio, voice, video_note }: Message): SentFile | null {
  if (photo) {
    const largest = photo.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
    return { ...largest, isPicture: true };
  }
  // Telegram turns GIFs into videos, and adds 'document' for older programs.
  if (animation) return { ...animation, isPicture: animation.mime_type === 'image/gif' };
  // Some senders give no type: then the bytes decide.
  if (document) return { ...document, isPicture: document.mime_type?.startsWith('image/') ?? true };
  const other = video ?? audio ?? voice ?? video_note;
  return other ? { ...other, isPicture: false } : null;
}

export const isSoleMessage = (album: string) => album.startsWith('message:');
