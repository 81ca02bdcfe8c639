import { loadDocument } from './documentLoads.ts';

const at = (href: string) => ({ href, assign: jest.fn<void, [string]>(), reload: jest.fn<void, []>() });

test.each([
  ['http://localhost/', '/?view=pages'],
  ['http://localhost/?view=queue#tgWebAppData=abc', '/?view=pages#tgWebAppData=abc'],
  // Without a fragment the browser loads even the address it is at.
  ['http://localhost/?view=pages', '/?view=pages'],
  ['http://localhost/?view=pages#tgWebAppData=abc', '/?view=pages'],
])('from %s to %s the address alone loads the document', (here, address) => {
  const location = at(here);
  loadDocument(address, location);
  expect(location.assign.mock.calls).toEqual([[address]]);
  expect(location.reload).not.toHaveBeenCalled();
});

test.each(['http://localhost/?view=pages', 'http://localhost/?view=pages#tgWebAppData=abc'])(
  'from %s to the same address with a fragment, which alone loads nothing, the document is reloaded',
  (here) => {
    const location = at(here);
    loadDocument('/?view=pages#tgWebAppData=abc', location);
    expect(location.assign.mock.calls).toEqual([['/?view=pages#tgWebAppData=abc']]);
    expect(location.reload).toHaveBeenCalledTimes(1);
  },
);
