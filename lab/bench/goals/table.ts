/** A goal as a ratio of our figure and the one it is compared with. */
export interface GoalRow {
  name: string;
  ours: string;
  comparedWith: string;
  ratio: number;
  goal: Goal;
}

/** What the ratio should be; `null` for a ratio that is only shown. */
type Goal = { atLeast: number } | { atMost: number } | null;

const WIDTHS = [40, 22, 24, 8, 14, 8];

export function formatHeader(): string {
  return formatCells(['goal', 'ours', 'compared with', 'ratio', 'must be', '']);
}

/** name | ours | compared with | ratio | goal | met */
export function formatGoalRow({ name, ours, comparedWith, ratio, goal }: GoalRow): string {
  return formatCells([name, ours, comparedWith, formatRatio(ratio), formatGoal(goal), judge(ratio, goal)]);
}

/** Two digits that count: 0.012, 1.62, 53.1. */
const formatRatio = (ratio: number): string =>
  ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(ratio < 10 ? 2 : 1);

function formatGoal(goal: Goal): string {
  if (goal === null) return '–';
  return 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;
}

function judge(ratio: number, goal: Goal): string {
  if (goal === null) return '';
  const isMet = 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
  return isMet ? 'met' : 'not met';
}

const formatCells = (cells: readonly string[]): string =>
  cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join(' ')
    .trimEnd();
