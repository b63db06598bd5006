/** The header that makes a browser save bytes under a name (RFC 6266, RFC 8187), for any name whatever. */

/**
 * `filename` for programs that know ASCII only, `filename*` for all others, which prefer it. `fallback` (ASCII) stands for a
 * name that has no ASCII letter or digit of its own; the ending stays.
 */
export function attachment(name: string, fallback = 'download'): string {
  const known = name.replace(/\p{Surrogate}/gu, '\ufffd').replace(/\p{Cc}/gu, '_')
  return `attachment; filename="${asciiName(known, fallback)}"; filename*=UTF-8''${extendedValue(known)}`
}

// Some programs decode "%41" within quotation marks and some take "\" for a folder: neither gets in, so nothing needs escaping.
function asciiName(name: string, fallback: string) {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^ -~]/gu, '_')
    .replace(/["\\%/]/g, '_')
  const dot = ascii.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [ascii.slice(0, dot), ascii.slice(dot)] : [ascii, '']
  return /[a-z0-9]/i.test(stem) ? ascii : fallback + (/[a-z0-9]/i.test(ending) ? ending : '')
}

const extendedValue = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
