// What the New-game sheet is filled in with, and the request it becomes. Players' settings are the declared
// parameters of /meta; only those that differ from their defaults are written.
import type { ClockRequest, Color, GameRequest, Meta, PlayerInfo, PresetId, SideRequest } from '../api/types';

export interface Opponent {
  /** null: a player of the laboratory, with parameters. */
  preset: PresetId | null;
  player: string;
  params: Record<string, string>;
}

export type Seat = Color | 'random' | 'both' | 'watch';
export type ClockChoice = 'none' | 'blitz' | 'normal' | 'long' | 'custom' | 'move';

export interface Setup {
  opponent: Opponent;
  /** Black's player when two machines play. */
  second: Opponent;
  seat: Seat;
  rules: string;
  clock: ClockChoice;
  minutes: number;
  increment: number;
  opening: string;
}

export const firstSetup: Setup = {
  opponent: { preset: 'club', player: 'engine', params: {} },
  second: { preset: 'strong', player: 'engine', params: {} },
  seat: 'black',
  rules: 'standard-8',
  clock: 'none',
  minutes: 10,
  increment: 0,
  opening: 'free',
};

/** Stored setups may be of an older version or name what this server lacks. */
export function mendSetup(stored: Partial<Setup> | null, meta: Meta): Setup {
  const setup: Setup = { ...structuredClone(firstSetup), ...stored };
  if (!meta.rulesets.some((ruleset) => ruleset.name === setup.rules)) setup.rules = firstSetup.rules;
  for (const side of ['opponent', 'second'] as const) {
    const chosen = setup[side];
    const known = chosen?.preset
      ? meta.presets.some((preset) => preset.id === chosen.preset)
      : meta.players.some((player) => player.name === chosen?.player);
    if (!known) setup[side] = structuredClone(firstSetup[side]);
  }
  if (setup.opening !== 'balanced' && !meta.openings.some((opening) => opening.name === setup.opening))
    setup.opening = 'free';
  return setup;
}

const quoted = (value: string): string =>
  /^[^\s",:=\\]+$/.test(value) ? value : `"${value.replace(/(["\\])/g, '\\$1')}"`;

export function specText(player: PlayerInfo, params: Record<string, string>): string {
  const parts: string[] = [];
  for (const param of player.params) {
    const value = params[param.name];
    if (value !== undefined && value !== '' && value !== String(param.default))
      parts.push(`${param.name}=${quoted(value)}`);
  }
  return parts.length ? `${player.name}:${parts.join(',')}` : player.name;
}

export function opponentSpec(opponent: Opponent, meta: Meta): string {
  const preset = meta.presets.find((candidate) => candidate.id === opponent.preset);
  if (preset) return preset.spec;
  const player = meta.players.find((candidate) => candidate.name === opponent.player);
  return player ? specText(player, opponent.params) : opponent.player;
}

export function presetOf(spec: string | null, meta: Meta | null): PresetId | null {
  return meta?.presets.find((preset) => preset.spec === spec)?.id ?? null;
}

export function clockRequest(setup: Pick<Setup, 'clock' | 'minutes' | 'increment'>): ClockRequest | null {
  const minutes = (n: number, increment = 0) => ({
    initial_ms: Math.round(n * 60_000),
    increment_ms: Math.round(increment * 1000),
  });
  switch (setup.clock) {
    case 'none':
      return null;
    case 'blitz':
      return minutes(1, 2);
    case 'normal':
      return minutes(5, 3);
    case 'long':
      return minutes(20);
    case 'custom':
      return minutes(setup.minutes, setup.increment);
    case 'move':
      return { per_move_ms: Math.max(1, Math.round(setup.increment)) * 1000 };
  }
}

export interface Names {
  human: string;
  opponent(opponent: Opponent): string;
}

export function gameRequest(setup: Setup, meta: Meta, names: Names, random: () => number): GameRequest {
  const human = (): SideRequest => ({ kind: 'human', name: names.human });
  const machine = (opponent: Opponent): SideRequest => ({
    kind: 'player',
    spec: opponentSpec(opponent, meta),
    name: names.opponent(opponent),
  });
  const seat = setup.seat === 'random' ? (random() < 0.5 ? 'black' : 'white') : setup.seat;
  return {
    rules: setup.rules,
    black:
      seat === 'black' || seat === 'both'
        ? human()
        : machine(seat === 'watch' ? setup.second : setup.opponent),
    white: seat === 'white' || seat === 'both' ? human() : machine(setup.opponent),
    clock: clockRequest(setup),
    opening: setup.opening,
  };
}
