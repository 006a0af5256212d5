// The evaluation graph as plain numbers: what is drawn where. Scores are from Black's side.
import type { Color, Value } from '../api/types';

export interface Loss {
  ply: number;
  color: Color;
  loss: number;
}

export interface Layout {
  width: number;
  /** Of the score part. */
  height: number;
  left: number;
  right: number;
}

/** The smallest of a few round ranges that holds every score and loss. */
export function scoreRange(scores: number[]): number {
  const most = Math.max(0, ...scores.map(Math.abs));
  return [8, 16, 32, 64, 128, 256].find((range) => most <= range) ?? most;
}

export const xOf = (ply: number, plies: number, { width, left, right }: Layout): number =>
  left + (plies === 0 ? 0 : (ply / plies) * (width - left - right));

export const yOf = (score: number, range: number, { height }: Layout): number =>
  height / 2 - (score / range) * (height / 2 - 6);

export function plyAt(x: number, plies: number, { width, left, right }: Layout): number {
  const share = (x - left) / Math.max(1, width - left - right);
  return Math.max(0, Math.min(plies, Math.round(share * plies)));
}

export interface Segment {
  path: string;
  exact: boolean;
}

/** Runs of known values; a run changes its kind where estimates end and solved scores begin. */
export function segments(
  values: (Pick<Value, 'score' | 'exact'> | null)[],
  range: number,
  layout: Layout,
): Segment[] {
  const result: Segment[] = [];
  const plies = values.length - 1;
  const point = (i: number) =>
    `${xOf(i, plies, layout).toFixed(1)} ${yOf(values[i]!.score, range, layout).toFixed(1)}`;
  for (let i = 1; i < values.length; i += 1) {
    const a = values[i - 1];
    const b = values[i];
    if (!a || !b) continue;
    const exact = a.exact && b.exact;
    const open = result.at(-1);
    const end = `L${point(i)}`;
    if (open && open.exact === exact && values[i - 1] && open.path.endsWith(point(i - 1))) open.path += end;
    else result.push({ path: `M${point(i - 1)}${end}`, exact });
  }
  return result;
}
