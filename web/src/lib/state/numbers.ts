// How scores, times and their provenance are written, the same everywhere.
import type { Value } from '../api/types';

export const signed = (score: number, digits = 0): string => {
  const text = Math.abs(score).toFixed(digits);
  if (Number(text) === 0) return digits ? '0.0' : '0';
  return `${score < 0 ? '−' : '+'}${text}`;
};

/** Solved scores are whole discs; estimates show a decimal as long as it fits. */
export function scoreText(value: Pick<Value, 'score' | 'exact'> & Partial<Pick<Value, 'win_rate'>>): string {
  if (value.score !== null) return signed(value.score, value.exact || Math.abs(value.score) >= 9.95 ? 0 : 1);
  // Where discs cannot be estimated, the chance to win is all there is.
  return typeof value.win_rate === 'number' ? `${Math.round(100 * value.win_rate)}%` : '?';
}

export const short = (n: number): string =>
  n < 1000
    ? String(Math.round(n))
    : n < 999_950
      ? `${(n / 1000).toFixed(n < 9950 ? 1 : 0)}k`
      : n < 999_950_000
        ? `${(n / 1e6).toFixed(n < 9.95e6 ? 1 : 0)}M`
        : `${(n / 1e9).toFixed(1)}G`;

/** Where a value came from, as short as a square allows. `words` are the translated "exact" and "book". */
export function provenance(value: Value, words: { exact: string; book: string }): string {
  if (value.exact) return words.exact;
  if (value.source === 'book') return words.book;
  if (value.visits !== null && value.source !== 'search') return short(value.visits);
  const depth = value.depth === null ? '' : `d${value.depth}`;
  const full = value.selectivity === null || value.selectivity >= 100;
  return full ? depth : `${depth} ${Math.round(value.selectivity!)}%`;
}

/** 4:05, or 9.3 when less than ten seconds are left. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
