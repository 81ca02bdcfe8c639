import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import sharp from 'sharp';
import type { FakePerson, FakeTelegram, ReceivedMessage, SentImage } from './fakeBotApi/fakeTelegram.ts';

const HELP = `Type a text or a command of the bot (/start, /new NAME, /balance, /queue, /help), or paths of pictures:
  flyer.jpg                          a photo
  one.jpg two.png | Three free days  an album with its text
  file flyer.png                     the same as a file
Pictures that the bot sends are saved, and their paths printed. ? shows this, quit ends.`;

interface Terminal {
  readonly telegram: FakeTelegram;
  readonly person: FakePerson;
  readonly input: Readable;
  readonly output: Writable;
  /** Folder for the pictures that the bot sends. */
  readonly imagesFolder: string;
}

/** A chat with the bot in a terminal. Resolves at `quit` or when the input ends. */
export async function chatInTerminal({ telegram, person, input, output, imagesFolder }: Terminal): Promise<void> {
  const lines = createInterface({ input, output, prompt: 'you> ' });
  let isOpen = true;
  lines.once('close', () => {
    isOpen = false;
  });
  // The last lines are still handled when the input has ended. Node 24 throws for a prompt then.
  const prompt = (keepsCursor = false) => {
    if (isOpen) lines.prompt(keepsCursor);
  };
  const print = (text: string) => {
    output.write(`\r${text}\n`);
    prompt(true);
  };
  let printed: Promise<unknown> = Promise.resolve();
  telegram.onReceive = (chatId, messages) => {
    if (chatId !== person.id) return;
    printed = printed
      .then(async () => print((await describe(messages, imagesFolder)).join('\n')))
      .catch((error: unknown) => print(`A picture could not be saved: ${error}`));
  };
  print(HELP);
  for await (const line of lines) {
    const text = line.trim();
    if (text === 'quit') break;
    if (text === '?') print(HELP);
    else if (text !== '') await send(telegram, person, text).catch((error: Error) => print(error.message));
    prompt();
  }
  lines.close();
  telegram.onReceive = () => undefined;
  await printed;
}

async function send(telegram: FakeTelegram, person: FakePerson, line: string): Promise<void> {
  const asDocuments = line.startsWith('file ');
  const [paths = '', caption = ''] = (asDocuments ? line.slice('file '.length) : line).split(' | ');
  const images = await readImages(splitPaths(paths));
  if (!images) {
    telegram.sendText(person, line);
    return;
  }
  const [first, ...others] = images.map((image, index) => (index === 0 ? { ...image, caption } : image));
  if (!first) return;
  if (!asDocuments && !(await areAllImages(images))) {
    throw new Error('Telegram sends as photos only what it can open; `file` before the path sends any file.');
  }
  if (others.length > 0) await telegram.sendAlbum(person, [first, ...others], { asDocuments });
  else if (asDocuments) await telegram.sendDocument(person, first);
  else await telegram.sendPhoto(person, first);
}

/** Telegram's app can send a file as a photo only if it can open it. */
const areAllImages = async (images: readonly SentImage[]): Promise<boolean> => {
  const opened = await Promise.allSettled(images.map(({ bytes }) => sharp(bytes).stats()));
  return opened.every(({ status }) => status === 'fulfilled');
};

/** Splits at spaces. A path with spaces is quoted, as terminals do when a file is dropped on them. */
const splitPaths = (text: string) =>
  [...text.matchAll(/'([^']+)'|"([^"]+)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');

/** Null unless every path is a file. The line is then sent as a text. */
async function readImages(paths: readonly string[]): Promise<SentImage[] | null> {
  const areFiles = await Promise.all(
    paths.map((file) =>
      stat(file).then(
        (entry) => entry.isFile(),
        () => false,
      ),
    ),
  );
  if (paths.length === 0 || areFiles.includes(false)) return null;
  return Promise.all(
    paths.map(async (file) => ({
      bytes: await readFile(file),
      fileName: path.basename(file),
      mimeType: /\.(jpe?g|png|webp|gif)$/i.test(file) ? 'image/*' : 'application/octet-stream',
    })),
  );
}

async function describe(messages: readonly ReceivedMessage[], folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { kind, text, bytes, fileName, messageId, button } of messages) {
    if (bytes) {
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${messageId}-${path.basename(fileName ?? 'picture')}`);
      await writeFile(file, bytes);
      lines.push(`bot> [${kind}] ${text} ${file}`);
    } else lines.push(`bot> ${text.replaceAll('\n', '\n     ')}`);
    if (button) lines.push(`     [${button.text}] ${button.url}`);
  }
  return lines;
}
