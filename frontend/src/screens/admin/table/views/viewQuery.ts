/** Parameters that are not part of a view: page and opened rows, and `view`, which only marks the standard view. */
const LEFT_OUT = ['page', 'open', 'view'];

/** The state of a table in the URL, in an order that does not depend on how it was chosen. */
export function viewQueryOf(params: URLSearchParams): string {
  const query = new URLSearchParams(params);
  for (const name of LEFT_OUT) query.delete(name);
  query.sort();
  return query.toString();
}
