/** Names of hosts as people type them and as DNS has them (B2). */

const labelShape = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** Names that lead nowhere on the Internet, or to the machine that asks. */
const closedEnds = ['localhost', 'local', 'internal', 'lan', 'home', 'corp', 'test', 'example', 'invalid', 'onion', 'arpa']

/** In ASCII and lower case, without what is often typed around it; null where it is no name of a host on the Internet. */
export function hostNameOf(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '')
  if (bare === '' || /[\s@:[\]\\%]/.test(bare) || !URL.canParse(`http://${bare}`)) return null
  const name = new URL(`http://${bare}`).hostname
  const labels = name.split('.')
  const isName = name.length <= 253 && labels.length >= 2 && labels.every((label) => labelShape.test(label))
  // What ends in a number is an address.
  return isName && !/^\d+$/.test(labels.at(-1)!) && !closedEnds.includes(labels.at(-1)!) ? name : null
}

export const isBelow = (name: string, above: string): boolean => name.endsWith(`.${above}`)

/** Of the installation's own sub-domains nobody gets those by which it, or its mail, is known. */
const reserved = new Set(
  'www mail smtp imap pop mx ns ns1 ns2 dns ftp api app admin root static assets cdn status support help blog docs dash login account billing sampan'.split(
    ' ',
  ),
)

/** Whether a name is one sub-domain of the installation that somebody may have. */
export function isFreeSubdomain(name: string, base: string): boolean {
  const label = name.slice(0, -base.length - 1)
  return isBelow(name, base) && !label.includes('.') && label.length >= 3 && !reserved.has(label) && !label.startsWith('xn--')
}
