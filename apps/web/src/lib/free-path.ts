/** Two files of one name are told apart by a number, as folders of a computer do it. */
export function freePath(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path)) return path
  const [, stem = path, ending = ''] = /^(.*?)(\.[^./]{1,8})?$/s.exec(path) ?? []
  for (let n = 2; ; n++) {
    const next = `${stem} (${n})${ending}`
    if (!taken.has(next)) return next
  }
}
