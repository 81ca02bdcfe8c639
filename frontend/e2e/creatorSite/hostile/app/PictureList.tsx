import { useRef } from 'react';
import { cls, on } from './boot.ts';
import { testId } from './design.ts';
import { Button } from './parts.tsx';
import type { usePictures } from './usePictures.ts';

/** Asks for files with a field of its own. */
function chooseFiles(onFiles: (files: readonly File[]) => void): void {
  const field = Object.assign(document.createElement('input'), { type: 'file', accept: 'image/*', hidden: true });
  field.addEventListener('cancel', () => field.remove());
  field.addEventListener('change', () => {
    onFiles([...(field.files ?? [])]);
    field.remove();
  });
  document.body.append(field);
  field.click();
}

/** The chosen pictures, each with its state, and the button that adds more. */
export function PictureList({ pictures, add, retry, remove }: ReturnType<typeof usePictures>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={cls('pictures')}>
      <ul>
        {pictures.map(({ key, status, id, progress }) => (
          <li key={key}>
            {id && <img src={`/media/${id}`} alt="Attachment" width="96" height="120" />}
            {status === 'uploading' &&
              (on('slow-upload') ? <progress value={progress} aria-label="Upload" /> : <span>Uploading</span>)}
            {status === 'failed' && (
              <>
                <span role="alert">Upload failed</span>
                <Button name="picture-retry" label="Try again" onPress={() => retry(key)} />
              </>
            )}
            <Button name="picture-remove" label="Remove" icon="cross" onPress={() => remove(key)} />
          </li>
        ))}
      </ul>
      {!on('file-field-on-demand') && (
        <input
          ref={input}
          hidden
          multiple
          type="file"
          accept="image/*"
          data-testid={testId('composer-file')}
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      )}
      <Button
        name="picture-add"
        label="Add media"
        icon="picture"
        onPress={() => (input.current ? input.current.click() : chooseFiles(add))}
      />
    </div>
  );
}
