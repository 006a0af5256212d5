// Numbers of charts.
import type { Point } from '../api/types';
import { short } from '../state/numbers';

export const numberText = (value: number): string => {
  const size = Math.abs(value);
  const text = size >= 1000 ? short(size) : String(Number(size.toPrecision(3)));
  return value < 0 && text !== '0' ? `−${text}` : text;
};

export const finite = (points: readonly Point[]): Point[] =>
  points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y) && x !== null && y !== null);
