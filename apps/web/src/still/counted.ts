/** A count with its word, which differs by the number: "1 reader", "2 readers". */
export function counted(count: number, { one, other }: { one?: string | undefined; other?: string | undefined }): string {
  const language = document.documentElement.lang
  const text = (new Intl.PluralRules(language).select(count) === 'one' ? one : other) ?? ''
  return text.replace('{{count}}', () => new Intl.NumberFormat(language).format(count))
}
