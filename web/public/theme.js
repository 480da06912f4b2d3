// Applies the stored theme before the first paint; web/app/theme.ts reads and changes it later.
try {
  var mode = localStorage.getItem('tawa_theme')
  if (mode === 'light' || mode === 'dark') {
    document.documentElement.dataset.theme = mode
    // The bar of the window, when Tawa is installed.
    for (var meta of document.querySelectorAll('meta[data-scheme]')) meta.media = meta.dataset.scheme === mode ? 'all' : 'not all'
  }
} catch {}
