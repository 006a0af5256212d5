// Single-key shortcuts, kept away from text fields and open sheets.
export function shortcutOf(event: KeyboardEvent, enabled: boolean): string | null {
  if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target;
  if (target instanceof Element) {
    if (target.closest('input, textarea, select, [contenteditable], dialog')) return null;
    // Enter and Space belong to whatever is focused.
    if ((event.key === 'Enter' || event.key === ' ') && target.closest('button, a')) return null;
  }
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
