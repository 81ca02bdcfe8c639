import { Button } from 'antd';
import { useId, useState } from 'react';
import { failureSentence } from '../../../data/apiError.ts';
import { useGetListedWordsQuery, useSetListedWordsMutation } from '../../../data/assistants/assistantsApi.ts';
import fields from '../../../ui/fields.module.css';
import { ErrorAlert } from '../../../ui/notices.tsx';
import styles from '../assistants.module.css';

const wordsIn = (typed: string): string[] =>
  typed
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** The user's words that all forecasts warn of. They are fetched when the list is opened. */
export function ListedWords() {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const { data, error: loadError } = useGetListedWordsQuery(undefined, { skip: !isOpen });
  const [save, { error, isLoading }] = useSetListedWordsMutation();
  const id = useId();
  const failure =
    failureSentence(error, 'Failed to save the words') ?? failureSentence(loadError, 'Failed to load the words');
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={`u-fine ${styles.summary}`}>Words to warn of</summary>
      {data && (
        <form
          className={`u-grid u-gap8 ${styles.form}`}
          aria-label="Words to warn of"
          onSubmit={async (event) => {
            event.preventDefault();
            const { error } = await save({ body: { words: wordsIn(typed ?? data.words.join('\n')) } });
            if (!error) setTyped(null);
          }}
        >
          <label htmlFor={id} className="u-flush u-muted u-small">
            One word or phrase per line. The forecast warns when a flyer contains it; nothing is changed.
          </label>
          <textarea
            id={id}
            rows={4}
            className={`${fields.input} ${styles.words}`}
            value={typed ?? data.words.join('\n')}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div>
            <Button htmlType="submit" loading={isLoading} disabled={typed === null}>
              Save words
            </Button>
          </div>
        </form>
      )}
      {failure && <ErrorAlert message={failure} />}
    </details>
  );
}
