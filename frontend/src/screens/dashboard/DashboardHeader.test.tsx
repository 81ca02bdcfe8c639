import { getBalance } from '@flyerdeck/contracts';
import { screen } from '@testing-library/react';
import { answer, useApiServer } from '../../../test/apiServer.ts';
import { buildBalance } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import { CreditChip } from './DashboardHeader.tsx';

useApiServer();

test.each([
  [49, '49', 'Low Balance', 'danger'],
  [50, '50', 'Good', 'warning'],
  [99, '99', 'Good', 'warning'],
  [100, '100', 'Excellent', 'success'],
  [999, '999', 'Excellent', 'success'],
  [1000, '1.0k', 'Excellent', 'success'],
  [16_500, '16.5k', 'Excellent', 'success'],
])('shows %i credits as %s with the label %s [9-12, 9-13, 9-14, 9-15]', async (credits, amount, label, tone) => {
  answer(getBalance, buildBalance({ credits_balance: credits }));
  renderScreen(<CreditChip onOpen={() => {}} />);
  const chip = await screen.findByRole('button', { name: `${amount} credits ${label}` });
  expect(chip).toHaveTextContent(`${amount} credits ${label}`);
  expect(chip).toHaveAttribute('data-tone', tone);
});
