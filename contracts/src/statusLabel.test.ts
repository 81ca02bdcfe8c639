import { ASSISTANT_STATUS_LABELS } from './assistants.values.ts';
import { statusLabel } from './statusLabel.ts';
import { TASK_STATUS_LABELS } from './tasks.values.ts';

describe('the label of a status', () => {
  test('is the label of the specification', () => {
    expect(statusLabel(TASK_STATUS_LABELS, 'in_queue')).toBe('In Queue');
    expect(statusLabel(ASSISTANT_STATUS_LABELS, 'waiting')).toBe('Waiting to Start');
  });

  test('is the status itself when the status is unknown', () => {
    expect(statusLabel(TASK_STATUS_LABELS, 'teleporting')).toBe('teleporting');
    expect(statusLabel(TASK_STATUS_LABELS, 'toString')).toBe('toString');
  });

  test.each([null, undefined, ''])('is Unknown for %p', (status) => {
    expect(statusLabel(TASK_STATUS_LABELS, status)).toBe('Unknown');
  });
});
