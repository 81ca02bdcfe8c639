import { MAX_UPLOAD_FILES } from '@flyerdeck/contracts/tasks.values';
import type { Task } from '@flyerdeck/contracts/types';
import { buildTask } from '../../../test/builders.ts';
import { makeStore } from '../../app/store.ts';
import { baseQuery } from '../baseQuery.ts';
import { uploadRequest } from '../tasks/uploadProgress.ts';
import { flyerDescribed, flyerRemoved, flyerRetried, selectTextDraft, selectUploads } from './draftsSlice.ts';
import { addFlyers, saveDrafts } from './draftThunks.ts';

jest.mock('../baseQuery.ts', () => ({ baseQuery: jest.fn() }));
const query = jest.mocked(baseQuery);

const ASSISTANT = 'a1';
const PATH = `/assistants/${ASSISTANT}/tasks`;
const image = (name: string, type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type });

interface Upload {
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  progress(sent: number): void;
  answer(tasks: Task[]): Promise<void>;
  refuse(status: number, error: string): Promise<void>;
}

let uploads: Upload[];
const released: string[] = [];
beforeEach(() => {
  uploads = [];
  let urls = 0;
  URL.createObjectURL = () => `blob:${++urls}`;
  URL.revokeObjectURL = (url) => released.push(url);
  query.mockImplementation((request, { dispatch }) => {
    if (request.path !== PATH) return { data: null };
    const form = request.body as FormData;
    return new Promise((resolve) => {
      const settle = async (result: Awaited<ReturnType<typeof baseQuery>>) => {
        resolve(result);
        await new Promise((done) => setTimeout(done));
      };
      uploads.push({
        names: form.getAll('images').map((file) => (file as File).name),
        descriptions: form.getAll('descriptions').map(String),
        progress: (sent) => {
          const action = request.onProgress?.(sent);
          if (action) dispatch(action);
        },
        answer: (tasks) => settle({ data: tasks }),
        refuse: (status, error) => settle({ error: { status, message: error, error } }),
      });
    });
  });
});

function open(...files: File[]) {
  const store = makeStore();
  const pending = () => selectUploads(store.getState(), ASSISTANT).pending;
  const of = (place: number) => ({ assistantId: ASSISTANT, key: pending()[place]?.key ?? 'none' });
  store.dispatch(addFlyers(ASSISTANT, files));
  return {
    store,
    pending,
    of,
    phases: () => pending().map(({ fileName, phase }) => [fileName, phase]),
    write: (place: number, description: string) => store.dispatch(flyerDescribed({ ...of(place), description })),
  };
}
const upload = (place: number): Upload => {
  const found = uploads[place];
  if (!found) throw new Error(`There was no upload number ${place}.`);
  return found;
};
const task = (_id: string) => buildTask({ _id });

it('shows every file at once and uploads them in order, in one request', async () => {
  const { pending } = open(image('a.png'), image('b.png'));
  expect(pending().map(({ fileName }) => fileName)).toEqual(['a.png', 'b.png']);
  expect(pending().every(({ previewUrl }) => previewUrl.startsWith('blob:'))).toBe(true);
  expect(uploads.map(({ names }) => names)).toEqual([['a.png', 'b.png']]);
  await upload(0).answer([task('t1'), task('t2')]);
  expect(pending()).toEqual([]);
});

it('sends files that were added during a request, or exceed its limit, in the next request', async () => {
  const names = Array.from({ length: MAX_UPLOAD_FILES + 1 }, (_, n) => `${n}.png`);
  const { store } = open(...names.map((name) => image(name)));
  store.dispatch(addFlyers(ASSISTANT, [image('late.png')]));
  expect(uploads.map(({ names: sent }) => sent)).toEqual([names.slice(0, MAX_UPLOAD_FILES)]);
  await upload(0).answer(names.slice(0, MAX_UPLOAD_FILES).map(task));
  expect(upload(1).names).toEqual([names.at(-1), 'late.png']);
});

it('uploads a text that was written before the upload, and saves a text that was written during it as an edit', async () => {
  const { store, write } = open(image('a.png'));
  store.dispatch(addFlyers(ASSISTANT, [image('b.png')]));
  write(0, 'late');
  write(1, 'early');
  await upload(0).answer([task('t1')]);
  expect(upload(1).descriptions).toEqual(['early']);
  const [request] = query.mock.calls.map(([sent]) => sent).filter(({ method }) => method === 'PUT');
  expect(request).toMatchObject({ path: '/tasks/t1', body: { description: 'late' } });
  expect(selectTextDraft(store.getState(), 't1')).toBeDefined();
});

it('sends the files of a refused request one by one, and keeps those that are refused again', async () => {
  const { store, pending, of } = open(image('a.png'), image('b.png'));
  await upload(0).refuse(415, 'b.png is no image.');
  expect(upload(1).names).toEqual(['a.png']);
  await upload(1).answer([task('t1')]);
  await upload(2).refuse(415, 'b.png is no image.');
  expect(pending()).toMatchObject([{ fileName: 'b.png', phase: 'failed', error: { error: 'b.png is no image.' } }]);
  await expect(store.dispatch(saveDrafts(ASSISTANT))).resolves.toBe(false);
  store.dispatch(flyerRetried(of(0)));
  expect(uploads).toHaveLength(4);
  await upload(3).answer([task('t2')]);
  await expect(store.dispatch(saveDrafts(ASSISTANT))).resolves.toBe(true);
});

it('refuses files that are no images or too large at once, and uploads the others', () => {
  const { store, phases } = open(
    image('notes.pdf', 'application/pdf'),
    image('huge.png', 'image/png', 10 * 1024 * 1024 + 1),
    image('ok.gif', 'image/gif'),
  );
  expect(selectUploads(store.getState(), ASSISTANT).refused).toEqual([
    'notes.pdf is not a JPEG, PNG, WebP or GIF image.',
    'huge.png is larger than 10 MB.',
  ]);
  expect(phases()).toEqual([['ok.gif', 'uploading']]);
});

it('does not upload a flyer that was removed while it waited, and releases its file', async () => {
  const { store, pending, of } = open(image('a.png'));
  store.dispatch(addFlyers(ASSISTANT, [image('b.png')]));
  const [, waiting] = pending();
  store.dispatch(flyerRemoved(of(1)));
  await upload(0).answer([task('t1')]);
  expect(uploads).toHaveLength(1);
  expect(released).toContain(waiting?.previewUrl);
  const { body } = uploadRequest({ id: 'a1', flyers: [{ key: waiting?.key ?? '', description: '' }] });
  expect([...(body as FormData).keys()]).toEqual([]);
});
