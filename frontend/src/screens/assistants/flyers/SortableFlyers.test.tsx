import { useSortable } from '@dnd-kit/sortable';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { SortableFlyers } from './FlyersEditor.tsx';

const ROW_HEIGHT_PX = 50;
const KEYS = ['a', 'b', 'c'];

function Row({ id }: { id: string }) {
  const { attributes, listeners, setNodeRef } = useSortable({ id });
  return (
    <button type="button" ref={setNodeRef} data-row={id} {...attributes} {...listeners}>
      {id}
    </button>
  );
}

const waitForDragEvents = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const pressKey = async (key: string, code: string) => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code });
  await waitForDragEvents();
};

describe('SortableFlyers', () => {
  beforeEach(() => {
    // jsdom has no layout, but the positions of the rows decide a move.
    jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const top = KEYS.indexOf(this.dataset.row ?? '') * ROW_HEIGHT_PX;
      return new DOMRect(0, top, 300, ROW_HEIGHT_PX);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('calls onMove with the new order after a move by keyboard', async () => {
    const onMove = jest.fn();
    render(
      <SortableFlyers keys={KEYS} onMove={onMove}>
        {KEYS.map((key) => (
          <Row key={key} id={key} />
        ))}
      </SortableFlyers>,
    );
    screen.getByRole('button', { name: 'a' }).focus();
    await pressKey(' ', 'Space');
    await pressKey('ArrowDown', 'ArrowDown');
    await pressKey(' ', 'Space');
    expect(onMove).toHaveBeenCalledWith(['b', 'a', 'c']);
  });
});
