/**
 * Writes what has to name every language, from the folders of packages/texts/src/languages: the contract's list of them, and for each part
 * of the texts one file that brings it in every language. Done by every build; `--check` only says whether it would write anything else.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { main, root, StepError } from './steps.mjs'

const folders = 'packages/texts/src/languages'
const registry = 'packages/texts/src/registry'
const list = 'packages/contract/src/languages.ts'

/** What is asked for at once in every language, by the type of the default's: sentences (whose plurals differ), or the very same shape. */
const sentences = 'Translation<typeof %>'
const shape = 'typeof %'
const parts = [
  { name: 'about', type: 'About' },
  { name: 'analytics', file: 'app/analytics', type: sentences },
  { name: 'cli', type: sentences },
  { name: 'errors', type: shape },
  { name: 'findings', file: 'app/findings', type: sentences },
  { name: 'landing', file: 'app/landing', type: sentences },
  { name: 'licences', file: 'app/licences', type: sentences },
  { name: 'mails', file: 'mails/index', type: shape },
  { name: 'pages', type: sentences },
  { name: 'plans', file: 'app/plans', type: sentences },
  { name: 'receipts', type: shape },
  { name: 'request-grid', type: shape },
  { name: 'role-names', type: shape },
  { name: 'scope-names', type: shape },
  { name: 'standings', type: shape },
  { name: 'site', file: 'app/site', type: sentences },
]

const head = '/** Written by scripts/languages.mjs from the folders of languages: never by hand. */'
const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
/** A key of an object. */
const keyOf = (id) => (/^\w+$/.test(id) ? id : `'${id}'`)
const entryOf = (id) => (camel(id) === id ? id : `${keyOf(id)}: ${camel(id)}`)

/** As in addresses: "fr", "pt-br". */
const isId = (name) => /^[a-z]{2,3}(?:-[a-z]{2,8})?$/.test(name)

const namesIn = (folder, isWanted) => {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return entries
    .filter(isWanted)
    .map(({ name }) => name)
    .sort()
}

/** The default first, whose address has no prefix. */
function idsIn(from) {
  const paths = readFileSync(path.join(from, 'packages/contract/src/paths.ts'), 'utf8')
  const [, first] = /\bdefaultLanguage = '([^']+)'/.exec(paths) ?? []
  const ids = namesIn(path.join(from, folders), (entry) => entry.isDirectory())
  const wrong = ids.filter((id) => !isId(id))
  if (wrong.length) throw new StepError(`No name for a language: ${wrong.join(', ')}. It has to be like fr or pt-br.`)
  if (!ids.includes(first)) throw new StepError(`${folders} has no folder ${first}, which is the default.`)
  return [first, ...ids.filter((id) => id !== first)]
}

function listText(ids) {
  const line = `export const languages = [${ids.map((id) => `'${id}'`).join(', ')}] as const`
  // As the formatter writes it.
  return line.length <= 130 ? line : `export const languages = [\n${ids.map((id) => `  '${id}',\n`).join('')}] as const`
}

function partText({ name, file = name, type }, ids) {
  const shown = type.replace('%', camel(ids[0]))
  const helpers = { [sentences]: ['Translation', 'translation'], About: ['About', 'about'] }
  const [helper, home] = helpers[type] ?? []
  const imports = ids.map((id) => {
    const what = camel(id) === camel(name) ? camel(name) : `${camel(name)} as ${camel(id)}`
    return [`../languages/${id}/${file}.ts`, `import { ${what} } from`]
  })
  if (helper) imports.push([`../languages/${home}.ts`, `import type { ${helper} } from`])
  return [
    head,
    "import type { Language } from '@sampan/contract/paths'",
    ...imports.sort(([a], [b]) => (a < b ? -1 : 1)).map(([from, start]) => `${start} '${from}'`),
    '',
    `export const ${camel(name)}: Record<Language, ${shown}> = {`,
    ...ids.map((id) => `  ${entryOf(id)},`),
    '}',
  ].join('\n')
}

/** Types alone: which texts of the app a language has. They are loaded one by one. */
function appText(id, names) {
  return [
    head,
    ...names.map((name) => `import type { ${name} } from '../../languages/${id}/app/${name}.ts'`),
    '',
    'export type Texts = {',
    ...names.map((name) => `  ${name}: typeof ${name}`),
    '}',
  ].join('\n')
}

const appsText = (ids) =>
  [
    head,
    ...[...ids].sort().map((id) => `import type { Texts as ${camel(id)} } from './app/${id}.ts'`),
    '',
    'export type AppTexts = {',
    ...ids.map((id) => `  ${keyOf(id)}: ${camel(id)}`),
    '}',
  ].join('\n')

/** How pages look in those languages that need anything else than Latin letters do. */
const stylesText = (ids) =>
  [head.replace('/**', '/*'), ...[...ids].sort().map((id) => `@import "../languages/${id}/style.css";`)].join('\n')

/** What is to be written below `from`, by the names of the files. */
export function languageFiles(from = root) {
  const ids = idsIn(from)
  const namesOf = (id) =>
    namesIn(path.join(from, folders, id, 'app'), (entry) => entry.name.endsWith('.ts')).map((name) => name.slice(0, -3))
  const texts = {
    [list]: `${head}\n${listText(ids)}`,
    [`${registry}/app.ts`]: appsText(ids),
    [`${registry}/style.css`]: stylesText(ids.filter((id) => existsSync(path.join(from, folders, id, 'style.css')))),
    ...Object.fromEntries(ids.map((id) => [`${registry}/app/${id}.ts`, appText(id, namesOf(id))])),
    ...Object.fromEntries(parts.map((part) => [`${registry}/${part.name}.ts`, partText(part, ids)])),
  }
  return Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, `${text}\n`]))
}

/** The names of files that are not, or not as they would be written; null for what one that nobody writes any more should hold. */
export function staleFiles(from = root) {
  const files = languageFiles(from)
  const written = ['', '/app'].flatMap((folder) =>
    namesIn(path.join(from, registry + folder), (entry) => entry.isFile()).map((name) => `${registry}${folder}/${name}`),
  )
  const textOf = (file) => (existsSync(path.join(from, file)) ? readFileSync(path.join(from, file), 'utf8') : null)
  return [
    ...Object.entries(files).filter(([file, text]) => textOf(file) !== text),
    ...written.filter((file) => !(file in files)).map((file) => [file, null]),
  ]
}

/** Nothing that is right already is touched: a build sees what has changed, and the folder may be read-only. */
export function writeLanguages() {
  for (const [file, text] of staleFiles()) {
    const full = path.join(root, file)
    mkdirSync(path.dirname(full), { recursive: true })
    if (text === null) rmSync(full)
    else writeFileSync(full, text)
  }
}

const thisFile = fileURLToPath(import.meta.url)
if (process.argv[1] && path.resolve(process.argv[1]) === thisFile)
  await main(async () => {
    if (process.argv[2] !== '--check') return writeLanguages()
    const stale = staleFiles().map(([file]) => file)
    if (stale.length) throw new StepError(`Not as scripts/languages.mjs writes them; run it:\n${stale.join('\n')}`)
  })
