import { Button } from 'antd';

interface UnlinkButtonProps {
  readonly name: string;
  readonly isUnlinking: boolean;
  onUnlink(): void;
}

/** Of one page, on its card and in its row alike. */
export function UnlinkButton({ name, isUnlinking, onUnlink }: UnlinkButtonProps) {
  return (
    <Button size="small" type="text" danger disabled={isUnlinking} aria-label={`Unlink ${name}`} onClick={onUnlink}>
      Unlink
    </Button>
  );
}
