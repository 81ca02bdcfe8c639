import { useRef } from 'react';
import { cls, on } from './boot.ts';
import { testId } from './design.ts';
import { Button } from './parts.tsx';
import type { usePictures } from './usePictures.ts';

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
      <Button name="picture-add" label="Add media" icon="picture" onPress={() => input.current?.click()} />
    </div>
  );
}
