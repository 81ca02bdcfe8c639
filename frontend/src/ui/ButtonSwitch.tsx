import { Button } from 'antd';
import type { ReactNode } from 'react';

interface ButtonSwitchProps<Value> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly icon: ReactNode }[];
  readonly chosen: Value;
  readonly className: string;
  onChange(value: Value): void;
}

export function ButtonSwitch<Value>(props: ButtonSwitchProps<Value>) {
  return (
    <fieldset aria-label={props.label} className={`u-fieldset ${props.className}`}>
      {props.choices.map(({ value, label, icon }) => (
        <Button
          key={label}
          color={value === props.chosen ? 'primary' : 'default'}
          variant={value === props.chosen ? 'filled' : 'text'}
          icon={icon}
          aria-pressed={value === props.chosen}
          onClick={() => props.onChange(value)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
