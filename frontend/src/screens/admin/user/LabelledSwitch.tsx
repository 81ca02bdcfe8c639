import { Switch } from 'antd';
import { useId } from 'react';
import styles from './UserSwitches.module.css';

interface LabelledSwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  /** Why it can not be switched at all. */
  readonly caption: string | null;
  onChange(checked: boolean): void;
}

export function LabelledSwitch({ label, checked, disabled, caption, onChange }: LabelledSwitchProps) {
  const id = useId();
  return (
    <div className={styles.line}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {caption && (
          <p id={`${id}-caption`} className={styles.caption}>
            {caption}
          </p>
        )}
      </div>
      <Switch
        id={id}
        checked={checked}
        disabled={disabled || caption !== null}
        aria-describedby={caption ? `${id}-caption` : undefined}
        onChange={onChange}
      />
    </div>
  );
}
