// Where we are, from the address's fragment: no server is asked, and a link can be sent to a friend.
//   #/play  #/play/12  #/review  #/review/12  #/drill  #/endgame/12  #/p/standard-8/f5d6c3  #/library  #/lab/runs/5
import type { Start } from '../api/types';

export type Route =
  | { place: 'play'; game: number | null }
  | { place: 'review'; game: number | null; start: null }
  | { place: 'review'; game: null; start: Start }
  | { place: 'drill' }
  | { place: 'endgame'; game: number | null }
  | { place: 'library' }
  | { place: 'lab'; tab: string | null; item: string | null };

export type Place = Route['place'];

/** #/p/RULES/MOVES, with /BOARD.b or /BOARD.w behind it for a board of one's own; "-" where there are no moves. */
export function startToFragment(start: Start): string {
  const moves = start.moves.map((move) => (move === 'pass' ? 'ps' : move)).join('') || '-';
  const own = start.board ? `/${start.board}.${start.mover === 'white' ? 'w' : 'b'}` : '';
  return `#/p/${encodeURIComponent(start.rules)}/${moves}${own}`;
}

function startFromParts(parts: string[]): Start | null {
  const [rules, text = '-', own] = parts;
  if (!rules) return null;
  const moves = text === '-' ? [] : (text.toLowerCase().match(/[a-p][0-9]{1,2}|ps/g) ?? []);
  if (text !== '-' && moves.join('') !== text.toLowerCase()) return null;
  const start: Start = { rules, moves: moves.map((move) => (move === 'ps' ? 'pass' : move)) };
  if (own !== undefined) {
    const match = /^([XO-]{16,256})\.([bw])$/.exec(own);
    if (!match) return null;
    start.board = match[1]!;
    start.mover = match[2] === 'w' ? 'white' : 'black';
  }
  return start;
}

const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : null;

export function parseFragment(fragment: string): Route {
  const parts = fragment.replace(/^#?\/?/, '').split('/');
  const [place, ...rest] = parts.map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  switch (place) {
    case 'review':
      return { place: 'review', game: idOf(rest[0]), start: null };
    case 'p': {
      const start = startFromParts(rest);
      return start ? { place: 'review', game: null, start } : { place: 'review', game: null, start: null };
    }
    case 'drill':
      return { place: 'drill' };
    case 'endgame':
      return { place: 'endgame', game: idOf(rest[0]) };
    case 'library':
      return { place: 'library' };
    case 'lab':
      return { place: 'lab', tab: rest[0] ?? null, item: rest[1] ?? null };
    default:
      return { place: 'play', game: idOf(rest[0]) };
  }
}

export class Router {
  route = $state.raw<Route>({ place: 'play', game: null });

  constructor(private readonly window: Window) {
    this.read();
    window.addEventListener('hashchange', () => this.read());
  }

  go(fragment: string): void {
    this.window.location.hash = fragment;
  }

  /** The same place under its exact address, without another step in the history. */
  settle(fragment: string): void {
    this.window.history.replaceState(null, '', fragment);
    this.read();
  }

  private read(): void {
    this.route = parseFragment(this.window.location.hash);
  }
}
