import { webcrypto } from 'node:crypto';
import type { BodyOf, queueSheet, ResponseOf } from '@flyerdeck/contracts/types';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { zipSync } from 'fflate';
import { useAssistantsServer } from '../../../../test/assistantsServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import SheetDialog from './SheetDialog.tsx';

type Check = ResponseOf<typeof queueSheet>;

const { state, bodiesOf, countOf, hold } = useAssistantsServer();
const CHECK = 'POST /api/assistants/sheets';
const UPLOAD = 'POST /api/assistants/made-0/tasks';
const DELETE = 'DELETE /api/assistants/made-0';

beforeAll(() => {
  Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
  URL.createObjectURL = () => 'blob:local';
  URL.revokeObjectURL = () => {};
});

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
const csv = (...lines: string[]) => new File([lines.join('\r\n')], 'november.csv', { type: 'text/csv' });
const image = (name: string, bytes = PNG) => new File([bytes], name, { type: 'image/png' });
const zip = (files: Record<string, Uint8Array>) => new File([zipSync(files) as BlobPart], 'images.zip');
const HEAD = 'text,image,targets,start';

const answers = (more: Partial<Check> = {}) => {
  state.sheet = ({ assistant_id }: BodyOf<typeof queueSheet>): Check => ({
    problems: [],
    assistants: 1,
    used_at: null,
    message: assistant_id ? '3 postings added to the queue.' : null,
    ...more,
  });
};

async function choose(...files: File[]) {
  const { container } = renderScreen(<SheetDialog onClosed={() => {}} />);
  await screen.findByRole('dialog', { name: 'Flyers by sheet' });
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, files, { applyAccept: false });
}
const queueButton = () => screen.findByRole('button', { name: /^Queue \d+ flyers?$/ });
const refusals = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

test('queues the flyers of a CSV file with the images of a ZIP file, in order', async () => {
  answers();
  await choose(
    csv('Start;IMAGE;text;targets', '2031-05-04T18:30;a.png;"One; two";"vip; Luna"', ';;;', ';B.PNG;Three;#vip'),
    zip({ 'folder/A.png': PNG, 'b.png': PNG, '__MACOSX/._a.png': PNG, 'notes.txt': PNG }),
  );
  await userEvent.click(await queueButton());
  expect(await screen.findByText('3 postings added to the queue.')).toBeVisible();
  const rows = [
    { targets: 'vip; Luna', starts_at: new Date(2031, 4, 4, 18, 30).toISOString() },
    { targets: '#vip', starts_at: null },
  ];
  const sent = { key: expect.stringMatching(/^[0-9a-f]{64}$/), name: 'november', rows };
  expect(bodiesOf(CHECK)).toEqual([
    { ...sent, assistant_id: null, task_ids: [] },
    { ...sent, assistant_id: 'made-0', task_ids: ['uploaded-0', 'uploaded-1'] },
  ]);
  expect(bodiesOf(UPLOAD)).toEqual([{ images: 2, descriptions: ['One; two', 'Three'] }]);
  expect(countOf(DELETE)).toBe(0);
});

test('names every row that would be refused, and why, and queues nothing', async () => {
  answers({ problems: [{ row: 4, reason: "There is no page or tag named 'nobody'." }] });
  await choose(
    csv(HEAD, 'a,gone.png,vip,', 'b,note.png,vip,', 'c,large.png,vip,', 'd,,vip,soon', 'e,ok.png,nobody,'),
    image('note.png', new TextEncoder().encode('not an image')),
    new File([PNG, new Uint8Array(10 * 1024 * 1024)], 'large.png'),
    image('ok.png'),
  );
  expect(await refusals()).toEqual([
    "2There is no image named 'gone.png'.",
    "3'note.png' is not a JPEG, PNG, WebP or GIF image.",
    "4'large.png' is larger than 10 MB.",
    "5It has no image. 'soon' is not a date and time. Write it as 2026-12-24T18:00.",
    "6There is no page or tag named 'nobody'.",
  ]);
  expect(await queueButton()).toBeDisabled();
});

test.each([
  { file: csv('text,image', 'a,b.png'), sentence: 'The first line of the CSV file has no column targets, start.' },
  { file: csv(HEAD), sentence: 'The CSV file has 0 rows. It needs 1 to 500.' },
  {
    file: csv(HEAD, ...Array<string>(501).fill('a,b.png,vip,')),
    sentence: 'The CSV file has 501 rows. It needs 1 to 500.',
  },
  {
    file: new File([new Uint8Array([0xfe, 0xe4])], 'latin.csv'),
    sentence: 'The CSV file cannot be read. Save it as CSV UTF-8.',
  },
  { file: csv(HEAD, '"a'), sentence: 'The CSV file cannot be read. Save it as CSV UTF-8.' },
])('a file without rows to check: $sentence', async ({ file, sentence }) => {
  await choose(file);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(countOf(CHECK)).toBe(0);
});

test('asks before the same file is queued again', async () => {
  answers({ used_at: '2026-11-01T10:00:00Z' });
  await choose(csv(HEAD, 'a,a.png,vip,'), image('a.png'));
  await userEvent.click(await queueButton());
  expect(await screen.findByText(/^This file was queued on Nov 1, 2026 .*\. Queue it again\?$/)).toBeVisible();
  expect(countOf(UPLOAD)).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Queue again' }));
  expect(await screen.findByText('3 postings added to the queue.')).toBeVisible();
});

test('sends the flyers of many rows at the same time, and queues them in the order of the rows', async () => {
  answers();
  const release = hold(UPLOAD);
  await choose(csv(HEAD, ...Array.from({ length: 65 }, (_, row) => `Row ${row},a.png,vip,`)), image('a.png'));
  await userEvent.click(await queueButton());
  await waitFor(() => expect(countOf(UPLOAD)).toBe(3));
  release();
  expect(await screen.findByText('3 postings added to the queue.')).toBeVisible();
  const textOf = new Map(state.tasks.map(({ _id, description }) => [_id, description]));
  const [, { task_ids }] = bodiesOf(CHECK) as [unknown, BodyOf<typeof queueSheet>];
  expect(task_ids.map((id) => textOf.get(id))).toEqual(Array.from({ length: 65 }, (_, row) => `Row ${row}`));
});

test('after a refused upload nothing stays, and the reason is shown', async () => {
  answers();
  state.refusals[UPLOAD] = { status: 422, body: { error: 'No room.', code: 'file.quota_exceeded' } };
  await choose(csv(HEAD, 'a,a.png,vip,'), image('a.png'));
  await userEvent.click(await queueButton());
  expect(await screen.findByText('Failed. No room.')).toBeVisible();
  expect(countOf(DELETE)).toBe(1);
});

test.each([
  { what: 'a refused row', body: { problems: [{ row: 0, reason: 'No page.' }], message: null }, shown: '2No page.' },
  {
    what: 'a refused sheet',
    refusal: { status: 422, body: { error: 'No room.', code: 'x' } },
    shown: 'Failed. No room.',
  },
])('after $what nothing stays, and the reason is shown', async ({ body, refusal, shown }) => {
  answers();
  await choose(csv(HEAD, 'a,a.png,vip,'), image('a.png'));
  const button = await queueButton();
  answers(body);
  if (refusal) state.refusals[CHECK] = refusal;
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(shown));
  expect(countOf(DELETE)).toBe(1);
});

test('without an answer to the queueing nothing is deleted, because it may have been queued', async () => {
  answers();
  await choose(csv(HEAD, 'a,a.png,vip,'), image('a.png'));
  const button = await queueButton();
  state.refusals[CHECK] = { status: 503 };
  await userEvent.click(button);
  expect(await screen.findByText(/The server did not answer\./)).toBeVisible();
  expect(countOf(DELETE)).toBe(0);
});

test('shows its progress, and closing it deletes what was made', async () => {
  answers();
  const release = hold(UPLOAD);
  await choose(csv(HEAD, 'a,a.png,vip,'), image('a.png'));
  await userEvent.click(await queueButton());
  expect(await screen.findByRole('progressbar', { name: 'Uploaded flyers' })).toBeVisible();
  cleanup();
  release();
  await waitFor(() => expect(countOf(DELETE)).toBe(1));
  expect(countOf(CHECK)).toBe(1);
});
