import { type ReactNode, useState } from 'react';
import { selectCurrentUser } from '../data/session/sessionSlice.ts';
import { readMiniApp } from '../telegram/miniApp.ts';
import { lazyPart } from '../ui/lazyPart.tsx';
import { useAppSelector } from './hooks.ts';

const LaunchQuestion = lazyPart(() => import('./LaunchQuestion.tsx'));

/** Shows a question instead of the app while a link's launch parameters name another account than the signed-in one. */
export function AccountGate({ children }: { readonly children: ReactNode }) {
  const [launched] = useState(readMiniApp);
  const user = useAppSelector(selectCurrentUser);
  const isOther = launched?.user.id && user && user.telegram_id !== launched.user.id;
  if (!isOther || launched.isInTelegram) return children;
  return <LaunchQuestion current={user} launched={launched} />;
}
