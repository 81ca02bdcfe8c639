import { Person } from './Person.ts';

/** Three new users whose Telegram ids start with that of the first, so that a search for it finds only these. */
export async function signUpThreePeople(baseUrl: string): Promise<[Person, Person, Person]> {
  const first = await Person.signUp(baseUrl);
  const signUpWithSuffix = (digit: number) => Person.signIn(baseUrl, `${first.session.telegram_id}${digit}`);
  return [first, await signUpWithSuffix(1), await signUpWithSuffix(2)];
}
