import { useState } from 'react';
import { cls, on } from './boot.ts';
import { Dialog } from './Dialog.tsx';
import { Button } from './parts.tsx';

/** What is asked after the press: one question, or two. */
export function Questions({ onYes, onNo }: { onYes(): void; onNo(): void }) {
  const [isSecond, setSecond] = useState(false);
  if (isSecond) {
    return (
      <Dialog label="Notify followers" role="alertdialog">
        <p>Everybody who follows you gets a notification.</p>
        <div className={cls('row')}>
          <Button name="question-back" label="Go back" onPress={onNo} />
          <Button isGuarded isPrimary name="question-continue" label="Continue" onPress={onYes} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog label="Publish now?">
      <p>Publish now?</p>
      <div className={cls('row')}>
        <Button name="question-no" label="No" onPress={onNo} />
        <Button
          isGuarded
          isPrimary
          name="question-yes"
          label="Yes"
          onPress={() => (on('confirm-twice') ? setSecond(true) : onYes())}
        />
      </div>
    </Dialog>
  );
}
