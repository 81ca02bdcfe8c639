import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { photo } from '../src/files/images.fixture.ts';
import { chatInTerminal } from './botTerminal.ts';
import { FakeTelegram } from './fakeBotApi/fakeTelegram.ts';

const person = { id: 5, first_name: 'Anna' };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-chat-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * Types the lines, then lets the bot send messages. Returns the updates that the bot would get, and the printed text.
 */
async function chat(lines: readonly string[], botSends: (telegram: FakeTelegram) => void = () => undefined) {
  const telegram = new FakeTelegram();
  const input = new PassThrough();
  const output = new PassThrough();
  const chatting = chatInTerminal({ telegram, person, input, output, imagesFolder: join(folder, 'got') });
  botSends(telegram);
  for (const line of lines) input.write(`${line}\n`);
  input.end();
  await chatting;
  const messages = telegram.updatesFrom(0, 100).map(({ message }) => message as Record<string, unknown>);
  return { messages, printed: String(output.read()) };
}

test('texts and commands are sent; `?` and `quit` are not', async () => {
  const { messages, printed } = await chat(['hello', '?', '/new Summer', 'quit', 'too late']);
  expect(messages).toMatchObject([
    { text: 'hello' },
    { text: '/new Summer', entities: [{ type: 'bot_command', length: 4 }] },
  ]);
  expect(printed.match(/paths of pictures/g)).toHaveLength(2);
});

test('paths are sent as a photo, as a file, and as an album with a caption on its first picture', async () => {
  const one = join(folder, 'one.jpg');
  const spaced = join(folder, 'with space.jpg');
  for (const file of [one, spaced]) await writeFile(file, await photo());
  const { messages } = await chat([one, `file ${one}`, `${one} '${spaced}' | Three free days`, `${one} missing.jpg`]);
  expect(messages).toMatchObject([
    { photo: expect.any(Array) },
    { document: { file_name: 'one.jpg', mime_type: 'image/*' } },
    { photo: expect.any(Array), caption: 'Three free days', media_group_id: expect.any(String) },
    { photo: expect.any(Array), media_group_id: messages[2]?.media_group_id },
    { text: `${one} missing.jpg` },
  ]);
});

test('a file that is no picture gives an error, and can be sent with `file`', async () => {
  const note = join(folder, 'note.jpg');
  await writeFile(note, 'hello');
  const { messages, printed } = await chat([note, `file ${note}`]);
  expect(messages).toMatchObject([{ document: { file_name: 'note.jpg' } }]);
  expect(printed).toContain('Telegram sends as photos only what it can open; `file` before the path sends any file.');
});

test("the bot's texts are printed, and its pictures are saved unchanged", async () => {
  const bytes = await photo();
  const empty = { mediaGroupId: null, actions: [], bytes: null, fileName: null, button: null };
  const { printed } = await chat([], (telegram) => {
    telegram.receive(5, [
      { ...empty, kind: 'text', text: 'Two\nlines', button: { text: 'Open', url: 'https://x', opensMiniApp: true } },
    ]);
    telegram.receive(5, [{ ...empty, kind: 'photo', text: 'Luna', bytes, fileName: '../post-1.jpg' }]);
    telegram.receive(6, [{ ...empty, kind: 'text', text: 'for another chat' }]);
  });
  expect(printed).toContain('bot> Two\n     lines\n     [Open] https://x\n');
  const file = /\[photo\] Luna (\S+)/.exec(printed)?.[1] ?? '';
  expect(file.startsWith(join(folder, 'got'))).toBe(true);
  expect(await readFile(file)).toEqual(bytes);
  expect(printed).not.toContain('another chat');
});
