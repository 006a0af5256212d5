// The JSON of `turncoat serve`, as TypeScript sees it. web/contract/ is the agreed form; contract.test.ts reads its
// fixtures through these types.

export type Color = 'black' | 'white';
/** "d3", or "pass". */
export type Move = string;

export interface LegalMove {
  move: Move;
  flips: string[];
}

export interface Position {
  /** size × size characters in reading order: X black, O white, - empty. */
  board: string;
  mover: Color | null;
  black: number;
  white: number;
  empties: number;
  legal: LegalMove[];
  must_pass: boolean;
  over: boolean;
  stable: string[];
}

export interface Ply {
  move: Move;
  color: Color;
  ms: number | null;
}

export interface Side {
  kind: 'human' | 'player';
  spec: string | null;
  name: string;
}

export interface Clock {
  /** Null when every move has its own time. */
  initial_ms: number | null;
  increment_ms: number;
  black_ms: number;
  white_ms: number;
  running: Color | null;
  per_move_ms?: number | null;
}

export interface Result {
  /** Discs from Black's side. */
  score: number;
  winner: Color | null;
  reason: 'finished' | 'resigned' | 'time' | 'failed';
  by: Color | null;
}

export interface Opening {
  name: string;
  ply: number;
}

export interface Game {
  id: number;
  revision: number;
  rules: string;
  size: number;
  state: 'playing' | 'paused' | 'over';
  black: Side;
  white: Side;
  clock: Clock | null;
  plies: Ply[];
  /** One more than plies. */
  positions: Position[];
  thinking: boolean;
  /** Null too when a finished game was broken off. */
  result: Result | null;
  opening: Opening | null;
  created: string;
  updated: string;
  error: string | null;
}

export interface Summary {
  id: number;
  rules: string;
  size: number;
  state: Game['state'];
  black: { name: string; kind: Side['kind'] };
  white: { name: string; kind: Side['kind'] };
  score: number | null;
  winner: Color | null;
  reason: Result['reason'] | null;
  plies: number;
  opening: string | null;
  board: string;
  date: string;
  event: string;
}

export interface Value {
  /** Discs from the mover's side; for a move, from the side that makes it. Null where only chances are known. */
  score: number | null;
  exact: boolean;
  depth: number | null;
  /** Per cent; 100 or null is full width. */
  selectivity: number | null;
  source: 'search' | 'exact' | 'book' | 'mcts' | 'policy';
  visits: number | null;
  win_rate: number | null;
}

export interface MoveValue {
  move: Move;
  value: Value | null;
  line: Move[];
}

export interface Thought {
  depth: number | null;
  selectivity: number | null;
  score: number | null;
  exact: boolean | null;
  nodes: number | null;
  nodes_per_second: number | null;
  ms: number | null;
  line: Move[] | null;
  moves: MoveValue[] | null;
  note: string | null;
}

export interface Start {
  rules: string;
  board?: string;
  mover?: Color;
  moves: Move[];
}

export interface Ruleset {
  name: string;
  size: number;
  title: string;
  first?: Color;
}

export type ParamType = 'int' | 'real' | 'choice' | 'text' | 'time' | 'memory' | 'flag';

export interface Param {
  name: string;
  type: ParamType;
  default: string | number;
  min: number | string | null;
  max: number | string | null;
  choices: string[] | null;
  help: string;
}

export interface PlayerInfo {
  name: string;
  summary: string;
  params: Param[];
}

export const presetIds = ['beginner', 'casual', 'club', 'strong', 'master', 'perfect'] as const;
export type PresetId = (typeof presetIds)[number];

export interface NamedOpening {
  name: string;
  /** One way there from the standard start. */
  moves: Move[];
}

export interface Meta {
  version: string;
  threads: number;
  rulesets: Ruleset[];
  players: PlayerInfo[];
  presets: { id: PresetId; spec: string; title?: string }[];
  openings: NamedOpening[];
  /** Plain numbers: what the server allows. */
  limits?: Record<string, number>;
}

export type SideRequest = { kind: 'human'; name?: string } | { kind: 'player'; spec: string; name?: string };

export type ClockRequest = { initial_ms: number; increment_ms: number } | { per_move_ms: number };

export interface GameRequest {
  rules: string;
  board?: string;
  mover?: Color;
  moves?: Move[];
  black: SideRequest;
  white: SideRequest;
  clock: ClockRequest | null;
  opening: string;
  seed?: number;
}

export const reasonCodes = [
  'corner_given',
  'corner_missed',
  'x_square',
  'c_square',
  'mobility_lost',
  'opponent_freed',
  'parity_lost',
  'edge_unstable',
  'stable_lost',
  'wipeout',
  'endgame_count',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

export interface Reason {
  code: ReasonCode;
  squares: string[];
  amount: number | null;
}

export interface ReviewPly {
  ply: number;
  color: Color;
  move: Move;
  value: Value | null;
  best: Move | null;
  line: Move[];
  loss: number | null;
  mistake: boolean;
  moves: MoveValue[];
  reasons: Reason[];
}

export interface Review {
  id: number;
  game: number | null;
  state: 'running' | 'done' | 'stopped';
  progress: { done: number; total: number };
  level: number;
  start: Start;
  opening: Opening | null;
  plies: ReviewPly[];
  /** Of the last position. */
  final: Value | null;
  sides: Record<Color, { lost: number; mistakes: number[] }>;
}

export interface ImportResult {
  games: Summary[];
  added: number;
  skipped: number;
  position: Start | null;
}

export interface RunSummary {
  id: number;
  kind: string;
  title: string;
  created: string;
  games: number;
  state: 'running' | 'done';
}

export interface Tally {
  wins: number;
  draws: number;
  losses: number;
}

export interface Rating {
  name: string;
  elo: number | null;
  error: number | null;
}

export type Point = [x: number, y: number];

export interface Curve {
  name: string;
  points: Point[];
}

export interface Run extends RunSummary {
  players: string[];
  /** Row against column. */
  crosstable: Tally[][];
  ratings: Rating[];
  series: Curve[];
}

export interface TournamentRequest {
  players: string[];
  rules: string;
  /** Of each pair. */
  games: number;
  seed?: number;
}

export interface EvaluatorSummary {
  name: string;
  kind: string;
  rules: string;
  stages: number;
}

export interface Evaluator {
  name: string;
  kind: string;
  about: string;
  size: number | null;
  stages: { label: string; weights: number[] | null }[];
  clusters: { k: number; of: number[] } | null;
  curves: Curve[] | null;
}

export interface Tree {
  id: number;
  state: 'running' | 'done' | 'stopped';
  spec: string;
  start: Start;
  iterations: number;
  visits: number;
  error: string | null;
}

export type Proof = 'win' | 'loss' | 'draw';

export interface TreeChild {
  move: Move;
  visits: number;
  /** From the side that makes the move. */
  win_rate: number | null;
  proof: Proof | null;
  children: number;
}

export interface TreeNode {
  position: Position;
  visits: number;
  /** From the side to move. */
  win_rate: number | null;
  proof: Proof | null;
  children: TreeChild[];
}

export type ClientMessage =
  | { type: 'watch'; game: number }
  | { type: 'unwatch'; game: number }
  | { type: 'analyze'; id: string; start: Start; level: number | null; ms: number | null }
  | { type: 'stop'; id: string }
  | { type: 'watch_review'; review: number }
  | { type: 'unwatch_review'; review: number }
  | { type: 'watch_run'; run: number }
  | { type: 'unwatch_run'; run: number }
  | { type: 'ping' };

export interface ErrorBody {
  code: string;
  message: string;
}

export type ServerMessage =
  | { type: 'game'; game: Game }
  | { type: 'thinking'; game: number; revision: number; thought: Thought }
  | { type: 'analysis'; id: string; thought: Thought; done: boolean }
  | { type: 'review'; review: Review }
  | { type: 'run'; run: Run }
  | { type: 'error'; id: string | null; error: ErrorBody }
  | { type: 'pong' };

export const other = (color: Color): Color => (color === 'black' ? 'white' : 'black');
