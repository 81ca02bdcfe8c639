import type { PickedAccount } from '../shared/recordTypes.ts';
import { answeredAccount } from './answeredAccount.ts';

const CLICKED: PickedAccount = {
  kind: 'account',
  account: { username: [{ css: '#menu a' }], profile: '/staff/{username}', id: { username: true } },
  username: 'nova',
  address: '/',
};
const fetched: string[] = [];

/** The account on a page that has asked the site for these addresses, each with its answer. */
function pickedAfter(answers: Readonly<Record<string, unknown>>): Promise<PickedAccount> {
  fetched.length = 0;
  const entries = Object.keys(answers).map((path) => ({ name: new URL(path, location.origin).href }));
  Object.assign(performance, { getEntriesByType: () => entries });
  Object.assign(globalThis, {
    fetch: async (path: string) => {
      fetched.push(path);
      const answer = Object.entries(answers).find(([address]) => address.split('?')[0] === path)?.[1];
      return { json: async () => JSON.parse(String(answer)) };
    },
  });
  return answeredAccount(CLICKED);
}

test('the account is the value of a username in the answer that the page asks for', async () => {
  const answer = JSON.stringify({ users: [{ id: '1', name: 'Nova', bio: 'nova', slug: 'nova' }] });
  expect(await pickedAfter({ '/api/posts': answer, '/api/users/me/?include=roles': answer })).toEqual({
    ...CLICKED,
    account: { path: '/api/users/me/', field: 'users.0.slug', username: [{ css: 'body' }], id: { username: true } },
  });
  expect(fetched).toEqual(['/api/users/me/']);
});

test.each([
  ['a list of accounts', { '/api/users': '[{"slug":"nova"}]' }],
  ['an answer about another account', { '/api/me': '{"slug":"iris"}' }],
  ['an answer that is no JSON', { '/api/me': '<html>' }],
  ['an answer of another site', { 'https://other.example/api/me': '{"slug":"nova"}' }],
])('with %s it is what was clicked', async (_, answers) => {
  expect(await pickedAfter(answers)).toEqual(CLICKED);
});
