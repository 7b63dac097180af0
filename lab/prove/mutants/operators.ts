import { isNode, type Node } from './tree.ts';

/** One replacement in the source, and its description. */
export interface Change {
  start: number;
  end: number;
  text: string;
  what: string;
}

type Make = (text: string, node?: Node) => Change;
type Operator = (node: Node, source: string, make: Make) => Change[];

const OPERATOR_SWAPS: Record<string, readonly string[]> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
};

/** Calls that are easily confused with each other, and calls that are easily forgotten. */
const CALL_SWAPS: Record<string, string> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  round: 'floor',
  some: 'every',
  every: 'some',
  padStart: 'padEnd',
  padEnd: 'padStart',
  startsWith: 'endsWith',
};
const REMOVABLE_CALLS = ['filter', 'slice', 'trim', 'toLowerCase', 'toUpperCase', 'toReversed', 'toSorted'];

const getField = (node: Node, name: string): Node | null => {
  const value = node[name];
  return isNode(value) ? value : null;
};
const getNodes = (node: Node, name: string): Node[] => (node[name] as unknown[]).filter(isNode);
const getText = (node: Node, source: string) => source.slice(node.start, node.end);

function mutateOperator(node: Node, source: string, make: Make): Change[] {
  const [left, right] = [getField(node, 'left'), getField(node, 'right')];
  const operator = String(node['operator']);
  if (!left || !right) return [];
  const [before, after] = [getText(left, source), getText(right, source)];
  const others = (OPERATOR_SWAPS[operator] ?? []).map((other) => make(`${before} ${other} ${after}`));
  // Each side alone simulates forgetting the other.
  const alone = node.type === 'LogicalExpression' ? [make(before), make(after)] : [];
  return [...others, ...alone];
}

function mutateNumber(node: Node, make: Make): Change[] {
  const { value } = node;
  if (typeof value === 'number') return [make(String(value + 1)), make(toOperand(value - 1))];
  if (typeof value === 'bigint') return [make(`${value + 1n}n`), make(`${value - 1n}n`)];
  return [];
}

const toOperand = (value: number) => (value < 0 ? `(${value})` : String(value));

/** Removes anchors, and makes bounds one wider or narrower. */
function mutatePattern(node: Node, source: string, make: Make): Change[] {
  const text = getText(node, source);
  const end = text.lastIndexOf('/');
  const [pattern, flags] = [text.slice(1, end), text.slice(end + 1)];
  const changed = [pattern.replace(/^\^/, ''), pattern.replace(/\$$/, ''), pattern.replace(/\)\?/, ')')];
  for (const bound of pattern.matchAll(/\{(\d+,)?(\d+)\}/g)) {
    const [whole, least = '', most] = bound;
    for (const step of [1, -1]) {
      const other = `{${least}${Number(most) + step}}`;
      changed.push(pattern.slice(0, bound.index) + other + pattern.slice(bound.index + whole.length));
    }
  }
  return changed.filter((other) => other !== pattern).map((other) => make(`/${other}/${flags}`));
}

function mutateLiteral(node: Node, source: string, make: Make): Change[] {
  if (node['regex']) return mutatePattern(node, source, make);
  if (typeof node['value'] === 'boolean') return [make(String(!node['value']))];
  if (typeof node['value'] === 'string') return [make(node['value'] === '' ? "'a mutant'" : "''")];
  return mutateNumber(node, make);
}

function mutateCall(node: Node, source: string, make: Make): Change[] {
  const callee = getField(node, 'callee');
  if (callee?.type !== 'MemberExpression' || callee['computed'] === true) return [];
  const [object, property] = [getField(callee, 'object'), getField(callee, 'property')];
  if (!object || !property) return [];
  const name = String(property['name']);
  const other = CALL_SWAPS[name];
  return [
    ...(other === undefined ? [] : [make(other, property)]),
    ...(REMOVABLE_CALLS.includes(name) ? [make(getText(object, source))] : []),
  ];
}

/** Leaves out each element with its comma. */
function removeEach(node: Node, name: string, source: string, make: Make): Change[] {
  const list = getNodes(node, name);
  const [open, close] = node.type === 'ArrayExpression' ? ['[', ']'] : ['{', '}'];
  return list.map((removedNode) => {
    const remaining = list
      .filter((element) => element !== removedNode)
      .map((element) => getText(element, source));
    const change = make(`${open}${remaining.join(', ')}${close}`);
    return { ...change, what: `without ${shorten(getText(removedNode, source))}` };
  });
}

const mutateCondition: Operator = (node, _source, make) => {
  const test = getField(node, 'test');
  return test ? [make('true', test), make('false', test)] : [];
};
/** Only `false`, because an endless loop would just time out. */
const mutateLoop: Operator = (node, _source, make) => {
  const test = getField(node, 'test');
  return test ? [make('false', test)] : [];
};
const removeStatement: Operator = (_node, _source, make) => [{ ...make(';'), what: 'removed' }];

const OPERATORS: Record<string, Operator> = {
  BinaryExpression: mutateOperator,
  LogicalExpression: mutateOperator,
  AssignmentExpression: mutateOperator,
  UpdateExpression: (node, source, make) => {
    const argument = getField(node, 'argument');
    return argument
      ? [make(getText(argument, source) + (OPERATOR_SWAPS[String(node['operator'])]?.[0] ?? ''))]
      : [];
  },
  UnaryExpression: (node, source, make) => {
    const argument = getField(node, 'argument');
    return argument && ['!', '-'].includes(String(node['operator'])) ? [make(getText(argument, source))] : [];
  },
  Literal: mutateLiteral,
  TemplateLiteral: (_node, _source, make) => [make("''")],
  IfStatement: mutateCondition,
  ConditionalExpression: mutateCondition,
  ForStatement: mutateLoop,
  WhileStatement: mutateLoop,
  CallExpression: mutateCall,
  ArrayExpression: (node, source, make) => removeEach(node, 'elements', source, make),
  ObjectExpression: (node, source, make) => removeEach(node, 'properties', source, make),
  MemberExpression: (node, source, make) => {
    const [object, property] = [getField(node, 'object'), getField(node, 'property')];
    if (node['optional'] !== true || !object || !property || node['computed'] === true) return [];
    return [make(`${getText(object, source)}.${getText(property, source)}`)];
  },
  ExpressionStatement: removeStatement,
  ThrowStatement: removeStatement,
  ReturnStatement: (node, _source, make) => {
    const argument = getField(node, 'argument');
    // mutateLiteral already inverts a boolean literal, and returning undefined acts like returning false.
    const isYesOrNo = argument?.type === 'Literal' && typeof argument['value'] === 'boolean';
    return argument && !isYesOrNo ? [{ ...make('return undefined;'), what: 'returns nothing' }] : [];
  },
};

const SHORT = 48;
const shorten = (text: string) => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > SHORT ? `${line.slice(0, SHORT)}…` : line;
};

/** The text of a thrown error is only for reading; no test checks it. */
const isErrorText = (node: Node, inside: readonly Node[]) =>
  (node.type === 'Literal' || node.type === 'TemplateLiteral') &&
  inside.some((outer) => outer.type === 'ThrowStatement') &&
  inside[0]?.type === 'NewExpression';

export function listChanges(node: Node, inside: readonly Node[], source: string): Change[] {
  if (isErrorText(node, inside)) return [];
  // Numbers in types and keys are never visited, and a shorthand property has nothing to change.
  const make: Make = (text, at = node) => ({
    start: at.start,
    end: at.end,
    text,
    what: `${shorten(getText(at, source))} → ${shorten(text)}`,
  });
  return OPERATORS[node.type]?.(node, source, make) ?? [];
}
