import { commonErrors, type Endpoint, type ErrorResponse, registry } from '@flyerdeck/contracts';
import { type CallResult, successes, type TestServer } from '../testServer.ts';
import { watchChanges } from './databaseFingerprint.testing.ts';
import { SENTENCES } from './sentences.testing.ts';

export type Answer = Pick<CallResult<Endpoint>, 'status' | 'headers' | 'bytes'> & { readonly error: ErrorResponse };

/** An error code of SENTENCES, or a code with its sentence. */
type Refusal = string | { readonly code: string; readonly sentence: string | RegExp };

export interface CallTests {
  /** `run` makes the call, which must succeed with the status of the contract. */
  succeeds(title: string, run: () => Promise<unknown>): void;
  /**
   * `arrange` prepares the data and returns a function that makes the call. The call must be refused with this code and
   * sentence, and with the status that the contract documents for the code. It must not change the database.
   */
  refuses(when: string, refusal: Refusal, arrange: () => Promise<() => Promise<Answer>>): void;
}

function statusOfCode(endpoint: Endpoint, code: string): number {
  const documented = [...Object.entries(endpoint.errors ?? {}), ...Object.entries(commonErrors(endpoint))];
  const found = documented.find(([, codes]) => codes.includes(code));
  if (!found) throw new Error(`${endpoint.method} ${endpoint.path} does not document ${code}`);
  return Number(found[0]);
}

/** Codes that `accessTests` prove for every call: an id in the path that does not exist, and a claim that a device does not hold. */
const provenForEveryCall = ({ access, params, errors }: Endpoint): string[] =>
  params ? [...(errors?.[404]?.slice(0, 1) ?? []), ...(access === 'device' ? ['posting.claim_lost'] : [])] : [];

const nameOf = (endpoint: Endpoint) => Object.entries(registry).find(([, other]) => other === endpoint)?.[0];

/**
 * The tests of one endpoint. An added test fails if these tests and the access tests do not cover the success and every error
 * that the contract documents for the endpoint, so that the documentation stays correct.
 */
export function describeCall(server: TestServer, endpoint: Endpoint, tests: (call: CallTests) => void): void {
  describe(`${endpoint.method} /api${endpoint.path}`, () => {
    const untested = new Set(['success', ...Object.values(endpoint.errors ?? {}).flat()]);
    tests({
      succeeds(title, run) {
        untested.delete('success');
        test(title, async () => {
          successes.delete(endpoint);
          await run();
          const answer = successes.get(endpoint);
          expect(answer).toBeDefined();
          if (endpoint.status === 204) expect(answer?.bytes).toHaveLength(0);
          if (endpoint.response) expect(answer?.headers.get('Cache-Control')).toBe('no-store');
        });
      },
      refuses(when, refusal, arrange) {
        const { code, sentence } =
          typeof refusal === 'string' ? { code: refusal, sentence: SENTENCES[refusal] ?? '' } : refusal;
        untested.delete(code);
        const status = statusOfCode(endpoint, code);
        test(`is refused with ${status} ${code} and changes nothing ${when}`, async () => {
          const call = await arrange();
          const { result: answer, changed } = await watchChanges(server.context.pool, call);
          expect({ status: answer.status, ...answer.error }).toMatchObject({
            status,
            code,
            error: sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence,
          });
          expect(changed).toEqual([]);
        });
      },
    });
    const missing = [...untested].filter((code) => !provenForEveryCall(endpoint).includes(code));
    test('has a test for its success and for every documented error', () => {
      expect(nameOf(endpoint)).toBeDefined();
      expect(missing).toEqual([]);
    });
  });
}
