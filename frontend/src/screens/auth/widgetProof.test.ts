import { readWidgetProof } from './widgetProof.ts';

const proofOf = (query: string) => readWidgetProof(new URLSearchParams(query));

describe('readWidgetProof', () => {
  it('keeps every received field unchanged [2.4-03]', () => {
    expect(
      proofOf(
        'id=42&first_name=Mia&last_name=Lane&username=mia&photo_url=https%3A%2F%2Ft.me%2Fi%2Fmia.jpg&auth_date=1700000000&hash=abc',
      ),
    ).toEqual({
      id: '42',
      first_name: 'Mia',
      last_name: 'Lane',
      username: 'mia',
      photo_url: 'https://t.me/i/mia.jpg',
      auth_date: '1700000000',
      hash: 'abc',
    });
  });

  it('adds no field that was not received, because the hash would no longer match', () => {
    expect(Object.keys(proofOf('id=42&first_name=Mia&auth_date=1700000000&hash=abc') ?? {}).sort()).toEqual([
      'auth_date',
      'first_name',
      'hash',
      'id',
    ]);
  });

  it('leaves out query parameters that are not fields of the widget', () => {
    expect(proofOf('id=42&auth_date=1&hash=abc&view=pages')).not.toHaveProperty('view');
  });

  it.each(['', 'first_name=Mia&hash=abc', 'id=&hash=abc'])('returns null without an id: %p', (query) => {
    expect(proofOf(query)).toBeNull();
  });
});
