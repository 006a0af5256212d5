// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanup } from '@testing-library/svelte';
import { I18n } from '../i18n/i18n.svelte';
import { defaults } from '../state/settings.svelte';
import { firstMoves, startBoard } from '../state/testing';
import Board from './Board.svelte';

// The board needs words and settings, not a server.
const i18n = new I18n();
vi.mock('../state/app.svelte', () => ({ useApp: () => ({ t: i18n.t, settings: { data: defaults } }) }));

afterEach(cleanup);

const props = { size: 8, board: startBoard, legal: firstMoves, playable: true, label: 'Board' };

describe('the board', () => {
  it('tells screen readers what each square is', () => {
    render(Board, { ...props, lastMove: 'd4' });
    expect(screen.getByLabelText('d3, legal, flips 1 disc').getAttribute('aria-disabled')).toBe('false');
    expect(screen.getByLabelText('a1, empty').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByLabelText('d4, White, last move')).toBeTruthy();
  });

  it('plays legal squares only, and none when it is not to be played on', async () => {
    const onplay = vi.fn();
    const { rerender } = render(Board, { ...props, onplay });
    await fireEvent.click(screen.getByLabelText('a1, empty'));
    expect(onplay).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByLabelText('d3, legal, flips 1 disc'));
    expect(onplay).toHaveBeenCalledExactlyOnceWith('d3');
    await rerender({ ...props, onplay, playable: false });
    await fireEvent.click(screen.getByLabelText('d3, empty'));
    expect(onplay).toHaveBeenCalledTimes(1);
  });

  it('is entered by keyboard at a legal move and walked by arrows', async () => {
    render(Board, props);
    const square = () => document.activeElement?.getAttribute('data-square');
    const entry = document.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')!;
    expect(entry.dataset['square']).toBe('d3');
    entry.focus();
    await fireEvent.keyDown(entry, { key: 'ArrowRight' });
    expect(square()).toBe('e3');
    await fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
    expect(square()).toBe('e2');
    expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
  });

  it('follows the screen when the view is turned', async () => {
    render(Board, { ...props, turned: true });
    const entry = document.querySelector<HTMLElement>('[data-square=d3]')!;
    entry.focus();
    await fireEvent.keyDown(entry, { key: 'ArrowRight' });
    expect(document.activeElement?.getAttribute('data-square')).toBe('c3');
  });

  it.each([4, 6, 12, 16])('is drawn at %i by the same code', (size) => {
    render(Board, { size, board: '-'.repeat(size * size), label: 'Board' });
    expect(document.querySelectorAll('[role=gridcell]')).toHaveLength(size * size);
    expect(document.querySelectorAll('[role=row]')).toHaveLength(size);
  });

  it('writes values into squares, with where they came from', () => {
    render(Board, {
      ...props,
      notes: new Map([['d3', { main: '+3.2', sub: 'd18 95%', best: true, exact: false }]]),
    });
    expect(screen.getByLabelText('d3, legal, flips 1 disc, +3.2 d18 95%')).toBeTruthy();
    expect(document.querySelectorAll('.best')).toHaveLength(1);
  });

  it('turns discs when a move is made, and not when the board jumps', async () => {
    const { rerender } = render(Board, props);
    expect(document.querySelectorAll('.arrives')).toHaveLength(0);
    await rerender({ ...props, board: '-------------------X-------XX------XO---------------------------' });
    expect(document.querySelectorAll('.arrives')).toHaveLength(1);
    await rerender({ ...props, board: startBoard });
    expect(document.querySelectorAll('.arrives')).toHaveLength(0);
  });
});
