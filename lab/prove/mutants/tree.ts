/** The fields of a node that the mutator uses; the parser has two hundred node types. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const listNodes = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

/** TypeScript nodes whose expression runs. Every other TypeScript node is for the type checker only. */
const TYPED_EXPRESSIONS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];
const NAMES_ONLY = ['ImportDeclaration', 'ExportAllDeclaration'];

/** The child nodes that run, in source order: no types, imports or property names. */
export function listChildren(node: Node): Node[] {
  if (NAMES_ONLY.includes(node.type)) return [];
  if (TYPED_EXPRESSIONS.includes(node.type)) return listNodes(node['expression']);
  if (node.type.startsWith('TS')) return [];
  const fields = Object.entries(node)
    .filter(([name]) => !(name === 'key' && node['computed'] !== true) && name !== 'parent')
    .filter(([name]) => !(name === 'property' && node['computed'] !== true));
  return fields
    .flatMap(([, value]) => listNodes(value))
    .toSorted((first, second) => first.start - second.start);
}
