import { Flex, Input } from 'antd';
import { useId } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';

interface FilterFieldProps {
  readonly label: string;
  /** For a toolbar of one line. The placeholder says what the field is. */
  readonly hidesLabel?: boolean;
  readonly placeholder?: string;
  readonly type?: 'date';
  readonly value: string | null;
  isValid?(text: string): boolean;
  onChange(value: string | null): void;
}

/** A filter that is typed or pasted. Applied with Enter, and when the field loses the focus. */
export function FilterField({
  label,
  hidesLabel = false,
  placeholder,
  type,
  value,
  isValid = () => true,
  onChange,
}: FilterFieldProps) {
  const id = useId();
  const [typed, setTyped] = useUiState<string | null>(`admin.filter/${label}`, null);
  const text = typed ?? value ?? '';
  const isWrong = text.trim() !== '' && !isValid(text.trim());
  const apply = () => {
    if (typed === null || isWrong) return;
    setTyped(null);
    if (typed.trim() !== (value ?? '')) onChange(typed.trim() || null);
  };
  return (
    <Flex vertical gap={2} style={{ flex: type || hidesLabel ? '0 1 170px' : '1 1 220px', maxWidth: 340 }}>
      <label htmlFor={id} className={hidesLabel ? 'u-hidden' : undefined} style={{ fontSize: 12 }}>
        {label}
      </label>
      <Input
        id={id}
        type={type}
        placeholder={placeholder}
        value={text}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        onChange={({ target }) => {
          setTyped(target.value);
          // The date picker applies at once.
          if (type && target.value !== '') {
            setTyped(null);
            onChange(target.value);
          }
        }}
        onPressEnter={apply}
        onBlur={apply}
      />
    </Flex>
  );
}
