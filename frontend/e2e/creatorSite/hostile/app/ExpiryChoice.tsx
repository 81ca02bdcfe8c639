import { useState } from 'react';
import { cls } from './boot.ts';
import { AtEndOfBody } from './Dialog.tsx';
import { testId } from './design.ts';
import { Button } from './parts.tsx';
import { WhenDrawn } from './WhenDrawn.tsx';

const PERIODS = [null, 1, 3, 7, 30] as const;
export const periodText = (days: number | null): string =>
  days === null ? 'Never' : `After ${days} day${days === 1 ? '' : 's'}`;

/** A button with the period, and a list that it opens at the end of the body. A choice applies at once. */
export function ExpiryChoice(props: { value: number | null; onChoose(days: number | null): void }) {
  const [isOpen, setOpen] = useState(false);
  const choose = (days: number | null) => {
    props.onChoose(days);
    setOpen(false);
  };
  return (
    <>
      <Button name="expiry-open" label="Expires" icon="hourglass" onPress={() => setOpen(!isOpen)} />
      <span className={cls('chip')} data-testid={testId('expiry-value')}>
        {periodText(props.value)}
      </span>
      {isOpen && (
        <AtEndOfBody>
          <div className={cls('popover')}>
            <WhenDrawn>
              <div role="listbox" aria-label="Expires">
                {PERIODS.map((days) => (
                  <div
                    key={days}
                    role="option"
                    tabIndex={0}
                    aria-selected={days === props.value}
                    onClick={() => choose(days)}
                    onKeyDown={({ key }) => key === 'Enter' && choose(days)}
                  >
                    {periodText(days)}
                  </div>
                ))}
              </div>
            </WhenDrawn>
          </div>
        </AtEndOfBody>
      )}
    </>
  );
}
