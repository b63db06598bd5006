/** Text in the two languages of a directory, filters (RFC 4515) and names (RFC 4514): what somebody typed is never a part of either. */

const hex = (sign: string): string => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`

export const inFilter = (text: string): string => text.replace(/[\\*()\0]/g, hex)
export const inDn = (text: string): string => text.replace(/[\\,+"<>;=#\0]|^ | $/g, hex)

/** `{dn}`, `{name}` or the name of an attribute; one that nothing is known of stays empty, and finds nobody. */
export const filled = (template: string, values: Readonly<Record<string, string>>, quoted: (text: string) => string): string =>
  template.replace(/\{([a-zA-Z][a-zA-Z0-9-]*)\}/g, (_, name: string) => quoted(values[name.toLowerCase()] ?? ''))

/** In small letters, each once. */
export const slotsOf = (template: string): string[] => [
  ...new Set([...template.matchAll(/\{([a-zA-Z][a-zA-Z0-9-]*)\}/g)].map(([, name]) => name!.toLowerCase())),
]

/** The filter that finds whoever might have typed something, whatever it was. */
export const ofAnybody = (template: string): string => template.replaceAll('{name}', '*')

/**
 * Who answers for the people below a name: its domain, dc=example,dc=com, so that another server, or another branch of the same
 * directory, knows the same people; where it has none, the name itself.
 */
export function issuerOf(dn: string): string {
  const parts = dn
    .toLowerCase()
    .split(/(?<!\\),/)
    .map((part) => part.trim().replace(/\s*=\s*/, '='))
  const domain = parts.filter((part) => part.startsWith('dc='))
  return `ldap:${(domain.length > 0 ? domain : parts).join(',')}`
}
