/** Reads every import of the repository and holds it against import-rules.mjs; also: no process.env outside config.ts, product-rules.mjs, small front doors. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { breachOf, featureCircles } from './import-rules.mjs'
import { productBreaches } from './product-rules.mjs'
import { isTest, report, sourceFiles } from './source-files.mjs'
import { root } from './steps.mjs'

const mostFrontDoorNames = 5

const lineOf = (text, at) => text.slice(0, at).split('\n').length

/** `import type`, `export … from`, `import()` in code and in types: all of them. */
function importsIn(text, { module }) {
  const statements = [
    ...module.staticImports,
    ...module.staticExports.map(({ entries }) => ({ moduleRequest: entries[0]?.moduleRequest, entries })),
  ]
  const named = statements.flatMap(({ moduleRequest, entries }) => {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType)
    return moduleRequest ? [{ name: moduleRequest.value, at: moduleRequest.start, isType }] : []
  })
  const written = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map((found) => ({ name: found[1], at: found.index }))
  return [...named, ...written]
}

function targetOf(file, name) {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name)
  const own = /^@sampan\/([^/]+)\/(.+)$/.exec(name)
  return own ? `packages/${own[1]}/src/${own[2]}.ts` : `pkg:${name}`
}

function readProgram(file) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const parsed = parseSync(file, text)
  const edges = importsIn(text, parsed).map(({ name, at, isType }) => ({
    from: file,
    to: targetOf(file, name),
    line: lineOf(text, at),
    isType,
  }))
  const names = parsed.module.staticExports.flatMap((statement) => statement.entries).filter((entry) => !entry.isType).length
  return { file, text, edges, names }
}

function environment({ file, text }) {
  if (isTest(file) || file === 'apps/server/src/config.ts' || !/\/src\//.test(file)) return []
  const found = /\bprocess\.env\b/.exec(text)
  return found ? [`${file}:${lineOf(text, found.index)}: only config.ts reads process.env`] : []
}

const product = ({ file, text }) => (isTest(file) ? [] : productBreaches(file, text))

function frontDoor({ file, names }) {
  if (!/^apps\/server\/src\/features\/[^/]+\/index\.ts$/.test(file) || names <= mostFrontDoorNames) return []
  return [`${file}: a front door has at most ${mostFrontDoorNames} names, this has ${names}`]
}

const programs = ['apps', 'packages'].flatMap((folder) => sourceFiles(folder)).map(readProgram)
const edges = programs.flatMap((program) => program.edges)
const forbidden = edges.flatMap((edge) => {
  const breach = breachOf(edge)
  return breach ? [`${edge.from}:${edge.line}: ${breach} (${edge.to.replace('pkg:', '')})`] : []
})
const circles = featureCircles(edges).map((way) => `features in a circle: ${way.join(' -> ')}`)

report('Imports', [
  ...forbidden,
  ...circles,
  ...programs.flatMap(environment),
  ...programs.flatMap(product),
  ...programs.flatMap(frontDoor),
])
