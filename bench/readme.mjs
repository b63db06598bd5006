/** The parts of README.md that the programs write. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const readme = join(import.meta.dirname, 'README.md')

export function writeSection(name, content) {
  const text = readFileSync(readme, 'utf8')
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const [before, after] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))]
  writeFileSync(readme, `${before}${begin}\n\n${content}\n\n${after}`)
}
