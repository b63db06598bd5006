/** The choice of a theme, kept where the app keeps it; boot.js, which draws it before anything else, reads it there too. */
const key = 'mantine-color-scheme-value'
const dark = matchMedia('(prefers-color-scheme: dark)')

function chosen(): string {
  try {
    return localStorage.getItem(key) ?? 'auto'
  } catch {
    return 'auto'
  }
}

function show(choice: string): void {
  const theme = choice === 'dark' || (choice !== 'light' && dark.matches) ? 'dark' : 'light'
  Object.assign(document.documentElement.dataset, { theme, mantineColorScheme: theme })
}

/** The system's theme may change while a page is open. */
export function followTheme(signal?: AbortSignal): void {
  dark.addEventListener('change', () => show(chosen()), { signal })
}

export function offerThemes(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
    input.checked = input.value === chosen()
    input.addEventListener('change', () => {
      try {
        localStorage.setItem(key, input.value)
      } catch {}
      show(input.value)
    })
  }
  followTheme()
}
