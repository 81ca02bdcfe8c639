import { MAX_REPEAT_DAYS, MAX_REPEAT_RUNS } from '@flyerdeck/contracts/limits';
import type { Assistant } from '@flyerdeck/contracts/types';
import { Button, Checkbox, Flex, Form, Input, InputNumber, Modal, Radio, Select, Typography } from 'antd';
import { useMemo } from 'react';
import { useSaveRepeatMutation } from '../../../data/assistants/assistantsApi.ts';
import { useBackButton } from '../../../telegram/backButton.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { displayName } from '../assistantRules.ts';
import { failureText } from '../failureText.ts';
import { initialFields, type RepeatFields, repeatBody } from './repeatFields.ts';
import { WEEKDAYS } from './repeatSentence.ts';

interface RepeatDialogProps {
  readonly assistant: Assistant;
  readonly open: boolean;
  onClose(): void;
}

const FULL_WIDTH = { width: '100%' };
const WEEKDAY_GRID = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))', gap: 8 };
const WEEKDAY_OPTIONS = WEEKDAYS.map((label, index) => ({ label, value: index + 1 }));

/** The names that this browser knows, and the chosen one: browsers name some zones differently. */
function useTimeZones(chosen: string) {
  return useMemo(() => {
    const names = new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
    return [...names].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
  }, [chosen]);
}

function RepeatForm({ assistant, onClose }: Omit<RepeatDialogProps, 'open'>) {
  const [form] = Form.useForm<RepeatFields>();
  const { repeat } = assistant;
  const initial = useMemo(() => initialFields(repeat), [repeat]);
  // All fields, also those that are not shown at the moment.
  const fields: RepeatFields = { ...initial, ...Form.useWatch([], { form, preserve: true }) };
  const [save, { isLoading, error }] = useSaveRepeatMutation();
  const timeZones = useTimeZones(initial.time_zone);
  const body = repeatBody(fields);

  const submit = async () => {
    if (!body || isLoading) return;
    const { data } = await save({ id: assistant._id, body });
    if (data) onClose();
  };

  return (
    <Form form={form} layout="vertical" initialValues={initial} disabled={isLoading} onFinish={() => void submit()}>
      <Typography.Paragraph type="secondary">
        Each time, a copy of this assistant with all its flyers is added to the queue. Runs that are missed are skipped.
      </Typography.Paragraph>
      <Form.Item name="pattern" label="Repeat">
        <Radio.Group
          options={[
            { label: 'Every N days', value: 'days' },
            { label: 'On weekdays', value: 'weekdays' },
          ]}
        />
      </Form.Item>
      {fields.pattern === 'days' ? (
        <Form.Item name="every_days" label="Number of days" extra="1 is every day.">
          <InputNumber min={1} max={MAX_REPEAT_DAYS} precision={0} style={FULL_WIDTH} />
        </Form.Item>
      ) : (
        <Form.Item name="weekdays" label="Weekdays">
          <Checkbox.Group options={WEEKDAY_OPTIONS} style={WEEKDAY_GRID} />
        </Form.Item>
      )}
      <Flex wrap gap="0 16px">
        <Form.Item name="local_time" label="Time" style={{ flex: '1 1 120px' }}>
          <Input type="time" />
        </Form.Item>
        <Form.Item name="time_zone" label="Time zone" style={{ flex: '2 1 220px' }}>
          <Select showSearch={{ optionFilterProp: 'label' }} options={timeZones} />
        </Form.Item>
      </Flex>
      <Form.Item name="starts_on" label="First day">
        <Input type="date" />
      </Form.Item>
      <Form.Item name="end" label="End">
        <Radio.Group
          options={[
            { label: 'Never', value: 'never' },
            { label: 'On a day', value: 'date' },
            { label: 'After a number of runs', value: 'runs' },
          ]}
        />
      </Form.Item>
      {fields.end === 'date' && (
        <Form.Item name="ends_on" label="Last day">
          <Input type="date" min={fields.starts_on} />
        </Form.Item>
      )}
      {fields.end === 'runs' && (
        <Form.Item name="max_runs" label="Number of runs" extra={repeat?.runs ? `${repeat.runs} are done.` : undefined}>
          <InputNumber min={(repeat?.runs ?? 0) + 1} max={MAX_REPEAT_RUNS} precision={0} style={FULL_WIDTH} />
        </Form.Item>
      )}
      <Flex vertical gap="middle">
        {error && <ErrorAlert message={failureText('Failed to save the repeat.', error)} />}
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" disabled={body === null || isLoading}>
            Save
          </Button>
        </Flex>
      </Flex>
    </Form>
  );
}

export default function RepeatDialog({ assistant, open, onClose }: RepeatDialogProps) {
  useBackButton(onClose, open);
  return (
    <Modal
      open={open}
      title={`Repeat ${displayName(assistant)}`}
      width={480}
      closable={{ 'aria-label': 'Close' }}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <RepeatForm assistant={assistant} onClose={onClose} />
    </Modal>
  );
}
