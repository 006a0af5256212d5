// A search tree on the server as far as it was opened here. Nodes are fetched when they are opened; while the tree
// grows, those open are fetched again.
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Api, Explain } from '../api/client';
import type { Move, Tree, TreeNode } from '../api/types';

export const pathKey = (path: readonly Move[]): string => path.join(',');

export class TreeView {
  tree = $state.raw<Tree | null>(null);
  error = $state('');
  chosen = $state.raw<readonly Move[]>([]);
  readonly nodes = new SvelteMap<string, TreeNode>();
  readonly open = new SvelteSet<string>(['']);
  private asking = false;

  constructor(
    readonly id: number,
    private readonly api: Pick<Api, 'tree' | 'treeNode'>,
    private readonly explain: Explain,
  ) {}

  /** The tree's state and every open node; a call while another is under way does nothing. */
  async refresh(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      this.tree = await this.api.tree(this.id);
      this.error = '';
      if (this.tree.visits > 0) for (const key of [...this.open]) await this.fetch(key);
    } catch (reason) {
      this.error = this.explain(reason);
    } finally {
      this.asking = false;
    }
  }

  /** Shows the position behind the path and opens or closes what follows it. */
  async toggle(path: readonly Move[]): Promise<void> {
    const key = pathKey(path);
    const here = pathKey(this.chosen) === key;
    this.chosen = path;
    if (this.open.has(key)) {
      // The first click on an open node only shows its position.
      if (here) this.open.delete(key);
      return;
    }
    this.open.add(key);
    try {
      await this.fetch(key);
      this.error = '';
    } catch (reason) {
      this.open.delete(key);
      this.error = this.explain(reason);
    }
  }

  private async fetch(key: string): Promise<void> {
    this.nodes.set(key, await this.api.treeNode(this.id, key));
  }
}
