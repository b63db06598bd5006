/** The parts of README.md and of docs/scaling.md that the programs write. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const readme = join(import.meta.dirname, 'README.md')
const scaling = join(import.meta.dirname, '../docs/scaling.md')

function writeBetween(file, name, content) {
  const text = readFileSync(file, 'utf8')
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const [before, after] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))]
  writeFileSync(file, `${before}${begin}\n\n${content}\n\n${after}`)
}

export const writeSection = (name, content) => writeBetween(readme, name, content)
export const writeScalingSection = (name, content) => writeBetween(scaling, name, content)
