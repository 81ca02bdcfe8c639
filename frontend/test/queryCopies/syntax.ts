/** A node of swc's syntax tree. Its other fields depend on its type. */
export interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}
export const WRAPPERS = [
  'TsNonNullExpression',
  'TsAsExpression',
  'TsSatisfiesExpression',
  'TsConstAssertion',
  'ParenthesisExpression',
];
const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'];

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
export const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value : []).filter(isNode);
export const nameOf = (node: unknown): string => (isNode(node) && typeof node.value === 'string' ? node.value : '');
export const isFunction = (node: Node | undefined): boolean => node !== undefined && FUNCTIONS.includes(node.type);
/** Turns `list?.map` into `list.map`. */
export const unchained = (node: Node): Node =>
  node.type === 'OptionalChainingExpression' ? (node.base as Node) : node;
export const argumentsOf = (call: Node): Node[] =>
  ((call.arguments ?? []) as { expression: Node }[]).map(({ expression }) => expression);
