/** Where a run's time went: told at its end, never a reason to fail. */

const seconds = (value) => `${value.toFixed(0).padStart(5)} s`

const partOf = (file, parts) =>
  Object.entries(parts).find(([, { code = [], journeys = [] }]) =>
    [...code, ...journeys].some((piece) => file.includes(piece)),
  )?.[0]

/** What each part of the long suite took, several at once counted each, and which of its files failed. */
export function partTimes(reports, parts) {
  const all = reports.flatMap(({ files, failures }) =>
    files.map(({ file, seconds: spent }) => ({ file, spent, isFailed: failures.some((failure) => failure.file === file) })),
  )
  const lines = Object.keys(parts).flatMap((name) => {
    const mine = all.filter(({ file }) => partOf(file, parts) === name)
    const failed = mine.filter(({ isFailed }) => isFailed).map(({ file }) => file)
    const spent = mine.reduce((sum, each) => sum + each.spent, 0)
    return mine.length ? [`${seconds(spent)}  ${name}${failed.length ? `, failed: ${failed.join(', ')}` : ''}`] : []
  })
  return ['The parts:', ...lines]
}

/** `reports` as the runners give them. */
export function budget(reports, max = 10) {
  const files = reports
    .flatMap((report) => report.files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, max)
  return [
    'Time:',
    ...reports.map(({ suite, seconds: spent }) => `${seconds(spent)}  ${suite}, with what it had to build`),
    `The ${files.length} slowest files:`,
    ...files.map(({ file, seconds: spent }) => `${seconds(spent)}  ${file}`),
  ]
}
