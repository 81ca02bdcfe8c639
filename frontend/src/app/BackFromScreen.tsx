import { useLocation, useNavigate } from 'react-router-dom';
import { useScreenBackButton } from '../telegram/backButton.ts';

/** Where the app begins: from here there is nothing to go back to. */
const FIRST_SCREENS = /^\/(auth(\/callback)?\/?)?$/;

/** The router counts the addresses it has shown; the first is 0. */
const hasBeenElsewhere = (): boolean => (window.history.state?.idx ?? 0) > 0;

/** Telegram's back button on every screen but the first. */
export function BackFromScreen() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const goBack = () => (hasBeenElsewhere() ? navigate(-1) : navigate('/', { replace: true }));
  useScreenBackButton(() => void goBack(), !FIRST_SCREENS.test(pathname));
  return null;
}
