/**
 * The built start of the app, put off until the page has been painted: what is shown needs no script, and on a slow line or a
 * slow phone styles, letters and the first layout must not share their time with 40 script files.
 */

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const start = /<script type="module" async="">([\s\S]*?)<\/script>/
const importLine = /^import (?:\* as (\w+) from )?"([^"]+)";?$/

/** A hidden page is not painted: it starts at once, or one opened in a background tab would sleep until it is looked at. */
const script = (hrefs: string[], imports: RegExpExecArray[], rest: string): string => `const start = async () => {
for (const href of ${JSON.stringify(hrefs)}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
const [${imports.map(([, name]) => name ?? '').join(', ')}] = await Promise.all([${imports.map(([, , path]) => `import("${path}")`).join(', ')}])
${rest}
}
document.hidden ? start() : requestAnimationFrame(() => setTimeout(start))`

/** Rewrites what the build wrote; a page without such a start stays as it is. */
export function startAfterPaint(page: string): string {
  const [whole, code] = start.exec(page) ?? []
  if (!whole || !code) return page
  const lines = code.split('\n')
  const imports = lines.map((line) => importLine.exec(line)).filter((match) => match !== null)
  const rest = lines.filter((line) => !importLine.test(line)).join('\n')
  const hrefs = [...page.matchAll(preload)].map(([, href]) => href!)
  return page.replaceAll(preload, '').replace(whole, () => `<script>${script(hrefs, imports, rest.trim())}</script>`)
}
