import { type SyntheticEvent, useState } from 'react';
import { boot, cls, on } from './boot.ts';
import { Captcha } from './Captcha.tsx';
import { Composer } from './Composer.tsx';
import { Dialog } from './Dialog.tsx';
import { Gates, useGates } from './Gates.tsx';
import { Header } from './Header.tsx';
import { LoginForm } from './LoginForm.tsx';
import { PageContent } from './PageContent.tsx';
import { Button } from './parts.tsx';
import { navigate, routeOf, useAddress } from './router.ts';
import { Toasts } from './toasts.tsx';
import { WhenDrawn } from './WhenDrawn.tsx';

const stop = (event: SyntheticEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

export function App() {
  const route = routeOf(useAddress());
  const [isOpen, setOpen] = useState(false);
  const gates = useGates();
  const isComposing = isOpen || route.page === 'compose';
  const close = () => {
    setOpen(false);
    if (route.page === 'compose') navigate('/');
  };
  if (gates.first === 'age-gate') return <Gates {...gates} />;
  if (boot.isCaptcha) return <Captcha />;
  if (!boot.viewer) return <LoginForm onDone={() => location.assign('/')} />;

  const composer = isComposing && !gates.first && <Composer onDone={close} />;
  return (
    <>
      <div className={cls('frame')} inert={gates.first !== null} onClickCapture={gates.first ? stop : undefined}>
        <Header viewer={boot.viewer} />
        <main className={cls('main')}>
          {!isComposing && (
            <Button
              name="composer-open"
              label="New post"
              icon="plus"
              onPress={() => (on('composer-no-address') ? setOpen(true) : navigate('/compose'))}
            />
          )}
          {!on('composer-modal') && <WhenDrawn>{composer}</WhenDrawn>}
          {(on('composer-modal') || route.page !== 'compose') && (
            <WhenDrawn>
              <PageContent route={route.page === 'compose' ? { page: 'home' } : route} viewer={boot.viewer} />
            </WhenDrawn>
          )}
        </main>
      </div>
      {on('composer-modal') && composer && (
        <Dialog label="Create" onClose={close}>
          {composer}
        </Dialog>
      )}
      <Toasts />
      <Gates {...gates} />
    </>
  );
}
