import { useNavigate } from 'react-router-dom';
import { selectInsideMiniApp } from '../data/session/sessionSlice.ts';
import { documentLoads } from './documentLoads.ts';
import { useAppSelector } from './hooks.ts';
import { webAppSettings } from './webAppSettings.ts';

const SIGN_IN_ADDRESS = '/auth';

/**
 * Opens the landing page. In a browser it is loaded as a new document: the Content-Security-Policy belongs to the
 * document, and only the landing page's policy allows Telegram's sign-in button. The demo and the mini app have no such
 * button, and a new document would sign the user in again at once.
 */
export function useOpenSignIn(): () => void {
  const navigate = useNavigate();
  const insideMiniApp = useAppSelector(selectInsideMiniApp);
  return () => {
    if (webAppSettings.mockAuth || insideMiniApp) navigate(SIGN_IN_ADDRESS, { replace: true });
    else documentLoads.replace(SIGN_IN_ADDRESS);
  };
}
