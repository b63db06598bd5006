/** Reads Content-Disposition by the letter of RFC 6266 and RFC 8187, knowing nothing of how it was written; throws at whatever they do not allow. */

type Parameters = Map<string, string>

const token = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y
const quoted = /"((?:[\t !#-[\]-~]|\\[\t -~])*)"/y
const extended = /UTF-8'[0-9A-Za-z-]*'((?:%[0-9A-Fa-f]{2}|[!#$&+.^_`|~0-9A-Za-z-])*)/iy
const separator = /[ \t]*;[ \t]*/y

/** Takes what a pattern matches at the place that was reached. */
function reader(text: string) {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const demand = (pattern: RegExp): RegExpExecArray => {
    const found = take(pattern)
    if (!found) throw new Error(`not allowed at ${at}: ${JSON.stringify(text)}`)
    return found
  }
  return { take, demand, isAtEnd: () => at === text.length }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function unescaped(value: string): string {
  const bytes = [...value.matchAll(/%(..)|(.)/g)].map(([, hex, plain]) => (hex ? Number.parseInt(hex, 16) : plain!.charCodeAt(0)))
  return utf8.decode(Uint8Array.from(bytes))
}

export function parseDisposition(header: string): { type: string; parameters: Parameters; name: string } {
  const { take, demand, isAtEnd } = reader(header)
  const type = demand(token)[0].toLowerCase()
  const parameters: Parameters = new Map()
  while (!isAtEnd()) {
    demand(separator)
    const name = demand(token)[0].toLowerCase()
    demand(/=/y)
    const inQuotes = name.endsWith('*') ? undefined : take(quoted)?.[1]?.replace(/\\(.)/g, '$1')
    const value = name.endsWith('*') ? unescaped(demand(extended)[1]!) : (inQuotes ?? demand(token)[0])
    if (parameters.has(name)) throw new Error(`twice: ${name}`)
    parameters.set(name, value)
  }
  return { type, parameters, name: parameters.get('filename*') ?? parameters.get('filename') ?? '' }
}
