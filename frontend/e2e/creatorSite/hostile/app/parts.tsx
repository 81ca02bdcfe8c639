import type { ReactNode, SyntheticEvent } from 'react';
import { cls, on } from './boot.ts';
import { design, isHeard, testId } from './design.ts';

const ICONS = {
  plus: 'M12 4v16M4 12h16',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2',
  hourglass: 'M6 3h12M6 21h12M7 3c0 5 10 7 10 18M17 3c0 5-10 7-10 18',
  plane: 'M3 11 21 3l-7 18-3-7z',
  cross: 'M5 5l14 14M19 5 5 19',
  heart: 'M12 20C4 14 4 6 9 6c2 0 3 2 3 2s1-2 3-2c5 0 5 8-3 14z',
} as const;

export const Icon = ({ name }: { name: keyof typeof ICONS }) => (
  <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
);

interface ButtonProps {
  readonly name: string;
  readonly label: string;
  readonly icon?: keyof typeof ICONS;
  readonly isDisabled?: boolean;
  readonly isPrimary?: boolean;
  /** Reacts to trusted events only, if the site does so in the composer. */
  readonly isGuarded?: boolean;
  onPress(): void;
}

/** A button. In layout `b` it is a `div` with a role. */
export function Button({ name, label, icon, isDisabled = false, isPrimary, isGuarded, onPress }: ButtonProps) {
  const press = (event: SyntheticEvent) => {
    if (isDisabled || (isGuarded && !isHeard(event))) return;
    onPress();
  };
  const isIconOnly = icon !== undefined && on('icon-buttons');
  const shared = {
    'data-testid': testId(name),
    className: cls('button', ...(isPrimary ? ['primary'] : [])),
    'aria-label': isIconOnly ? label : undefined,
    onClick: press,
  };
  const content = isIconOnly && icon ? <Icon name={icon} /> : label;
  if (design().layout === 'a') {
    return (
      <button type="button" disabled={isDisabled} {...shared}>
        {content}
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: many sites build their buttons so.
    <div
      role="button"
      tabIndex={isDisabled ? -1 : 0}
      aria-disabled={isDisabled}
      {...shared}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') press(event);
      }}
    >
      <span>{content}</span>
    </div>
  );
}

/** The composer's frame: a form, or in layout `b` a `section`. */
export const Frame = ({ children }: { children: ReactNode }) =>
  design().layout === 'a' ? (
    <form
      className={cls('composer')}
      data-testid={testId('composer-root')}
      aria-label="New post"
      onSubmit={(event) => event.preventDefault()}
    >
      {children}
    </form>
  ) : (
    <section className={cls('composer')} data-testid={testId('composer-root')} aria-label="New post">
      <div>{children}</div>
    </section>
  );
