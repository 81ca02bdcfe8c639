import { captureStructure } from './captureStructure.ts';

const structureOf = (html: string) => {
  document.body.innerHTML = html;
  return captureStructure(document.body.firstElementChild as Element);
};

test('holds tags, roles, names of attributes and counts', () => {
  expect(
    structureOf(`<form id="a" class="b"><div role="dialog" data-x="1"><button type="button">One</button><button type="submit">Two</button></div>
      <textarea placeholder="Write">draft</textarea></form>`),
  ).toBe(
    ['form [id class]', ' div role=dialog [data-x]', '  button [type] x2', ' textarea [placeholder]', ''].join('\n'),
  );
});

test('holds no text and no value [S14.2-4]', () => {
  const structure = structureOf(
    `<form action="/secret1" title="secret2" role="secret 3"><input value="secret4"><!-- secret5 --><p>secret6</p>
     <select><option value="secret7">secret8</option></select><a href="/secret9">x</a></form>`,
  );
  expect(structure).not.toContain('secret');
  expect(structure).toContain('input [value]');
});

test('has at most 20 KB', () => {
  const structure = structureOf(`<div>${'<p><b></b></p><i></i>'.repeat(5_000)}</div>`);
  expect(new TextEncoder().encode(structure).length).toBeLessThanOrEqual(20_480);
});
