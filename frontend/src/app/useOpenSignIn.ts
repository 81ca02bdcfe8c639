import { useNavigate } from 'react-router-dom';
import { selectInsideMiniApp } from '../data/session/sessionSlice.ts';
import { buildFlags } from './buildFlags.ts';
import { useAppSelector } from './hooks.ts';
import { pageLoads } from './pageLoads.ts';

const SIGN_IN_ADDRESS = '/auth';

/**
 * The way to the landing page. In a browser it is loaded as a document of its own: the Content-Security-Policy belongs
 * to the loaded document, and only the landing page's lets Telegram's sign-in button in. The demo and the mini app show
 * no such button, and a load would sign them in again at once.
 */
export function useOpenSignIn(): () => void {
  const navigate = useNavigate();
  const insideMiniApp = useAppSelector(selectInsideMiniApp);
  return () => {
    if (buildFlags.mockAuth || insideMiniApp) navigate(SIGN_IN_ADDRESS, { replace: true });
    else pageLoads.replace(SIGN_IN_ADDRESS);
  };
}
