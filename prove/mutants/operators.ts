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

const OTHERS: Record<string, readonly string[]> = {
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
const OTHER_CALLS: Record<string, string> = {
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
const FORGOTTEN_CALLS = ['filter', 'slice', 'trim', 'toLowerCase', 'toUpperCase', 'toReversed', 'toSorted'];

const field = (node: Node, name: string): Node | null => {
  const value = node[name];
  return isNode(value) ? value : null;
};
const listOf = (node: Node, name: string): Node[] => (node[name] as unknown[]).filter(isNode);
const textOf = (node: Node, source: string) => source.slice(node.start, node.end);

function otherOperator(node: Node, source: string, make: Make): Change[] {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  const operator = String(node['operator']);
  if (!left || !right) return [];
  const [before, after] = [textOf(left, source), textOf(right, source)];
  const others = (OTHERS[operator] ?? []).map((other) => make(`${before} ${other} ${after}`));
  // Each side alone simulates forgetting the other.
  const alone = node.type === 'LogicalExpression' ? [make(before), make(after)] : [];
  return [...others, ...alone];
}

function otherNumber(node: Node, make: Make): Change[] {
  const { value } = node;
  if (typeof value === 'number') return [make(String(value + 1)), make(asOperand(value - 1))];
  if (typeof value === 'bigint') return [make(`${value + 1n}n`), make(`${value - 1n}n`)];
  return [];
}

const asOperand = (value: number) => (value < 0 ? `(${value})` : String(value));

/** Removes anchors, and makes bounds one wider or narrower. */
function otherPattern(node: Node, source: string, make: Make): Change[] {
  const text = textOf(node, source);
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

function otherLiteral(node: Node, source: string, make: Make): Change[] {
  if (node['regex']) return otherPattern(node, source, make);
  if (typeof node['value'] === 'boolean') return [make(String(!node['value']))];
  if (typeof node['value'] === 'string') return [make(node['value'] === '' ? "'a mutant'" : "''")];
  return otherNumber(node, make);
}

function otherCall(node: Node, source: string, make: Make): Change[] {
  const callee = field(node, 'callee');
  if (callee?.type !== 'MemberExpression' || callee['computed'] === true) return [];
  const [object, property] = [field(callee, 'object'), field(callee, 'property')];
  if (!object || !property) return [];
  const name = String(property['name']);
  const other = OTHER_CALLS[name];
  return [
    ...(other === undefined ? [] : [make(other, property)]),
    ...(FORGOTTEN_CALLS.includes(name) ? [make(textOf(object, source))] : []),
  ];
}

/** Leaves out each element with its comma. */
function withoutEach(node: Node, name: string, source: string, make: Make): Change[] {
  const list = listOf(node, name);
  const [open, close] = node.type === 'ArrayExpression' ? ['[', ']'] : ['{', '}'];
  return list.map((left) => {
    const kept = list.filter((one) => one !== left).map((one) => textOf(one, source));
    const change = make(`${open}${kept.join(', ')}${close}`);
    return { ...change, what: `without ${short(textOf(left, source))}` };
  });
}

const condition: Operator = (node, _source, make) => {
  const test = field(node, 'test');
  return test ? [make('true', test), make('false', test)] : [];
};
/** Only `false`, because an endless loop would just time out. */
const loop: Operator = (node, _source, make) => {
  const test = field(node, 'test');
  return test ? [make('false', test)] : [];
};
const removed: Operator = (_node, _source, make) => [{ ...make(';'), what: 'removed' }];

const OPERATORS: Record<string, Operator> = {
  BinaryExpression: otherOperator,
  LogicalExpression: otherOperator,
  AssignmentExpression: otherOperator,
  UpdateExpression: (node, source, make) => {
    const argument = field(node, 'argument');
    return argument ? [make(textOf(argument, source) + (OTHERS[String(node['operator'])]?.[0] ?? ''))] : [];
  },
  UnaryExpression: (node, source, make) => {
    const argument = field(node, 'argument');
    return argument && ['!', '-'].includes(String(node['operator'])) ? [make(textOf(argument, source))] : [];
  },
  Literal: otherLiteral,
  TemplateLiteral: (_node, _source, make) => [make("''")],
  IfStatement: condition,
  ConditionalExpression: condition,
  ForStatement: loop,
  WhileStatement: loop,
  CallExpression: otherCall,
  ArrayExpression: (node, source, make) => withoutEach(node, 'elements', source, make),
  ObjectExpression: (node, source, make) => withoutEach(node, 'properties', source, make),
  MemberExpression: (node, source, make) => {
    const [object, property] = [field(node, 'object'), field(node, 'property')];
    if (node['optional'] !== true || !object || !property || node['computed'] === true) return [];
    return [make(`${textOf(object, source)}.${textOf(property, source)}`)];
  },
  ExpressionStatement: removed,
  ThrowStatement: removed,
  ReturnStatement: (node, _source, make) => {
    const argument = field(node, 'argument');
    // mutateLiteral already inverts a boolean literal, and returning undefined acts like returning false.
    const isYesOrNo = argument?.type === 'Literal' && typeof argument['value'] === 'boolean';
    return argument && !isYesOrNo ? [{ ...make('return undefined;'), what: 'returns nothing' }] : [];
  },
};

const SHORT = 48;
const short = (text: string) => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > SHORT ? `${line.slice(0, SHORT)}…` : line;
};

/** The text of a thrown error is only for reading; no test checks it. */
const isForReading = (node: Node, inside: readonly Node[]) =>
  (node.type === 'Literal' || node.type === 'TemplateLiteral') &&
  inside.some((outer) => outer.type === 'ThrowStatement') &&
  inside[0]?.type === 'NewExpression';

export function changesOf(node: Node, inside: readonly Node[], source: string): Change[] {
  if (isForReading(node, inside)) return [];
  // Numbers in types and keys are never visited, and a shorthand property has nothing to change.
  const make: Make = (text, at = node) => ({
    start: at.start,
    end: at.end,
    text,
    what: `${short(textOf(at, source))} → ${short(text)}`,
  });
  return OPERATORS[node.type]?.(node, source, make) ?? [];
}
