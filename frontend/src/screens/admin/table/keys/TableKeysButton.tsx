import { Button, type ButtonProps } from 'antd';
import { useMediaQuery } from '../../../../app/useMediaQuery.ts';

/** Opens the list of keys. Not shown on screens that are used by touch. */
export function TableKeysButton(props: Pick<ButtonProps, 'onClick' | 'size'>) {
  const isNarrow = useMediaQuery('(max-width: 719px)');
  const isTouch = useMediaQuery('(pointer: coarse)');
  if (isNarrow || isTouch) return null;
  return (
    <Button aria-label="Keyboard shortcuts" title="Keyboard shortcuts" {...props}>
      ?
    </Button>
  );
}
