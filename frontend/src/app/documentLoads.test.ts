import { loadDocument } from './documentLoads.ts';

const at = (href: string) => ({ href, assign: jest.fn<void, [string]>(), reload: jest.fn<void, []>() });

test.each([
  ['http://localhost/', '/?view=pages'],
  ['http://localhost/?view=queue#tgWebAppData=abc', '/?view=pages#tgWebAppData=abc'],
  // Without a fragment the browser also loads its current address.
  ['http://localhost/?view=pages', '/?view=pages'],
  ['http://localhost/?view=pages#tgWebAppData=abc', '/?view=pages'],
])('opening %s → %s loads the document by assigning the address', (here, address) => {
  const location = at(here);
  loadDocument(address, location);
  expect(location.assign.mock.calls).toEqual([[address]]);
  expect(location.reload).not.toHaveBeenCalled();
});
