import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useUiState } from '../../data/uiState/useUiState.ts';

/** `/?view=pages#link=TOKEN`. The token is in the fragment, which is not sent to servers and so not logged. */
const MARK = '#link=';

/** `onGiven` is called for each token. It is removed from the URL immediately, because it works once. */
export function useGivenToken(onGiven: () => void): [token: string | null, clear: () => void] {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  // The log redacts values with the name `token`.
  const [{ token }, setGiven] = useUiState<{ token: string | null }>('givenToken', { token: null });
  const take = useEffectEvent((given: string | null) => {
    setGiven({ token: given });
    if (given !== null) onGiven();
  });
  useEffect(() => {
    if (!hash.startsWith(MARK)) return;
    take(decoded(hash.slice(MARK.length)));
    navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return [token, () => setGiven({ token: null })];
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text).trim() || null;
  } catch {
    return null;
  }
}
