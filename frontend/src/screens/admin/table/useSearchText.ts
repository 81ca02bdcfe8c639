import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * What stands in a search box, ahead of the search that the address holds: `onSearch` hears of it once the typing has
 * rested for `delayMs`. Another address (the Back button, a link) fills the box anew.
 */
export function useSearchText(
  search: string,
  onSearch: (search: string) => void,
  delayMs: number,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(search);
  const told = useRef(search);
  const [screenPath] = useState(() => window.location.pathname);
  const tell = useEffectEvent(onSearch);

  useEffect(() => {
    // Its own words coming back must not overwrite what has been typed since.
    if (search === told.current) return;
    told.current = search;
    setText(search);
  }, [search]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === told.current) return;
    const timer = setTimeout(() => {
      // On the way to another screen, whose chunk is still to come, this one must not write over its address.
      if (window.location.pathname !== screenPath) return;
      told.current = wanted;
      tell(wanted);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs, screenPath]);

  return [text, setText];
}
