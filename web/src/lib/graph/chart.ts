// Axes of plain line charts.
import type { Point } from '../api/types';
import { short } from '../state/numbers';

export interface Range {
  low: number;
  high: number;
}

/** Never empty, so that it can be divided by. */
export function rangeOf(values: readonly number[]): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(low <= high)) return { low: 0, high: 1 };
  if (low === high) return { low: low - 1, high: high + 1 };
  return { low, high };
}

/** Round values within the range, about as many as asked for. */
export function ticks({ low, high }: Range, count: number): number[] {
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const result: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high + step * 1e-9; i += 1) result.push(i * step);
  return result;
}

export const numberText = (value: number): string => {
  const size = Math.abs(value);
  const text = size >= 1000 ? short(size) : String(Number(size.toPrecision(3)));
  return value < 0 && text !== '0' ? `−${text}` : text;
};

export const finite = (points: readonly Point[]): Point[] =>
  points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y) && x !== null && y !== null);
