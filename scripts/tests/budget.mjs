/** Where a run's time went: told at its end, never a reason to fail. */

const seconds = (value) => `${value.toFixed(0).padStart(5)} s`

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
