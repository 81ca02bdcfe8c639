import { Button } from 'antd';

interface UnlinkButtonProps {
  readonly name: string;
  readonly isUnlinking: boolean;
  onUnlink(): void;
}

export function UnlinkButton({ name, isUnlinking, onUnlink }: UnlinkButtonProps) {
  return (
    <Button size="small" type="text" danger disabled={isUnlinking} aria-label={`Unlink ${name}`} onClick={onUnlink}>
      Unlink
    </Button>
  );
}
