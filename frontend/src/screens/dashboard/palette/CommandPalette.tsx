import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/counted.ts';
import { matchingGroups } from './commands.ts';
import styles from './palette.module.css';
import { type PaletteProps, useCommands } from './useCommands.ts';

/** Finds pages, assistants, presets and actions by text, and opens them: a combobox with a list of options. */
export default function CommandPalette(props: PaletteProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<(() => void) | null>(null);
  return (
    <OpenedDialog
      name="palette.open"
      title="Go to"
      width={560}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
      onClosed={() => {
        props.onClosed();
        // After the dialog has returned the focus, because what runs may open another dialog.
        chosen?.();
      }}
    >
      {(close) => (
        <Palette
          {...props}
          input={input}
          onExpand={(id) => navigate(`/?view=assistants&expandAssistant=${id}`)}
          onAdmin={() => navigate('/admin')}
          onChoose={(run) => {
            setChosen(() => run);
            close();
          }}
        />
      )}
    </OpenedDialog>
  );
}

interface ListProps extends PaletteProps {
  readonly input: Ref<HTMLInputElement>;
  onExpand(assistantId: string): void;
  onAdmin(): void;
  onChoose(run: () => void): void;
}

function Palette({ input, onChoose, ...props }: ListProps) {
  const id = useId();
  const [typed, setTyped] = useUiState('palette.typed', '');
  const [active, setActive] = useState(0);
  const groups = matchingGroups(useCommands(props), typed);
  const shown = groups.flatMap(({ commands }) => commands);
  const activeCommand = shown[active];
  const optionId = (key: string) => `${id}-${key}`;

  useEffect(() => {
    if (activeCommand) document.getElementById(`${id}-${activeCommand.key}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeCommand]);

  const onKeyDown = (event: KeyboardEvent) => {
    // While a text is composed, as in Japanese, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && shown.length > 0) setActive((active + step + shown.length) % shown.length);
    else if (event.key === 'Enter' && activeCommand) onChoose(activeCommand.run);
    else return;
    event.preventDefault();
  };

  return (
    <div className="u-stack u-gap8">
      <input
        ref={input}
        className={`u-control u-full ${styles.input}`}
        role="combobox"
        aria-label="Page, assistant, preset or action"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeCommand && optionId(activeCommand.key)}
        placeholder="Page, assistant, preset or action"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className="u-hidden" role="status">
        {counted(shown.length, 'result')}
      </p>
      {shown.length === 0 && <p className="u-muted u-flush u-padded">Nothing found.</p>}
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list}>
        {groups.map(({ title, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox.
          <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <p id={`${id}-${title}`} className={`u-muted u-small u-flush ${styles.title}`}>
              {title}
            </p>
            {commands.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox.
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox.
              <div
                key={command.key}
                id={optionId(command.key)}
                role="option"
                aria-selected={command === activeCommand}
                className={`u-line u-spread u-gap12 ${styles.option}`}
                onClick={() => onChoose(command.run)}
                onMouseMove={() => setActive(shown.indexOf(command))}
              >
                <span className="u-ellipsis">{command.label}</span>
                {command.detail && <span className="u-muted u-fine u-nowrap">{command.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
