import { requestExport } from '@flyerdeck/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import { ExportButton } from './filters.tsx';

useApiServer();

const press = async () => {
  renderScreen(<ExportButton disabled={false} body={{ list: 'users' }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
};

test('downloads the file of the ticket', async () => {
  const opened: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`);
  });
  answer(requestExport, { download_url: '/api/downloads/abc', expires_at: '2026-03-01T12:01:00Z' });
  await press();
  await waitFor(() => expect(opened).toEqual(['/api/downloads/abc true']));
});
