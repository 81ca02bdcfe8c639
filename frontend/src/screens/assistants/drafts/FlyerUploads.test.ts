import type { Task } from '@flyerdeck/contracts/types';
import { buildTask } from '../testing/assistantFixtures.ts';
import { FlyerUploads } from './FlyerUploads.ts';

interface Upload {
  readonly name: string;
  readonly description: string;
  readonly onProgress: (sent: number) => void;
  readonly answer: (task: Task) => Promise<void>;
  readonly refuse: (error: unknown) => Promise<void>;
}

const image = (name: string, type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type });

function buildUploads() {
  const sent: Upload[] = [];
  const lateTexts: [string, string][] = [];
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
  const uploads = new FlyerUploads({
    upload: (file, description, onProgress) =>
      new Promise((resolve, reject) => {
        sent.push({
          name: file.name,
          description,
          onProgress,
          answer: (task) => {
            resolve(task);
            return settled();
          },
          refuse: (error) => {
            reject(error);
            return settled();
          },
        });
      }),
    onTextChangedMeanwhile: (task, description) => lateTexts.push([task._id, description]),
  });
  const upload = (place: number): Upload => {
    const found = sent[place];
    if (!found) throw new Error(`There was no upload number ${place}`);
    return found;
  };
  return { uploads, sent, upload, lateTexts };
}

const phases = (uploads: FlyerUploads) => uploads.getState().pending.map(({ fileName, phase }) => [fileName, phase]);
const keyOf = (uploads: FlyerUploads, place: number) => uploads.getState().pending[place]?.key ?? 'none';

describe('FlyerUploads', () => {
  const released: string[] = [];
  beforeAll(() => {
    let urls = 0;
    URL.createObjectURL = () => `blob:${++urls}`;
    URL.revokeObjectURL = (url) => released.push(url);
  });

  it('shows every file at once and uploads one after another, in order', async () => {
    const { uploads, sent, upload } = buildUploads();
    uploads.add([image('a.png'), image('b.png')]);
    expect(phases(uploads)).toEqual([
      ['a.png', 'uploading'],
      ['b.png', 'waiting'],
    ]);
    expect(uploads.getState().pending.every(({ previewUrl }) => previewUrl.startsWith('blob:'))).toBe(true);
    expect(sent.map(({ name }) => name)).toEqual(['a.png']);
    await upload(0).answer(buildTask({ _id: 't1' }));
    expect(sent.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    expect(phases(uploads)).toEqual([['b.png', 'uploading']]);
  });

  it('says in whole percents how much of a flyer has left, and nothing where that did not change', () => {
    const { uploads, upload } = buildUploads();
    uploads.add([image('a.png'), image('b.png')]);
    const percents: (number | undefined)[] = [];
    uploads.subscribe(() => percents.push(uploads.getState().pending[0]?.percent));
    for (const sent of [0.001, 0.414, 0.418, 1]) upload(0).onProgress(sent);
    expect(percents).toEqual([41, 100]);
    expect(uploads.getState().pending[1]?.percent).toBe(0);
  });

  it('sends the text written before a flyer left, and reports one written after', async () => {
    const { uploads, upload, lateTexts } = buildUploads();
    uploads.add([image('a.png'), image('b.png')]);
    uploads.describe(keyOf(uploads, 0), 'late');
    uploads.describe(keyOf(uploads, 1), 'early');
    await upload(0).answer(buildTask({ _id: 't1' }));
    await upload(1).answer(buildTask({ _id: 't2' }));
    expect(upload(1).description).toBe('early');
    expect(lateTexts).toEqual([['t1', 'late']]);
  });

  it('goes on after a failure, keeps the failed one with its reason, and uploads it again on demand', async () => {
    const { uploads, sent, upload } = buildUploads();
    uploads.add([image('a.png'), image('b.png')]);
    await upload(0).refuse('too large');
    await upload(1).answer(buildTask());
    expect(uploads.getState().pending).toMatchObject([{ fileName: 'a.png', phase: 'failed', error: 'too large' }]);
    await expect(uploads.finish()).resolves.toBe(false);
    uploads.retry(keyOf(uploads, 0));
    expect(sent).toHaveLength(3);
    await upload(2).answer(buildTask());
    await expect(uploads.finish()).resolves.toBe(true);
  });

  it('lets a flyer keep its card when it becomes a task', async () => {
    const { uploads, upload } = buildUploads();
    uploads.add([image('a.png')]);
    const key = keyOf(uploads, 0);
    await upload(0).answer(buildTask({ _id: 't1' }));
    expect(uploads.cardKey('t1')).toBe(key);
    expect(uploads.cardKey('another')).toBe('another');
  });

  it('tells at once which files are no images or too large, and takes the others', () => {
    const { uploads } = buildUploads();
    uploads.add([
      image('notes.pdf', 'application/pdf'),
      image('huge.png', 'image/png', 10 * 1024 * 1024 + 1),
      image('ok.gif', 'image/gif'),
    ]);
    expect(uploads.getState().refused).toEqual([
      'notes.pdf is not a JPEG, PNG, WebP or GIF image.',
      'huge.png is larger than 10 MB.',
    ]);
    expect(phases(uploads)).toEqual([['ok.gif', 'uploading']]);
  });

  it('never uploads a flyer that was removed while it waited, and lets go of its picture', async () => {
    const { uploads, sent, upload } = buildUploads();
    uploads.add([image('a.png'), image('b.png')]);
    const previewUrl = uploads.getState().pending[1]?.previewUrl;
    uploads.remove(keyOf(uploads, 1));
    await upload(0).answer(buildTask());
    expect(sent).toHaveLength(1);
    expect(released).toContain(previewUrl);
  });
});
