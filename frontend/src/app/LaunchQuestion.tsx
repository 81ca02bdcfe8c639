import type { CurrentUser } from '@flyerdeck/contracts/types';
import { useLocation } from 'react-router-dom';
import { logout, signInWithMiniApp } from '../data/session/login.ts';
import { accountName } from '../lib/accounts.ts';
import { type MiniApp, removeLaunchParams } from '../telegram/miniApp.ts';
import { AccountQuestion } from './AccountQuestion.tsx';
import { documentLoads } from './documentLoads.ts';
import { useAppDispatch } from './hooks.ts';

interface LaunchQuestionProps {
  readonly current: CurrentUser;
  /** The launch parameters of the link. They are not trusted, because the app does not run inside Telegram. */
  readonly launched: MiniApp;
}

export default function LaunchQuestion({ current, launched }: LaunchQuestionProps) {
  const dispatch = useAppDispatch();
  const { pathname, search } = useLocation();
  return (
    <AccountQuestion
      current={accountName({ ...current, id: current.telegram_id })}
      offered={accountName(launched.user)}
      onKeep={() => {
        removeLaunchParams();
        documentLoads.replace(pathname + search);
      }}
      onSwitch={async () => {
        await dispatch(logout());
        await dispatch(signInWithMiniApp(launched.user, launched.initData));
      }}
    />
  );
}
