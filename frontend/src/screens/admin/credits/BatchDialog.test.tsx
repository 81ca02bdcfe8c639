import { bookCreditBatch, type CreditBatchPreview, previewCreditBatch } from '@flyerdeck/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import BatchDialog from './BatchDialog.tsx';

useApiServer();

const CSV = 'telegram_id,amount\n42,25';
const PREVIEW: CreditBatchPreview = {
  fingerprint: 'f',
  rows_count: 3,
  credits: 1_250,
  refused_count: 0,
  refused: [],
  booked_before: null,
};

async function chooseFile(preview: Partial<CreditBatchPreview> = {}) {
  const checked = answer(previewCreditBatch, { ...PREVIEW, ...preview });
  const onBooked = jest.fn();
  const { store } = renderScreen(<BatchDialog onBooked={onBooked} onClose={jest.fn()} />);
  const file = new File([CSV], 'credits.csv', { type: 'text/csv' });
  file.text = async () => CSV;
  await screen.findByRole('button', { name: 'Choose File' });
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
  return { checked, onBooked, store };
}

test('checks the file at once, and books it after a click; the file is in the store', async () => {
  const { checked, onBooked, store } = await chooseFile();
  expect(await screen.findByText('3 rows, +1,250 credits in total. No row is refused.')).toBeInTheDocument();
  expect(checked.map(({ body }) => body)).toEqual([{ csv: CSV, transaction_type: 'admin_adjustment' }]);
  expect(store.getState().ui['creditBatch.file']).toEqual({ name: 'credits.csv', csv: CSV });
  const booked = answer(bookCreditBatch, { message: '3 users adjusted.', rows_count: 3, credits: 1_250 });
  await userEvent.click(screen.getByRole('button', { name: 'Book 3 Rows' }));
  await waitFor(() => expect(onBooked).toHaveBeenCalledWith('3 users adjusted.'));
  expect(booked[0]?.body).toEqual({ csv: CSV, transaction_type: 'admin_adjustment' });
});

test('names the rows that would be refused, and then books nothing', async () => {
  await chooseFile({ refused_count: 1, refused: [{ line: 7, reason: 'There is no such user.' }] });
  expect(await screen.findByRole('row', { name: '7 There is no such user.' })).toBeInTheDocument();
  expect(screen.getByText(/1 row would be refused, so nothing can be booked\.$/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Book' })).toBeDisabled();
});

test('says that the rows were booked before', async () => {
  await chooseFile({ booked_before: { at: '2026-03-01T12:00:00.000Z', admin_name: 'Anna Bell' } });
  expect(await screen.findByText(/^These rows were booked on Mar 1, 2026 .* by Anna Bell\./)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Book/ })).toBeDisabled();
});

test('shows why a booking was refused after the check', async () => {
  await chooseFile();
  await screen.findByText(/No row is refused/);
  refuse(bookCreditBatch, 422, { error: 'Line 3: There is no such user.', code: 'credits.batch_refused' });
  await userEvent.click(screen.getByRole('button', { name: 'Book 3 Rows' }));
  expect(await screen.findByText('Line 3: There is no such user.')).toBeInTheDocument();
});
