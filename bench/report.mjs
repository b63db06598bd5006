/** The table: printed, and written between the marks of README.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GiB } from './content.mjs'

const readme = join(import.meta.dirname, 'README.md')
const [beginMark, endMark] = ['<!-- results -->', '<!-- end of results -->']

const gibOf = ({ bytes }) => bytes / GiB
const rate = (result, run) =>
  result.files ? `${Math.round(result.files / run.seconds)} files/s` : `${(gibOf(result) / run.seconds).toFixed(2)} GiB/s`
const cpu = (result, run) =>
  result.files
    ? `${((run.cpuSeconds / result.files) * 1000).toFixed(2)} ms/file`
    : `${(run.cpuSeconds / gibOf(result)).toFixed(2)} s/GiB`

/** Against the bare server in the same run. */
function row(result) {
  const { name, ours, bare } = result
  const ratio = bare ? (bare.seconds / ours.seconds).toFixed(2) : '-'
  const cells = [name, rate(result, ours), bare ? rate(result, bare) : '-', ratio]
  return [...cells, cpu(result, ours), bare ? cpu(result, bare) : '-', `${Math.round(ours.peakMiB)} MiB`]
}

const line = (cells) => `| ${cells.join(' | ')} |`

export function writeReport(results, { cores, node, isMemory, rounds }) {
  const titles = ['Workload', 'Sampan', 'Bare server', 'Ratio', 'CPU, Sampan', 'CPU, bare', 'Peak memory, Sampan']
  const table = [line(titles), line(titles.map(() => '---')), ...results.map((result) => line(row(result)))].join('\n')
  const about = `${cores} cores, Node ${node}, load client on the same machine, ${isMemory ? 'memory-backed storage' : 'storage on its disk'}, medians of ${rounds}.`
  console.log(`\n${table}\n\n${about}`)
  const text = readFileSync(readme, 'utf8')
  const [before, after] = [text.slice(0, text.indexOf(beginMark)), text.slice(text.indexOf(endMark))]
  writeFileSync(readme, `${before}${beginMark}\n\n${about}\n\n${table}\n\n${after}`)
}
