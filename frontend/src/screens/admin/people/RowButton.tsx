import { Button } from 'antd';
import { memo } from 'react';

interface RowButtonProps<Row> {
  readonly row: Row;
  readonly text: string;
  /** Says of whom. */
  readonly label: string;
  /** Stays the same from render to render. */
  readonly onPress: (row: Row) => void;
}

function PlainRowButton<Row>({ row, text, label, onPress }: RowButtonProps<Row>) {
  return (
    // Not a stop of its own for the Tab key: the control at the row's beginning does the same.
    <Button size="small" tabIndex={-1} aria-label={label} onClick={() => onPress(row)}>
      {text}
    </Button>
  );
}

/** The action at the end of a row; while a search narrows the rows, those that stay do not draw theirs anew. */
export const RowButton = memo(PlainRowButton) as typeof PlainRowButton;
