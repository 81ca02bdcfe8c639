import { parseSync } from '@swc/core';
import { either, elementOf, isData, type Kind, madeOf, propertyOf, resultOfHook } from './kinds.ts';
import { argumentsOf, isFunction, isNode, type Node, nameOf, nodes, unchained, WRAPPERS } from './syntax.ts';

type Scope = Map<string, Kind>;

/**
 * When code runs: while rendering, in an effect, or in an event handler. Copies in event handlers are allowed, for
 * example of a user's choice.
 */
type When = 'render' | 'effect' | 'event';

const EFFECTS = ['useEffect', 'useLayoutEffect', 'useInsertionEffect', 'useEffectEvent'];
const COMPARISONS = ['===', '!==', '==', '!=', '<', '>', '<=', '>=', 'in', 'instanceof'];
const METHODS_WITHOUT_ROWS = ['some', 'every', 'includes', 'has', 'indexOf', 'findIndex'];
/**
 * Finds copies of RTK Query's data in React state. Collects, over all files, what functions are called with and what
 * hooks return.
 */
export class QueryCopies {
  private readonly parameters = new Map<string, Kind[]>();
  private readonly results = new Map<string, Kind>();
  private found: string[] = [];

  /** Each copy as 'file Function: state, setter or ref'. */
  static find(files: Readonly<Record<string, string>>): string[] {
    const search = new QueryCopies();
    const modules = Object.entries(files).map(([file, text]) => ({
      file,
      module: parseSync(text, {
        syntax: 'typescript',
        tsx: file.endsWith('.tsx'),
        target: 'es2022',
      }) as unknown as Node,
    }));
    // Props and hooks pass data between files, so all files are read again until nothing new is found.
    for (let known = ''; ; ) {
      search.found = [];
      for (const { file, module } of modules) new FileWalk(search, file).walkModule(module);
      const now = JSON.stringify([[...search.parameters], [...search.results]]);
      if (now === known) return [...new Set(search.found)].sort();
      known = now;
    }
  }

  report(copy: string): void {
    this.found.push(copy);
  }
  addParameter(name: string, index: number, kind: Kind): void {
    const known = this.parameters.get(name) ?? [];
    known[index] = either(known[index] ?? 'clean', kind);
    this.parameters.set(name, known);
  }
  parameterOf(name: string, index: number): Kind {
    return this.parameters.get(name)?.[index] ?? 'clean';
  }
  addResult(name: string, kind: Kind): void {
    this.results.set(name, either(this.results.get(name) ?? 'clean', kind));
  }
  resultOfCall(name: string): Kind | null {
    return resultOfHook(name) ?? this.results.get(name) ?? null;
  }
}

class FileWalk {
  /** The component or hook that is being read. */
  private owner = '';

  constructor(
    private readonly search: QueryCopies,
    private readonly file: string,
  ) {}

  walkModule(module: Node): void {
    this.walk(module, new Map(), 'event');
  }

  private report(into: string): void {
    this.search.report(`${this.file} ${this.owner}: ${into}`);
  }

  private walk(node: unknown, scope: Scope, when: When): void {
    if (!isNode(node)) {
      for (const part of Object.values(node ?? {})) if (typeof part === 'object') this.walk(part, scope, when);
    } else if (isFunction(node)) this.walkFunction(node, nameOf(node.identifier), scope, 'event');
    else if (node.type === 'VariableDeclarator') this.walkDeclarator(node, scope, when);
    else if (node.type === 'CallExpression') this.walkCall(node, scope, when);
    else {
      if (node.type === 'AssignmentExpression') this.checkAssignment(node, scope);
      if (node.type === 'JSXOpeningElement') this.addProps(node, scope);
      if (node.type === 'ReturnStatement') this.addResult(node.argument, scope, when);
      this.walk(Object.values(node), scope, when);
    }
  }

  /** `given` is the kind of a callback's argument. */
  private walkFunction(fn: Node, name: string, outer: Scope, when: When, given: Kind = 'clean'): void {
    const scope: Scope = new Map(outer);
    const isOwner = /^([A-Z]|use[A-Z])/.test(name);
    const before = this.owner;
    if (isOwner) this.owner = name;
    for (const [index, parameter] of nodes(fn.params).entries()) {
      const pattern = parameter.type === 'Parameter' ? (parameter.pat as Node) : parameter;
      this.bind(pattern, isOwner ? this.search.parameterOf(name, index) : index === 0 ? given : 'clean', scope);
    }
    const inside = isOwner ? 'render' : when;
    const body = fn.body as Node;
    if (isOwner && !('stmts' in body)) this.addResult(body, scope, inside);
    this.walk(body, scope, inside);
    this.owner = before;
  }

  private walkDeclarator({ id, init }: Node, scope: Scope, when: When): void {
    if (!isNode(init)) return;
    const state = isNode(id) && id.type === 'ArrayPattern' ? nameOf((id.elements as unknown[])[0]) : nameOf(id);
    if (isFunction(init)) this.walkFunction(init, state, scope, 'event');
    else if (init.type === 'CallExpression') this.walkCall(init, scope, when, state);
    else this.walk(init, scope, when);
    this.bind(id as Node, this.kindOf(init, scope), scope);
  }

  private walkCall(call: Node, scope: Scope, when: When, into = 'unnamed'): void {
    const callee = unchained(call.callee as Node);
    const name = nameOf(callee);
    const given = argumentsOf(call);
    const kinds = given.map((argument) =>
      isFunction(argument) ? this.resultOf(argument, scope) : this.kindOf(argument, scope),
    );
    const copies = kinds.some(isData);
    if (['useState', 'useReducer', 'useRef'].includes(name) && copies) this.report(into);
    const called = this.kindOf(callee, scope);
    if (called === 'setter' && when !== 'event' && copies) this.report(name);
    if (called === 'dispatch' && when === 'effect' && copies) this.report('dispatch');
    if (/^use[A-Z]/.test(name))
      for (const [index, kind] of kinds.entries()) this.search.addParameter(name, index, kind);

    this.walk(callee, scope, when);
    const over = callee.type === 'MemberExpression' ? this.kindOf(callee.object as Node, scope) : 'clean';
    for (const argument of given) {
      if (!isFunction(argument)) this.walk(argument, scope, when);
      else if (EFFECTS.includes(name)) this.walkFunction(argument, '', scope, 'effect');
      else if (name === 'useCallback') this.walkFunction(argument, '', scope, 'event');
      else this.walkFunction(argument, nameOf(argument.identifier) || (name === 'memo' ? into : ''), scope, when, over);
    }
  }

  private checkAssignment({ left, right }: Node, scope: Scope): void {
    if (!isNode(left) || left.type !== 'MemberExpression' || nameOf(left.property) !== 'current') return;
    if (this.kindOf(left.object as Node, scope) === 'ref' && isData(this.kindOf(right as Node, scope))) {
      this.report(nameOf(left.object));
    }
  }

  private addProps({ name, attributes }: Node, scope: Scope): void {
    const component = nameOf(name);
    if (!/^[A-Z]/.test(component)) return;
    const props = nodes(attributes)
      .filter(({ type, value }) => type === 'JSXAttribute' && isNode(value))
      .map((attribute): [string, Kind] => {
        const { expression } = attribute.value as { expression?: Node };
        return [nameOf(attribute.name), expression ? this.kindOf(expression, scope) : 'clean'];
      });
    this.search.addParameter(component, 0, { of: Object.fromEntries(props) });
  }

  private addResult(answer: unknown, scope: Scope, when: When): void {
    if (when === 'render' && isNode(answer) && /^use[A-Z]/.test(this.owner)) {
      this.search.addResult(this.owner, this.kindOf(answer, scope));
    }
  }

  private bind(pattern: Node, kind: Kind, scope: Scope): void {
    if (pattern.type === 'Identifier') scope.set(nameOf(pattern), kind);
    if (pattern.type === 'AssignmentPattern') this.bind(pattern.left as Node, kind, scope);
    if (pattern.type === 'RestElement') this.bind(pattern.argument as Node, kind, scope);
    if (pattern.type === 'ArrayPattern') {
      for (const [index, element] of (pattern.elements as unknown[]).entries()) {
        if (isNode(element)) this.bind(element, elementOf(kind, index), scope);
      }
    }
    if (pattern.type === 'ObjectPattern') {
      for (const property of nodes(pattern.properties)) {
        if (property.type === 'RestElement') this.bind(property, kind, scope);
        else if (property.type === 'KeyValuePatternProperty')
          this.bind(property.value as Node, propertyOf(kind, nameOf(property.key)), scope);
        else scope.set(nameOf(property.key), propertyOf(kind, nameOf(property.key)));
      }
    }
  }

  /** The kind that a function returns when it is called with data, or an element of data, as `given` says. */
  private resultOf(fn: Node, outer: Scope, given: Kind = 'clean'): Kind {
    const scope: Scope = new Map(outer);
    for (const [index, parameter] of nodes(fn.params).entries()) {
      const pattern = parameter.type === 'Parameter' ? (parameter.pat as Node) : parameter;
      this.bind(pattern, index === 0 ? given : 'clean', scope);
    }
    const body = fn.body as Node;
    if (!('stmts' in body)) return this.kindOf(body, scope);
    const results: Kind[] = [];
    const look = (node: unknown): void => {
      if (Array.isArray(node)) for (const part of node) look(part);
      if (!isNode(node) || isFunction(node)) return;
      if (node.type === 'VariableDeclaration') {
        for (const { id, init } of nodes(node.declarations)) {
          if (isNode(init)) this.bind(id as Node, this.kindOf(init, scope), scope);
        }
      }
      if (node.type === 'ReturnStatement' && isNode(node.argument)) results.push(this.kindOf(node.argument, scope));
      look(Object.values(node));
    };
    look(body.stmts);
    return results.reduce(either, 'clean');
  }

  private kindOf(node: Node, scope: Scope): Kind {
    if (WRAPPERS.includes(node.type)) return this.kindOf(node.expression as Node, scope);
    const of = (part: unknown): Kind => (isNode(part) ? this.kindOf(part, scope) : 'clean');
    switch (node.type) {
      case 'Identifier':
        return scope.get(nameOf(node)) ?? 'clean';
      case 'AwaitExpression':
        return of(node.argument);
      case 'OptionalChainingExpression':
        return of(node.base);
      case 'MemberExpression': {
        const { property } = node as { property?: Node };
        if (property?.type === 'Computed') return of(node.object) === 'data' ? 'data' : 'clean';
        return propertyOf(of(node.object), nameOf(property));
      }
      case 'CallExpression':
        return this.kindOfCall(node, scope);
      case 'NewExpression':
        return madeOf(argumentsOf(node).map(of));
      case 'BinaryExpression': {
        const operator = String(node.operator);
        if (COMPARISONS.includes(operator)) return 'clean';
        return operator === '&&' ? of(node.right) : either(of(node.left), of(node.right));
      }
      case 'ConditionalExpression':
        return either(of(node.consequent), of(node.alternate));
      case 'TemplateLiteral':
        return madeOf(nodes(node.expressions).map(of));
      case 'ArrayExpression':
        return madeOf(
          ((node.elements ?? []) as ({ expression: Node } | null)[]).map((element) => of(element?.expression)),
        );
      case 'ObjectExpression':
        return this.kindOfObject(node, scope);
      default:
        return 'clean';
    }
  }

  private kindOfObject(node: Node, scope: Scope): Kind {
    let kind: { of: Record<string, Kind> } = { of: {} };
    for (const property of nodes(node.properties)) {
      if (property.type === 'Identifier') kind.of[nameOf(property)] = this.kindOf(property, scope);
      if (property.type === 'KeyValueProperty') {
        kind.of[nameOf(property.key)] = this.kindOf(property.value as Node, scope);
      }
      if (property.type === 'SpreadElement') {
        const spread = this.kindOf(property.arguments as Node, scope);
        if (typeof spread === 'object') kind = { of: { ...kind.of, ...spread.of } };
        else if (isData(spread)) return 'data';
      }
    }
    return kind;
  }

  private kindOfCall(call: Node, scope: Scope): Kind {
    const callee = unchained(call.callee as Node);
    const given = argumentsOf(call);
    const name = nameOf(callee);
    const results = () => given.map((argument) => (isFunction(argument) ? 'clean' : this.kindOf(argument, scope)));
    const [first] = given;
    if (name === 'useMemo' && first) return this.resultOf(first, scope);
    if (/^use[A-Z]/.test(name)) return this.search.resultOfCall(name) ?? 'clean';
    if (name === 'Boolean') return 'clean';
    if (this.kindOf(callee, scope) === 'trigger') return 'query';
    if (callee.type !== 'MemberExpression') return madeOf(results());
    const method = nameOf(callee.property);
    const over = this.kindOf(callee.object as Node, scope);
    if (METHODS_WITHOUT_ROWS.includes(method)) return 'clean';
    if (method === 'unwrap') return isData(over) ? 'data' : 'clean';
    if (['map', 'flatMap'].includes(method) && first && isFunction(first)) return this.resultOf(first, scope, over);
    return madeOf([over, ...results()]);
  }
}
