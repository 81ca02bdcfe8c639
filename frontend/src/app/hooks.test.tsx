import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation, useNavigate } from 'react-router-dom';
import { renderScreen } from '../../test/renderScreen.tsx';
import { useUrlParams, withParam } from './hooks.ts';

function TwoChanges({ between = () => {} }: { readonly between?: () => void }) {
  const [params, change] = useUrlParams();
  const [, changeToo] = useUrlParams();
  const click = () => {
    change(withParam('owner', '7'), { replace: true });
    between();
    changeToo(withParam('archived', 'yes'), { replace: true });
  };
  return (
    <button type="button" onClick={click}>
      {params.toString()}
    </button>
  );
}

test('two changes in one event are both in the URL', async () => {
  const { address } = renderScreen(<TwoChanges />, { address: '/admin/postings?page=2' });
  await userEvent.click(screen.getByRole('button'));
  expect(address()).toBe('/admin/postings?page=2&owner=7&archived=yes');
  expect(screen.getByRole('button')).toHaveTextContent('page=2&owner=7&archived=yes');
});

test('a change keeps the state of the location', async () => {
  function Screen() {
    const navigate = useNavigate();
    const [, change] = useUrlParams();
    const { state } = useLocation();
    return (
      <>
        <button type="button" onClick={() => navigate('/', { state: 'from the users' })}>
          open
        </button>
        <button type="button" onClick={() => change(withParam('page', '2'))}>
          change
        </button>
        <output>{state}</output>
      </>
    );
  }
  const { address } = renderScreen(<Screen />);
  await userEvent.click(screen.getByText('open'));
  await userEvent.click(screen.getByText('change'));
  expect(address()).toBe('/?page=2');
  expect(screen.getByText('from the users')).toBeInTheDocument();
});
