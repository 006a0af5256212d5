// The HTTP side of the contract. Every call gives the decoded answer or throws ApiError with a sentence to show.
import type {
  Color,
  Evaluator,
  EvaluatorSummary,
  Game,
  GameRequest,
  ImportResult,
  Meta,
  Opening,
  Position,
  Review,
  Run,
  RunSummary,
  Start,
  Summary,
  TournamentRequest,
  Tree,
  TreeNode,
} from './types';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
  /** The server did not answer at all. */
  get unreachable(): boolean {
    return this.status === 0;
  }
}

/** The moves with every forced pass written; positions are one more. */
export interface Line {
  moves: string[];
  positions: Position[];
  opening: Opening | null;
}

export type ExportFormat = 'transcript' | 'ggf' | 'obf' | 'board' | 'svg' | 'animation' | 'wthor';

/** What to show of anything thrown; the reader's language where the words are ours. */
export type Explain = (error: unknown) => string;
export const plainly: Explain = (error) => (error instanceof Error ? error.message : String(error));

export interface GameQuery {
  player?: string;
  opening?: string;
  result?: Color | 'draw';
  state?: string;
  /** Only games that are no part of a tournament or training. */
  own?: '1';
  text?: string;
  limit?: number;
  before?: number;
}

export class Api {
  constructor(
    private readonly base = '/api/v1',
    private readonly fetcher: typeof fetch = (...args) => fetch(...args),
  ) {}

  meta = () => this.call<Meta>('GET', '/meta');
  positions = (start: Start) => this.call<Line>('POST', '/positions', start);

  createGame = (request: GameRequest) => this.call<Game>('POST', '/games', request);
  game = (id: number) => this.call<Game>('GET', `/games/${id}`);
  games = (query: GameQuery = {}) =>
    this.call<{ games: Summary[]; total: number }>('GET', `/games${queryText(query)}`);
  deleteGame = (id: number) => this.call<void>('DELETE', `/games/${id}`);
  move = (id: number, revision: number, move: string) =>
    this.call<Game>('POST', `/games/${id}/moves`, { revision, move });
  undo = (id: number, revision: number) => this.call<Game>('POST', `/games/${id}/undo`, { revision });
  resign = (id: number, color: Color) => this.call<Game>('POST', `/games/${id}/resign`, { color });
  pause = (id: number) => this.call<Game>('POST', `/games/${id}/pause`, {});
  resume = (id: number) => this.call<Game>('POST', `/games/${id}/resume`, {});
  moveNow = (id: number) => this.call<Game>('POST', `/games/${id}/move-now`, {});
  exportUrl = (id: number, format: ExportFormat, ply?: number) =>
    `${this.base}/games/${id}/export${queryText({ format, ply })}`;
  exportText = (id: number, format: ExportFormat, ply?: number) =>
    this.text('GET', `/games/${id}/export${queryText({ format, ply })}`);
  /** A line that is no stored game, or its last position. */
  exportLine = (start: Start, format: ExportFormat) => this.text('POST', '/export', { start, format });

  importText = (text: string) => this.call<ImportResult>('POST', '/import', { text });
  importBytes = (name: string, base64: string) =>
    this.call<ImportResult>('POST', '/import', { name, base64 });

  reviewGame = (game: number, level: number) => this.call<Review>('POST', '/reviews', { game, level });
  reviewStart = (start: Start, level: number) => this.call<Review>('POST', '/reviews', { start, level });
  review = (id: number) => this.call<Review>('GET', `/reviews/${id}`);
  stopReview = (id: number) => this.call<void>('DELETE', `/reviews/${id}`);

  runs = () => this.call<{ runs: RunSummary[] }>('GET', '/runs');
  run = (id: number) => this.call<Run>('GET', `/runs/${id}`);
  startTournament = (request: TournamentRequest) => this.call<Run>('POST', '/tournaments', request);
  stopRun = (id: number) => this.call<void>('DELETE', `/runs/${id}/work`);

  evaluators = () => this.call<{ evaluators: EvaluatorSummary[] }>('GET', '/evaluators');
  evaluator = (name: string) => this.call<Evaluator>('GET', `/evaluators/${encodeURIComponent(name)}`);

  startTree = (start: Start, spec: string, iterations: number) =>
    this.call<Tree>('POST', '/trees', { start, spec, iterations });
  tree = (id: number) => this.call<Tree>('GET', `/trees/${id}`);
  treeNode = (id: number, path: string) =>
    this.call<TreeNode>('GET', `/trees/${id}/node${queryText({ path })}`);
  /** What has grown stays. */
  stopTree = (id: number) => this.call<void>('DELETE', `/trees/${id}/work`);
  deleteTree = (id: number) => this.call<void>('DELETE', `/trees/${id}`);

  perft = (start: Start, depth: number) =>
    this.call<{ counts: number[] }>('POST', '/perft', { start, depth });

  /** The one way in: places with routes of their own (library, lab) call it too. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.send(method, path, body);
    if (answer.status === 204) return undefined as T;
    try {
      return (await answer.json()) as T;
    } catch {
      throw new ApiError(answer.status, 'bad_answer', 'The server sent something that is not JSON.');
    }
  }

  private async text(method: string, path: string, body?: unknown): Promise<string> {
    return (await this.send(method, path, body)).text();
  }

  private async send(method: string, path: string, body?: unknown): Promise<Response> {
    const init: RequestInit = { method, credentials: 'same-origin' };
    if (body !== undefined) {
      init.headers = { 'Content-Type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    let answer: Response;
    try {
      answer = await this.fetcher(this.base + path, init);
    } catch {
      throw new ApiError(0, 'unreachable', 'The server does not answer.');
    }
    if (answer.ok) return answer;
    throw await errorOf(answer);
  }
}

async function errorOf(answer: Response): Promise<ApiError> {
  try {
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    return new ApiError(answer.status, error.code, error.message);
  } catch {
    return new ApiError(answer.status, 'http', `The server answered ${answer.status} ${answer.statusText}.`);
  }
}

function queryText(query: object): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value));
  const text = search.toString();
  return text ? `?${text}` : '';
}
