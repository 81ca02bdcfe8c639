import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** In the fragment, which no server and no log gets to see: `/?view=pages#link=TOKEN`. */
const MARK = '#link=';

/**
 * The linking token that the address came with, and what forgets it; `onGiven` is called for each. It is removed from
 * the address at once, since it works once.
 */
export function useGivenToken(onGiven: () => void): [token: string | null, forget: () => void] {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const take = useEffectEvent((given: string | null) => {
    setToken(given);
    if (given !== null) onGiven();
  });
  useEffect(() => {
    if (!hash.startsWith(MARK)) return;
    take(decoded(hash.slice(MARK.length)));
    navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return [token, () => setToken(null)];
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text).trim() || null;
  } catch {
    return null;
  }
}
