import { listCreditUsers, me } from '@flyerdeck/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { buildCreditUser } from '../../test/adminBuilders.ts';
import { answer, refuse, useApiServer } from '../../test/apiServer.ts';
import { buildUser } from '../../test/builders.ts';
import { renderScreen } from '../../test/renderScreen.tsx';
import { creditsApi } from '../data/credits/creditsApi.ts';
import { AdminGuard } from './guards.tsx';
import { webAppSettings } from './webAppSettings.ts';

useApiServer();

const NOT_ADMIN = { error: 'Only admins may do this.', code: 'auth.not_admin' };

/** Stands for an admin screen. */
function Names() {
  const { data, refetch } = creditsApi.endpoints.listCreditUsers.useQuery();
  return (
    <button type="button" onClick={() => void refetch()}>
      {data?.map(({ first_name }) => first_name)}
    </button>
  );
}

const show = () => {
  answer(listCreditUsers, [buildCreditUser({ first_name: 'Anna' })]);
  return renderScreen(
    <Routes>
      <Route
        path="/admin"
        element={
          <AdminGuard>
            <Names />
          </AdminGuard>
        }
      />
      <Route path="/" element={<p>dashboard</p>} />
      <Route path="/auth" element={<p>sign-in</p>} />
    </Routes>,
    { address: '/admin' },
  );
};

test('the first 401 redirects an admin whose session has ended to the sign-in [8.4-17]', async () => {
  jest.replaceProperty(webAppSettings, 'mockAuth', true);
  const { store, address } = show();
  await screen.findByText('Anna');
  refuse(listCreditUsers, 401, { error: 'Sign in again.', code: 'auth.invalid' });
  await userEvent.click(screen.getByText('Anna'));
  expect(await screen.findByText('sign-in')).toBeInTheDocument();
  expect(address()).toBe('/auth');
  expect(store.getState().session).toMatchObject({ status: 'anonymous', user: null });
});

test('the first 403 redirects a demoted admin to the dashboard and removes the data of other users from memory [8.4-17]', async () => {
  const { store, address } = show();
  await screen.findByText('Anna');
  refuse(listCreditUsers, 403, NOT_ADMIN);
  const requests = answer(me, buildUser({ is_admin: false }));
  await userEvent.click(screen.getByText('Anna'));
  expect(await screen.findByText('dashboard')).toBeInTheDocument();
  expect(address()).toBe('/');
  expect(requests).toHaveLength(1);
  expect(store.getState().session).toMatchObject({ status: 'authenticated', user: { is_admin: false } });
  expect(JSON.stringify(store.getState().api.queries)).not.toContain('Anna');
});
