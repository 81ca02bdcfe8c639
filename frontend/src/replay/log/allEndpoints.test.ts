import { CALL_ARGUMENTS } from '../../../test/callArguments.ts';
import { isKnownEndpoint } from './allEndpoints.ts';

test('every endpoint of the data layer is registered before the first action', () => {
  expect(Object.keys(CALL_ARGUMENTS).filter((name) => !isKnownEndpoint(name))).toEqual([]);
});
