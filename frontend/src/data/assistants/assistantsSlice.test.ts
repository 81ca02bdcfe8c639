import { buildAssistant, uuid } from '../../../test/builders.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import { assistantsSlice, selectAllAssistants, selectAssistantById, type WithAssistants } from './assistantsSlice.ts';

const fold = (...actions: readonly Parameters<typeof assistantsSlice.reducer>[1][]): WithAssistants => ({
  assistants: actions.reduce(assistantsSlice.reducer, assistantsSlice.getInitialState()),
});
const assistant = (n: number) => buildAssistant({ _id: uuid(n) });
const ids = (state: WithAssistants) => selectAllAssistants(state).map((one) => one._id);

test('keeps the order of the server and removes assistants that are no longer listed', () => {
  const state = fold(
    fulfilled('listAssistants', [assistant(1), assistant(2)]),
    fulfilled('listAssistants', [assistant(3), assistant(1)]),
  );
  expect(ids(state)).toEqual([uuid(3), uuid(1)]);
});

test('the result of a search removes no assistant', () => {
  const state = fold(
    fulfilled('listAssistants', [assistant(1), assistant(2)]),
    fulfilled('listAssistants', [assistant(2)], { args: { searchQuery: 'two' } }),
  );
  expect(ids(state)).toEqual([uuid(1), uuid(2)]);
});

test('a new assistant is first', () => {
  const state = fold(fulfilled('listAssistants', [assistant(1)]), fulfilled('createAssistant', assistant(2)));
  expect(ids(state)).toEqual([uuid(2), uuid(1)]);
});

test.each(['addToQueue', 'pauseAssistant', 'resumeAssistant'])('the answer of %s updates the assistant', (name) => {
  const changed = buildAssistant({ _id: uuid(1), status: 'in_queue' });
  const state = fold(
    fulfilled('listAssistants', [assistant(1)]),
    fulfilled(name, { message: '', assistant: changed }, { args: { id: uuid(1) } }),
  );
  expect(selectAssistantById(state, uuid(1))?.status).toBe('in_queue');
});

test('saving settings stores the answer of the server', () => {
  const state = fold(
    fulfilled('listAssistants', [assistant(1)]),
    fulfilled('updateAssistant', buildAssistant({ _id: uuid(1), name: 'Renamed' })),
  );
  expect(selectAssistantById(state, uuid(1))?.name).toBe('Renamed');
});

test('deleting removes the assistant, and the end of the session removes all', () => {
  const listed = fulfilled('listAssistants', [assistant(1)]);
  expect(ids(fold(listed, fulfilled('deleteAssistant', null, { args: { id: uuid(1) } })))).toEqual([]);
  expect(ids(fold(listed, sessionEnded()))).toEqual([]);
});
