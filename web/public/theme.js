// Applies the stored theme before the first paint; web/app/theme.ts reads and changes it later.
try {
  var mode = localStorage.getItem('tawa_theme')
  if (mode === 'light' || mode === 'dark') document.documentElement.dataset.theme = mode
} catch {}
