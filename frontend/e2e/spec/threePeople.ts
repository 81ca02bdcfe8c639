import { Person } from './Person.ts';

/** New people whose Telegram ids begin with that of the first: a search for it finds these three and nobody else. */
export async function signUpThreePeople(baseUrl: string): Promise<[Person, Person, Person]> {
  const first = await Person.signUp(baseUrl);
  const another = (digit: number) => Person.signIn(baseUrl, `${first.session.telegram_id}${digit}`);
  return [first, await another(1), await another(2)];
}
