// Sets the colour scheme before the first paint. A file of its own because the content policy allows no inline scripts.
;(() => {
  let choice = 'auto'
  try {
    choice = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {}
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.dataset.theme = root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
})()
