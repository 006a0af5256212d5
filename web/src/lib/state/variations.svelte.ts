// A game and every what-if tried on it, as a tree. Positions come from the server; forced passes are plies of their
// own and are walked through by themselves.
import type { Color, Move, Position, Start } from '../api/types';

export interface Node {
  id: number;
  parent: number;
  move: Move;
  color: Color;
  position: Position;
  children: number[];
  /** Part of the game as it was played. */
  main: boolean;
}

export type AskPositions = (start: Start) => Promise<{ moves: Move[]; positions: Position[] }>;

export class Variations {
  nodes = $state.raw<Node[]>([]);
  current = $state(0);
  busy = $state(false);
  private base: Start | null = null;
  onChange: () => void = () => {};

  readonly node: Node | null = $derived(this.nodes[this.current] ?? null);
  readonly path: Node[] = $derived(this.pathTo(this.current));
  readonly main: Node[] = $derived(this.nodes.filter((node) => node.main));
  /** How many plies of the game the shown line shares with it. */
  readonly mainPly = $derived(this.path.filter((node) => node.main).length - 1);
  readonly onMain = $derived(this.node?.main ?? true);

  constructor(private readonly ask: AskPositions) {}

  /** `base` is the start without moves; positions are one more than moves. */
  load(base: Start, moves: Move[], positions: Position[]): void {
    this.base = { ...base, moves: [] };
    const nodes: Node[] = [];
    positions.forEach((position, i) => {
      nodes.push({
        id: i,
        parent: i - 1,
        move: i === 0 ? '' : moves[i - 1]!,
        color: i === 0 ? 'black' : (positions[i - 1]!.mover ?? 'black'),
        position,
        children: i + 1 < positions.length ? [i + 1] : [],
        main: true,
      });
    });
    this.nodes = nodes;
    this.current = nodes.length - 1;
  }

  start(id = this.current): Start {
    return { ...this.base!, moves: this.movesTo(id) };
  }

  goTo(id: number): void {
    if (this.nodes[id]) this.current = id;
  }

  forward(): void {
    const next = this.node?.children[0];
    if (next !== undefined) this.current = next;
  }

  back(): void {
    if (this.node && this.node.parent >= 0) this.current = this.node.parent;
  }

  toStart(): void {
    this.current = 0;
  }

  toEnd(): void {
    while (this.node?.children.length) this.forward();
  }

  /** Back to where the line left the game. */
  toMain(): void {
    while (!this.onMain) this.back();
  }

  /** Plays a legal move here, then the pass it may force. Gives the node arrived at, or null when refused. */
  async play(move: Move, from = this.current): Promise<number | null> {
    const known = this.nodes[from]?.children.find((id) => this.nodes[id]!.move === move);
    if (known !== undefined) {
      this.current = known;
      while (this.node!.position.must_pass && this.node!.children.length) this.forward();
      return this.current;
    }
    if (!this.base || this.busy) return null;
    this.busy = true;
    try {
      let id = from;
      let asked = [...this.movesTo(from), move];
      do {
        const known = this.movesTo(id).length;
        const line = await this.ask({ ...this.base, moves: asked });
        for (let i = known; i < line.moves.length; i += 1)
          id = this.add(id, line.moves[i]!, line.positions[i + 1]!);
        asked = [...line.moves, 'pass'];
      } while (this.nodes[id]!.position.must_pass);
      this.current = id;
      this.onChange();
      return id;
    } finally {
      this.busy = false;
    }
  }

  async playLine(moves: Move[], from = this.current): Promise<void> {
    let at = from;
    for (const move of moves) {
      if (move === 'pass') continue;
      const next = await this.play(move, at);
      if (next === null) return;
      at = next;
    }
  }

  /** Takes a variation and everything under it away; the game itself stays. */
  remove(id: number): void {
    const node = this.nodes[id];
    if (!node || node.main) return;
    const gone = new Set<number>([id]);
    for (const other of this.nodes) if (gone.has(other.parent)) gone.add(other.id);
    const kept = this.nodes.filter((other) => !gone.has(other.id));
    const renamed = new Map(kept.map((other, index) => [other.id, index]));
    const back = gone.has(this.current) ? node.parent : this.current;
    this.nodes = kept.map((other) => ({
      ...other,
      id: renamed.get(other.id)!,
      parent: other.parent < 0 ? -1 : renamed.get(other.parent)!,
      children: other.children.filter((child) => !gone.has(child)).map((child) => renamed.get(child)!),
    }));
    this.current = renamed.get(back)!;
    this.onChange();
  }

  /** The lines that leave the game, each to its end, for keeping between visits. */
  lines(): Move[][] {
    return this.nodes
      .filter((node) => !node.main && node.children.length === 0)
      .map((node) => this.movesTo(node.id));
  }

  async restore(lines: Move[][]): Promise<void> {
    const here = this.current;
    for (const moves of lines) {
      let at = 0;
      for (const move of moves) {
        const next =
          move === 'pass'
            ? this.nodes[at]?.children.find((id) => this.nodes[id]!.move === 'pass')
            : undefined;
        const arrived = next ?? (move === 'pass' ? at : await this.play(move, at).catch(() => null));
        if (arrived === null) break;
        at = arrived;
      }
    }
    this.current = here;
  }

  movesTo(id: number): Move[] {
    return this.pathTo(id)
      .slice(1)
      .map((node) => node.move);
  }

  private pathTo(id: number): Node[] {
    const path: Node[] = [];
    for (let at = this.nodes[id]; at; at = this.nodes[at.parent]) path.unshift(at);
    return path;
  }

  private add(parent: number, move: Move, position: Position): number {
    const id = this.nodes.length;
    const from = this.nodes[parent]!;
    const node: Node = {
      id,
      parent,
      move,
      color: from.position.mover ?? 'black',
      position,
      children: [],
      main: false,
    };
    this.nodes = [
      ...this.nodes.map((old) => (old.id === parent ? { ...old, children: [...old.children, id] } : old)),
      node,
    ];
    return id;
  }
}
