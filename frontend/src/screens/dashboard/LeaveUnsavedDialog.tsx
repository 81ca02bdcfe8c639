import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface LeaveUnsavedDialogProps {
  onLeave(): void;
  onStay(): void;
}

/** Asks for confirmation before unsaved edits are lost. */
export default function LeaveUnsavedDialog({ onLeave, onStay }: LeaveUnsavedDialogProps) {
  return (
    <ConfirmDialog open title="Log out without saving?" action="Log out" onConfirm={onLeave} onCancel={onStay}>
      Some of your latest changes could not be saved yet. They are lost when you log out now.
    </ConfirmDialog>
  );
}
