/** Whether an error says that something did not come over the line, rather than that the page is broken (W6). */
const signs = [
  // fetch, and import(), in Chromium, Firefox and Safari.
  /failed to fetch/i,
  /networkerror/i,
  /^load failed/i,
  /dynamically imported module/i,
  /importing a module script failed/i,
  // The bundler's style sheets, and parts of the app.
  /unable to preload css/i,
  /^no answer/i,
  /^loading chunk failed/i,
]

export const isLineTrouble = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoAnswer' || signs.some((sign) => sign.test(error.message)))
