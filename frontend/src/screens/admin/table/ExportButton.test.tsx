import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ExportButton } from './ExportButton.tsx';

test('downloads the file of the ticket', async () => {
  const opened: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`);
  });
  render(<ExportButton disabled={false} requestDownload={async () => ({ download_url: '/api/downloads/abc' })} />);
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(opened).toEqual(['/api/downloads/abc true']));
});

test("shows the server's message when an export is refused", async () => {
  const error = 'Too many exports. Try again in a minute.';
  const refused = { status: 429, message: '', error, code: 'rate_limited' };
  render(<ExportButton disabled={false} requestDownload={() => Promise.reject(refused)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText(error)).toBeInTheDocument();
});
