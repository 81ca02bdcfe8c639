import { Descriptions, Typography } from 'antd';
import { Dialog } from '../../ui/Dialog.tsx';
import { TAB_KEYS, VIEW_LABELS } from './views.ts';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'Search'],
  [['n'], 'New post'],
  ...Object.entries(TAB_KEYS).map(([key, view]) => [['g', key], `Show ${VIEW_LABELS[view]}`] as const),
  [['?'], 'List the keys'],
];

export default function DashboardKeysDialog({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  return (
    <Dialog title="Keyboard" open={open} width={440} onClose={onClose}>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={KEYS.map(([pressed, does]) => ({
          key: does,
          label: pressed.map((key) => (
            <Typography.Text key={key} keyboard>
              {key}
            </Typography.Text>
          )),
          children: does,
        }))}
      />
    </Dialog>
  );
}
