// The evaluation graph as plain numbers: what is drawn where. Scores are from Black's side.
import type { Color } from '../api/types';

export interface GraphValue {
  score: number;
  exact: boolean;
}

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

/**
 * Lines through the known values, over gaps too. A run changes its kind where estimates end and solved scores begin;
 * what spans a gap is an estimate.
 */
export function segments(values: (GraphValue | null)[], range: number, layout: Layout): Segment[] {
  const result: Segment[] = [];
  const plies = values.length - 1;
  let before = -1;
  values.forEach((value, i) => {
    if (!value) return;
    const point = `${xOf(i, plies, layout).toFixed(1)} ${yOf(value.score, range, layout).toFixed(1)}`;
    const last = values[before];
    if (last) {
      const exact = last.exact && value.exact && i === before + 1;
      const open = result.at(-1);
      if (open?.exact === exact) open.path += `L${point}`;
      else {
        const from = `${xOf(before, plies, layout).toFixed(1)} ${yOf(last.score, range, layout).toFixed(1)}`;
        result.push({ path: `M${from}L${point}`, exact });
      }
    }
    before = i;
  });
  return result;
}
