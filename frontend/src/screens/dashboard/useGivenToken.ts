import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** In the fragment, which no server and no log gets to see: `/?view=pages#link=TOKEN`. */
const MARK = '#link=';

/** The linking token that the extension opened the dashboard with; taken out of the address, since it works once. */
export function useGivenToken(): string | null {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => (hash.startsWith(MARK) ? decoded(hash.slice(MARK.length)) : null));
  useEffect(() => {
    if (hash.startsWith(MARK)) navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return token;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text).trim() || null;
  } catch {
    return null;
  }
}
