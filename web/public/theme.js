// Read again, and changed, by web/app/theme.ts.
try {
  var mode = localStorage.getItem('tawa_theme')
  if (mode === 'light' || mode === 'dark') document.documentElement.dataset.theme = mode
} catch {}
