import { useLocation, useNavigate } from 'react-router-dom';
import { useBackButton } from '../telegram/backButton.ts';

/** Addresses without a back button. */
const FIRST_SCREENS = /^\/(auth(\/callback)?\/?)?$/;

/** The router numbers its history entries; the first is 0. */
const hasPreviousScreen = (): boolean => (window.history.state?.idx ?? 0) > 0;

/** Shows Telegram's back button on all other screens. */
export function BackFromScreen() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const goBack = () => (hasPreviousScreen() ? navigate(-1) : navigate('/', { replace: true }));
  useBackButton(() => void goBack(), !FIRST_SCREENS.test(pathname), { isBelow: true });
  return null;
}
