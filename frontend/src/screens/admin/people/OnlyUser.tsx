import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button } from 'antd';

interface OnlyUserProps {
  /** Null when the table is not limited to one user. */
  readonly telegramId: string | null;
  onRemove(): void;
}

/** Says that a table has only the rows of one user, and removes this filter. Links from other screens set it. */
export const OnlyUser = ({ telegramId, onRemove }: OnlyUserProps) =>
  telegramId && (
    <Button icon={<CloseOutlined aria-hidden />} title="Show all users" onClick={onRemove}>
      Only user {telegramId}
    </Button>
  );
