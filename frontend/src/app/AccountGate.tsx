import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { signInWithMiniApp } from '../data/session/login.ts';
import { logout } from '../data/session/logout.ts';
import { selectCurrentUser } from '../data/session/sessionSlice.ts';
import { accountName } from '../lib/accountName.ts';
import { forgetLaunch, readMiniApp } from '../telegram/miniApp.ts';
import { AccountQuestion } from './AccountQuestion.tsx';
import { useAppDispatch, useAppSelector } from './hooks.ts';
import { pageLoads } from './pageLoads.ts';

/** Stands before the app while a link with Telegram's launch parameters names another account than the one signed in. */
export function AccountGate({ children }: { readonly children: ReactNode }) {
  const [launched] = useState(readMiniApp);
  const user = useAppSelector(selectCurrentUser);
  const dispatch = useAppDispatch();
  const { pathname, search } = useLocation();
  const isAsked =
    launched !== null &&
    !launched.isInTelegram &&
    launched.user.id !== null &&
    user !== null &&
    user.telegram_id !== launched.user.id;
  if (!isAsked) return children;

  return (
    <AccountQuestion
      current={accountName({ ...user, id: user.telegram_id })}
      offered={accountName(launched.user)}
      onKeep={() => {
        forgetLaunch();
        // The app was started as a mini app, which it is not.
        pageLoads.replace(pathname + search);
      }}
      onSwitch={async () => {
        await dispatch(logout());
        await dispatch(signInWithMiniApp(launched.user, launched.initData));
      }}
    />
  );
}
