/** What the mutator knows of a node; the parser's own types name two hundred. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

/** What of a typed node runs; everything else that TypeScript adds is for the checker only. */
const TYPED_EXPRESSIONS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];
const NAMES_ONLY = ['ImportDeclaration', 'ExportAllDeclaration'];

/** The parts of a node that run, in their order: no types, no imports, no names of properties. */
export function childrenOf(node: Node): Node[] {
  if (NAMES_ONLY.includes(node.type)) return [];
  if (TYPED_EXPRESSIONS.includes(node.type)) return nodesIn(node['expression']);
  if (node.type.startsWith('TS')) return [];
  const fields = Object.entries(node)
    .filter(([name]) => !(name === 'key' && node['computed'] !== true) && name !== 'parent')
    .filter(([name]) => !(name === 'property' && node['computed'] !== true));
  return fields.flatMap(([, value]) => nodesIn(value)).toSorted((one, other) => one.start - other.start);
}
