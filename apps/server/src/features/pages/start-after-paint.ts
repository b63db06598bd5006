/**
 * The built start of the app, put off until the page has been painted: what is shown needs no script, and on a slow line or a
 * slow phone styles, letters and the first layout must not share their time with the script files. A page whose content was built
 * fetches them then and wakes when somebody is at it (apps/web/src/still/wake.ts); one that the server fills wakes at once.
 */

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const start = /<script type="module" async="">([\s\S]*?)<\/script>/
const importLine = /^import (?:\* as (\w+) from )?"([^"]+)";?$/

/** A hidden page is not painted: it starts at once, or one opened in a background tab would sleep until it is looked at. */
const afterPaint = (what: string): string => `document.hidden ? ${what}() : requestAnimationFrame(() => setTimeout(${what}))`

const startAtOnce = `const startAll = () => { hrefs.forEach(load); start() }
${afterPaint('startAll')}`

/** One file after the other, so that a reader's first scroll waits for none; without the script that watches for a person the page wakes by itself. */
const startForSomebody = `globalThis.sampanStart = start
document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: '/wake.js', onerror: start }))
const whenIdle = globalThis.requestIdleCallback ?? setTimeout
const loadNext = () => { if (hrefs.length > 0) { load(hrefs.shift()); whenIdle(loadNext) } }
${afterPaint('loadNext')}`

const script = (
  hrefs: string[],
  imports: RegExpExecArray[],
  rest: string,
  isFilled: boolean,
): string => `const hrefs = ${JSON.stringify(hrefs)}
const load = (href) => document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
const start = async () => {
const [${imports.map(([, name]) => name ?? '').join(', ')}] = await Promise.all([${imports.map(([, , path]) => `import("${path}")`).join(', ')}])
${rest}
}
${isFilled ? startAtOnce : startForSomebody}`

/** Rewrites what the build wrote; a page without such a start stays as it is. `isFilled`: by the server, for one visitor. */
export function startAfterPaint(page: string, isFilled: boolean): string {
  const [whole, code] = start.exec(page) ?? []
  if (!whole || !code) return page
  const lines = code.split('\n')
  const imports = lines.map((line) => importLine.exec(line)).filter((match) => match !== null)
  const rest = lines.filter((line) => !importLine.test(line)).join('\n')
  const hrefs = [...page.matchAll(preload)].map(([, href]) => href!)
  return page.replaceAll(preload, '').replace(whole, () => `<script>${script(hrefs, imports, rest.trim(), isFilled)}</script>`)
}
