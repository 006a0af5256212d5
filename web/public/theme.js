// Before the first paint, so that a dark page never flashes white. The rest is src/lib/state/settings.svelte.ts.
try {
  const s = JSON.parse(localStorage.getItem('turncoat.settings') || '{}');
  if (s.theme === 'light' || s.theme === 'dark') document.documentElement.dataset.theme = s.theme;
  if (typeof s.palette === 'string') document.documentElement.dataset.palette = s.palette;
} catch (e) {
  /* a private window without storage: the system's theme */
}
