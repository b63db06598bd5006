/** A language that nobody speaks: English with every sentence in brackets. For tests. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

const folderOf = (root, id) => path.join(root, 'packages/texts/src/languages', id)

/** Where texts stand in a program, and not names, types, or what is compared. */
function textsIn(file, source) {
  const { program, errors } = parseSync(file, source)
  if (errors.length) throw new Error(`${file}: ${errors[0].message}`)
  const left = new Set()
  const found = []
  const leave = (...nodes) => {
    for (const node of nodes) left.add(node?.start)
  }
  new Visitor({
    ImportDeclaration: ({ source }) => leave(source),
    Property: ({ key, computed }) => computed || leave(key),
    TSLiteralType: ({ literal }) => leave(literal),
    BinaryExpression: ({ left, right }) => leave(left, right),
    Literal: (node) => typeof node.value === 'string' && found.push(node),
    TemplateLiteral: (node) => found.push(node),
  }).visit(program)
  return found.filter(({ start }) => !left.has(start))
}

/** From behind, so that what stands before keeps its place. */
function bracketed(file, source) {
  const marks = textsIn(file, source).flatMap(({ start, end }) => [
    [start + 1, '⟦'],
    [end - 1, '⟧'],
  ])
  return marks.sort(([a], [b]) => b - a).reduce((text, [at, mark]) => text.slice(0, at) + mark + text.slice(at), source)
}

const about = (tag) => `import type { About } from '../about.ts'

export const about: About = {
  name: '⟦Made-up⟧',
  englishName: 'Made-up',
  switchTo: '⟦Switch to Made-up⟧',
  tag: '${tag}',
  closesUp: false,
  sentenceSpace: ' ',
  comma: ', ',
  place: (city, country) => \`⟦\${city}, \${country}⟧\`,
  shortTime: (text) => text,
  inZone: (time, zone) => \`⟦\${time} \${zone}⟧\`,
  clock: null,
}
`

/** English errors stand in the contract: in brackets are those that come from there. */
function replaced(text, ...pairs) {
  for (const [from, to] of pairs) {
    if (!text.includes(from)) throw new Error(`There is no ${from}`)
    text = text.replace(from, to)
  }
  return text
}
const errors = (text) => replaced(text, ['[code, text]', "[code, ['⟦', text, '⟧'].join('')]"])

export function addMadeUpLanguage(root, id, tag) {
  const folder = folderOf(root, id)
  cpSync(folderOf(root, 'en'), folder, { recursive: true })
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, name)
    if (name.endsWith('.md')) writeFileSync(file, `⟦${readFileSync(file, 'utf8')}⟧`)
    else if (name.endsWith('.ts')) {
      const text = bracketed(file, readFileSync(file, 'utf8'))
      writeFileSync(file, name === 'about.ts' ? about(tag) : name === 'errors.ts' ? errors(text) : text)
    }
  }
}
