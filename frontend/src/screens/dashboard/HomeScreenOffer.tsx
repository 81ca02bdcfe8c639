import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { endOffer, isOver } from '../../data/request/offers.ts';
import { useWebApp } from '../../telegram/webApp.ts';

/** Offers once to add the mini app to the home screen. Shows nothing where Telegram can not do so, or has done so. */
export function HomeScreenOffer({ telegramId }: { readonly telegramId: string }) {
  const webApp = useWebApp();
  const [isEnded, setIsEnded] = useState(() => isOver('home_screen', telegramId));
  const [canAdd, setCanAdd] = useState(false);
  useEffect(() => {
    if (isEnded || !webApp?.isVersionAtLeast('8.0')) return;
    webApp.checkHomeScreenStatus((status) => setCanAdd(status === 'missed' || status === 'unknown'));
  }, [webApp, isEnded]);
  if (!webApp || isEnded || !canAdd) return null;
  const end = () => {
    endOffer('home_screen', telegramId);
    setIsEnded(true);
  };
  return (
    <section aria-label="Home screen" className="u-page u-below12">
      <div className="u-notice u-tone u-wrap u-spread u-gap8" data-tone="info">
        <span>Open Flyerdeck from your home screen.</span>
        <span className="u-wrap u-gap8">
          <Button
            size="small"
            type="primary"
            onClick={() => {
              webApp.addToHomeScreen();
              end();
            }}
          >
            Add
          </Button>
          <Button size="small" onClick={end}>
            Not now
          </Button>
        </span>
      </div>
    </section>
  );
}
